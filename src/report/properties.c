#include "report/properties.h"

#include <string.h>

#include "report/term.h"

/* Adds one property for the first location that carries the flag in a process
 * (labels of a never claim belong to the claim). */
static void
collect_labels (struct property_list *l, const struct pg *pg, uint32_t flag, const char *name, const char *kind)
{
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    const struct pg_proc *proc = &pg->procs[p];
    if (proc->kind != PG_PROCTYPE && proc->kind != PG_INIT)
      continue;
    for (uint32_t i = 0; i < proc->nlocs; i++)
      if (proc->locs[i].flags & flag) {
        VEC_PUSH (*l, ((struct property) {name, kind, proc->locs[i].pos, VERDICT_UNKNOWN, false, "none", NULL}));
        return;
      }
  }
}

void
properties_collect (struct property_list *l, const struct pg *pg, const struct result *safety, const char *por)
{
  struct pos top = {.file = pg->file};
  VEC_PUSH (*l, ((struct property) {"safety", "safety", top, safety->verdict, safety->exhaustive, por,
                                    &safety->stats}));
  for (uint32_t i = 0; i < pg->nproperties; i++) {
    const struct pg_property *p = &pg->properties[i];
    bool never = p->kind == PROP_NEVER;
    const char *name = p->name ? p->name : never ? "claim" : "formula";
    VEC_PUSH (*l, ((struct property) {name, never ? "never" : "ltl", p->pos, VERDICT_UNKNOWN, false, "none", NULL}));
  }
  collect_labels (l, pg, LOC_PROGRESS, "non-progress cycles", "progress");
  collect_labels (l, pg, LOC_ACCEPT, "acceptance cycles", "acceptance");
}

void
properties_combine (const struct property_list *l, struct result *r)
{
  struct str unchecked = {0};
  for (size_t i = 0; i < l->count; i++)
    if (!l->data[i].stats) {
      str_add (&unchecked, unchecked.len ? ", " : "not checked: ");
      add_property (&unchecked, &l->data[i]);
    }
  if (unchecked.len && r->verdict == VERDICT_OK) {
    r->verdict = VERDICT_UNKNOWN;
    snprintf (r->reason, sizeof r->reason, "%s", str_text (&unchecked));
  }
  if (unchecked.len)
    r->exhaustive = false;
  str_release (&unchecked);
}

void
add_property (struct str *s, const struct property *p)
{
  bool labels = !strcmp (p->kind, "progress") || !strcmp (p->kind, "acceptance");
  if (!labels)
    str_printf (s, "%s ", p->kind);
  add_clean (s, p->name);
  if (p->pos.file && p->pos.line) {
    str_add (s, " (");
    add_place (s, p->pos);
    str_add (s, ")");
  }
}
