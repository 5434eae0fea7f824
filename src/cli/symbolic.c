#include "cli/symbolic.h"

#include <assert.h>

bool
symbolic_suits (const struct model *m, const struct strategy *s, const char *file, struct diag *diag)
{
  if (m->protocol)
    diag_error (diag, (struct pos) {.file = file}, "--engine=%s checks Promela models; this is a protocol in C", s->engine);
  return !m->protocol;
}

struct circuit_claim
symbolic_claim (const struct temporal *t)
{
  return (struct circuit_claim) {.automaton = t->claim.automaton, .atoms = t->claim.atoms.data, .natoms = (uint32_t) t->claim.atoms.count,
                                 .label = t->label, .endless = t->liveness.endless, .fairness = (int) t->liveness.fairness};
}

struct learning {
  struct model *m;
  const struct symbolic_values *from;
};

static bool
learn_values (struct symbolic_run *run, const int64_t *values, size_t n)
{
  struct learning *l = run->values_context;
  struct diag diag = {.out = stderr};
  struct options *o = l->from->options;
  struct str text = {0};
  str_printf (&text, "%s", o->nondet ? o->nondet : "0,1");
  for (size_t i = 0; i < n; i++)
    str_printf (&text, ",%lld", (long long) values[i]);
  o->nondet = arena_strdup (&l->m->open->arena, str_text (&text));     /* lives as long as the model */
  str_release (&text);
  if (!model_reopen (l->m, l->from->file, o, &diag))
    return false;
  run->ts = l->m->ts;
  run->inspector = vm_inspector (run->ts);
  run->executed = l->m->pg;
  run->invariant = l->m->visible;
  return true;
}

bool
symbolic_property (struct model *m, const struct symbolic_values *values, const struct strategy *s, const struct options *o, const struct temporal *t, volatile const int *interrupt,
                   const struct symbolic_progress *line, struct result *r, const char **no_por)
{
  struct diag diag = {.out = stderr};
  struct refusal refusal;
  bool wanted = s->reduction->circuits == CIRCUITS_REDUCED, reduced = wanted;
  *no_por = NULL;
  assert (s->symbolic && (!t || t->model == m));
  if (reduced && t && claim_stutter (&t->claim) != LTL_STUTTER_YES) {
    *no_por = "the property may count steps";
    reduced = false;
  }
  struct learning learning = {m, values};
  struct symbolic_run run = {.pg = m->open ? m->open : m->pg, .executed = m->pg, .ts = m->ts,
                             .any = m->any, .any_invariant = m->any_visible,
                             .learn_values = values->options ? learn_values : NULL, .values_context = &learning, .inspector = vm_inspector (m->ts), .options = o, .engine = o->engine,
                             .por = !reduced ? CIRCUIT_FULL : o->transactions ? CIRCUIT_TRANSACTIONS : CIRCUIT_STATIC,
                             .invariant = t ? NULL : m->visible, .invariant_text = m->invariant_text,
                             .invariant_holds = model_invariant_holds, .invariant_context = m, .interrupt = interrupt,
                             .progress = line->show, .progress_context = line->context};
  struct circuit_claim claim;
  if (t) {
    claim = symbolic_claim (t);
    run.claim = &claim;
    run.claim_kind = t->liveness.kind;
    run.claim_message = t->liveness.message;
    run.claim_pos = t->liveness.pos;
  }
  run.reduced = &reduced;
  bool ok = symbolic_check (&run, r, &refusal);
  if (wanted && !reduced && !*no_por)
    *no_por = t && t->liveness.fairness ? "not available with fairness" : "something in the model depends on all processes";
  if (!ok)
    diag_error (&diag, refusal.pos, "--engine=%s does not support %s; --engine=explicit does", s->engine, refusal.what);
  return ok;
}
