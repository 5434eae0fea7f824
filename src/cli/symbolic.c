#include "cli/symbolic.h"

#include <string.h>

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

bool
symbolic_property (struct model *m, const struct strategy *s, const struct options *o, const struct temporal *t, volatile const int *interrupt,
                   const struct symbolic_progress *line, struct result *r, const char **no_por)
{
  struct diag diag = {.out = stderr};
  struct refusal refusal;
  bool wanted = !strcmp (s->reduction->name, "static"), reduced = wanted;
  *no_por = NULL;
  if (reduced && t && claim_stutter (&t->claim) != LTL_STUTTER_YES) {
    *no_por = "the property may count steps";
    reduced = false;
  }
  struct symbolic_run run = {.pg = m->pg, .ts = m->ts, .inspector = vm_inspector (m->ts), .options = o, .engine = o->engine,
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
