#include "cli/export_graphs.h"

#include "cli/export_states.h"
#include "model/graph_promela.h"

static const char *const proc_kinds[] = {"proctype", "init", "never", "trace", "notrace"};

/* A location without edges is not drawn. */
static bool
is_used (const struct pg_proc *p, uint32_t l)
{
  bool used = l == p->start || p->locs[l].nedges;
  for (uint32_t e = 0; e < p->nedges && !used; e++)
    used = p->edges[e].dst == l;
  return used;
}

/* A process that arrives here keeps control. */
static bool
is_inside (const struct pg_proc *p, uint32_t l)
{
  bool inside = false;
  for (uint32_t e = 0; e < p->nedges; e++)
    inside |= p->edges[e].dst == l && p->edges[e].flags & (EDGE_ATOMIC | EDGE_DSTEP);
  return inside;
}

/* The line and the label; a double border where a process may stop for ever, grey inside atomic sequences. */
static void
put_location (FILE *out, const struct pg_proc *p, uint32_t number, uint32_t l)
{
  const struct pg_loc *loc = &p->locs[l];
  fprintf (out, "    p%u_%u [label=\"", number, l);
  if (loc->label) {
    dot_text (loc->label, out);
    fputs ("\\n", out);
  }
  if (loc->pos.line > 0)
    fprintf (out, "%d", loc->pos.line);
  fprintf (out, "\"%s%s%s", l == p->start ? ", penwidth=2" : "", loc->flags & (LOC_END | LOC_EXIT) ? ", peripheries=2" : "",
           is_inside (p, l) ? ", style=filled, fillcolor=gray90" : "");
  if (loc->flags & (LOC_ACCEPT | LOC_PROGRESS))
    fprintf (out, ", color=%s", loc->flags & LOC_ACCEPT ? "blue" : "darkgreen");
  fputs ("];\n", out);
}

/* Escapes of `unless` are dashed: they have priority over what they guard. */
static void
put_step (FILE *out, const struct pg_edge *e, uint32_t number)
{
  if (e->dst == PG_ALL)
    fprintf (out, "    p%u_%u -> p%u_gone", number, e->src, number);
  else
    fprintf (out, "    p%u_%u -> p%u_%u", number, e->src, number, e->dst);
  fputs (" [label=\"", out);
  if (e->text)
    dot_text (e->text, out);
  fprintf (out, "\"%s%s];\n", e->group != PG_OWN ? ", style=dashed" : "", e->nacts && e->acts[0].kind == ACT_CHECK ? ", color=red" : "");
}

static void
put_process (FILE *out, const struct pg_proc *p, uint32_t number)
{
  bool ends = false;
  fprintf (out, "  subgraph cluster_%u {\n    label=\"%s ", number, proc_kinds[pg_kind (p)]);
  dot_text (p->name ? p->name : "", out);
  fputs ("\";\n", out);
  for (uint32_t l = 0; l < p->nlocs; l++)
    if (is_used (p, l))
      put_location (out, p, number, l);
  for (uint32_t e = 0; e < p->nedges; e++) {
    put_step (out, &p->edges[e], number);
    ends |= p->edges[e].dst == PG_ALL;
  }
  if (ends)
    fprintf (out, "    p%u_gone [shape=point];\n", number);
  fputs ("  }\n", out);
}

void
export_graphs (const struct pg *pg, const char *name, FILE *out)
{
  fputs ("digraph \"", out);
  dot_text (name, out);
  fputs ("\" {\n  node [shape=ellipse, fontname=monospace];\n  edge [fontname=monospace];\n", out);
  for (uint32_t i = 0; i < pg->nprocs; i++)
    put_process (out, &pg->procs[i], i);
  fputs ("}\n", out);
}
