#include "report/properties.h"

#include <assert.h>
#include <string.h>

#include "model/graph_promela.h"
#include "report/term.h"

/* ---- the list ---- */

/* Is the property called so? By its name, or its kind if it has no other. */
static bool
properties_named (const struct property *p, const char *name)
{
  return !strcmp (p->name, name) || (strcmp (p->kind, "ltl") && !strcmp (p->kind, name));
}

static void
add (struct property_list *l, struct property p, const char *only)
{
  p.result.verdict = VERDICT_UNKNOWN;
  p.por = "none";
  if (!only || properties_named (&p, only))
    VEC_PUSH (*l, p);
}

/* Adds one property for the first location that carries the flag in a process
 * (labels of a never claim belong to the claim). */
static void
add_labels (struct property_list *l, const struct pg *pg, uint32_t flag, const char *name, const char *kind,
            const char *only)
{
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    const struct pg_proc *proc = &pg->procs[p];
    if (!pg_runs (proc))
      continue;
    for (uint32_t i = 0; i < proc->nlocs; i++)
      if (proc->locs[i].flags & flag) {
        add (l, (struct property) {.name = name, .kind = kind, .pos = proc->locs[i].pos, .label = flag}, only);
        return;
      }
  }
}

void
properties_collect (struct property_list *l, const struct pg *pg, const char *only)
{
  add (l, (struct property) {.name = "safety", .kind = "safety", .pos = {.file = pg->file}}, only);
  for (uint32_t i = 0; i < pg->nproperties; i++) {
    const struct pg_property *p = &pg->properties[i];
    bool never = p->kind == PROP_NEVER;
    const char *name = p->name ? p->name : never ? "claim" : "formula";
    add (l, (struct property) {.name = name, .kind = never ? "never" : "ltl", .pos = p->pos, .source = p}, only);
  }
  add_labels (l, pg, LOC_PROGRESS, "non-progress cycles", "progress", only);
  add_labels (l, pg, LOC_ACCEPT, "acceptance cycles", "acceptance", only);
}

void
properties_of_program (struct property_list *l, const char *file)
{
  add (l, (struct property) {.name = "safety", .kind = "safety", .pos = {.file = file}}, NULL);
}

void
properties_release (struct property_list *l)
{
  for (size_t i = 0; i < l->count; i++) {
    result_release (&l->data[i].result);
    mem_free (l->data[i].trace);
  }
  VEC_FREE (*l);
}

const struct property *
properties_safety (const struct property_list *l)
{
  for (size_t i = 0; i < l->count; i++)
    if (!strcmp (l->data[i].kind, "safety"))
      return &l->data[i];
  return NULL;
}

/* ---- the combined verdict ---- */

/* Why a property is undecided; with its name if there are several. */
static void
add_reason (struct str *s, const struct property_list *l, const struct property *p)
{
  const char *reason = p->result.reason;
  if (!p->checked)
    str_add (s, "not checked: ");
  if (l->count > 1 || !p->checked)
    add_property (s, p);
  if (*reason)
    str_printf (s, "%s%s", l->count > 1 || !p->checked ? ": " : "", reason);
}

void
properties_combine (const struct property_list *l, struct result *total)
{
  struct str reason = {0};
  *total = (struct result) {.verdict = VERDICT_OK, .exhaustive = true};
  for (size_t i = 0; i < l->count; i++) {
    const struct result *r = &l->data[i].result;
    assert (r->verdict != VERDICT_OK || (l->data[i].checked && r->exhaustive && !r->findings.count));
    assert (!r->findings.count || r->verdict == VERDICT_VIOLATION || r->findings.data[0].kind == FINDING_WEAK_MEMORY);
    if (i == 0)
      total->stats = r->stats;
    total->errors += r->errors;
    total->exhaustive &= l->data[i].checked && r->exhaustive;
    if (r->verdict == VERDICT_VIOLATION)
      total->verdict = VERDICT_VIOLATION;
    else if (r->verdict == VERDICT_UNKNOWN &&
             total->verdict == VERDICT_OK)
      total->verdict = VERDICT_UNKNOWN;
    if (r->verdict == VERDICT_OK || (r->verdict == VERDICT_VIOLATION && !*r->reason))
      continue;
    str_add (&reason, reason.len ? "; " : "");
    add_reason (&reason, l, &l->data[i]);
  }
  if (!l->count) {                /* whoever chose the properties has failed to say that there are none */
    total->verdict = VERDICT_UNKNOWN;
    total->exhaustive = false;
    str_add (&reason, "no property was checked");
  }
  snprintf (total->reason, sizeof total->reason, "%s", str_text (&reason));
  assert (total->verdict != VERDICT_OK || total->exhaustive);
  assert (total->verdict != VERDICT_UNKNOWN || *total->reason);
  str_release (&reason);
}

void
property_explain_time (struct property *p, double share)
{
  struct result *r = &p->result;
  struct str s = {0};
  const char *rest = strstr (r->reason, "(--time)");
  if (!rest)
    return;
  str_add (&s, "not finished after ");
  add_seconds (&s, r->stats.seconds);
  if (share > 0 && share < 0.01)
    str_add (&s, " (less than 1 % explored)");
  else if (share > 0 && share < 1)
    str_printf (&s, " (about %d %% explored)", (int) (100 * share));
  str_add (&s, rest + strlen ("(--time)"));   /* how much was explored in that time, if known */
  snprintf (r->reason, sizeof r->reason, "%s", str_text (&s));
  str_release (&s);
}

void
add_property (struct str *s, const struct property *p)
{
  if (p->source)
    str_printf (s, "%s ", p->kind);
  add_clean (s, p->name);
  if (p->pos.file && p->pos.line) {
    str_add (s, " (");
    add_place (s, p->pos);
    str_add (s, ")");
  }
}

const char *
property_claim (const struct property *p)
{
  return p->label ? p->kind : p->name;
}

void
property_give_up (struct property *p, const char *why)
{
  p->result.verdict = VERDICT_UNKNOWN;
  snprintf (p->result.reason, sizeof p->result.reason, "%s", why);
  p->checked = true;
}
