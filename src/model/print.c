/* A readable listing of a program graph, for debugging and tests. */
#include <stdio.h>

#include "base/str.h"
#include "model/graph.h"

static const char *const kinds[] = { "bit", "bool", "byte", "pid", "mtype", "chan", "short", "int", "unsigned", "pointer" };
static const char *const proc_kinds[] = { "proctype", "init", "never", "trace", "notrace" };

static void
print_vars (FILE *out, const char *indent, const struct pg_var *vars, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const struct pg_var *v = vars + i;
    fprintf (out, "%s%s%s %s", indent, v->hidden ? "hidden " : "", kinds[v->type.kind], v->name);
    for (uint8_t k = 0; k < v->ndims; k++)
      fprintf (out, "[%u]", v->dim[k]);
    fprintf (out, "  %u bits at %u%s\n", v->type.bits, v->offset, v->is_param ? ", parameter" : "");
  }
}

static void
print_flags (FILE *out, uint32_t flags)
{
  static const char *const names[] = { "atomic", "d_step", "end", "accept", "progress", "remote" };
  for (int i = 0; i < 6; i++)
    if (flags & 1u << i)
      fprintf (out, " %s", names[i]);
}

static void
print_edge (FILE *out, const struct pg_edge *e)
{
  if (e->dst == PG_ALL)
    fprintf (out, "      -> gone");
  else
    fprintf (out, "      -> %u", e->dst);
  if (e->group != PG_OWN)
    fprintf (out, " (escape %u)", e->group);
  if (e->pick)
    fprintf (out, " (pick %u)", e->pick);
  if (e->flags & EDGE_ATOMIC)
    fprintf (out, " atomic");
  if (e->flags & EDGE_DSTEP)
    fprintf (out, " d_step");
  fprintf (out, "  line %d: %s\n", e->pos.line, e->text ? e->text : "");
}

static void
print_proc (FILE *out, const struct pg_proc *p)
{
  fprintf (out, "%s %s: %u locations, %u edges, start %u, active %u, %u bytes\n", proc_kinds[p->kind], p->name,
           p->nlocs, p->nedges, p->start, p->active, p->frame_bytes);
  print_vars (out, "  ", p->vars, p->nvars);
  for (uint32_t l = 0; l < p->nlocs; l++) {
    const struct pg_loc *loc = p->locs + l;
    fprintf (out, "  %u (spin %u):", l, loc->spin_state);
    if (loc->label)
      fprintf (out, " %s:", loc->label);
    print_flags (out, loc->flags);
    fprintf (out, " line %d\n", loc->pos.line);
    for (uint32_t e = 0; e < loc->nedges; e++)
      print_edge (out, p->edges + loc->first_edge + e);
  }
}

void
pg_print (FILE *out, const struct pg *pg)
{
  fprintf (out, "model %s: %u bytes of globals\n", pg->file, pg->global_bytes);
  print_vars (out, "  ", pg->vars, pg->nvars);
  for (uint32_t i = 0; i < pg->nchan_types; i++)
    fprintf (out, "  channel %s: %u slots of %u fields, %u bytes each\n", pg->chan_types[i].name,
             pg->chan_types[i].capacity, pg->chan_types[i].nfields, pg->chan_types[i].slot_bytes);
  for (uint32_t i = 0; i < pg->nprocs; i++)
    print_proc (out, pg->procs + i);
}
