#include <assert.h>
#include <stdio.h>

#include "cli/temporal.h"

#include "cli/protocol.h"
#include "report/story_writers.h"

static uint64_t
letter_of_atoms (void *context, const uint32_t *state, struct fault *fault)
{
  struct temporal *t = context;
  uint64_t letter = 0;
  assert (t->atoms && t->claim.atoms.count <= 64);
  fault->kind = FAULT_NONE;
  state = model_observe (t->model, state, fault);
  for (size_t i = 0; i < t->claim.atoms.count && fault->kind == FAULT_NONE; i++)
    if (vm_eval (t->model->observer, state, &t->atoms[i], fault))
      letter |= (uint64_t) 1 << i;
  return letter;
}

static uint64_t
letter_of_label (void *context, const uint32_t *state, struct fault *fault)
{
  struct temporal *t = context;
  fault->kind = FAULT_NONE;
  assert (t->label);
  return vm_somebody_at (t->model->ts, state, t->label);
}

static void
concerned (void *context, const uint32_t *state, trans_id t, uint64_t *pids)
{
  struct temporal *own = context;
  ample_concerned (own->dependence, state, t, pids);
}

/* --fair=trace needs the dependence relation. */
static bool
find_dependence (struct temporal *t, struct model *s, char *why, size_t room)
{
  const char *reason = "protocols have no such relation here";
  if (!s->protocol)
    t->dependence = ample_new (s->pg, vm_inspector (s->ts), &(struct ample_config) {.coarse = true, .exact = true}, &reason);
  if (!t->dependence)
    snprintf (why, room, "--fair=trace needs to know which steps depend on each other: %s", reason);
  return t->dependence;
}

static void
add_message (struct str *s, const struct property *p)
{
  if (p->label == LOC_PROGRESS)
    str_add (s, "a cycle without progress");
  else if (p->label == LOC_ACCEPT)
    str_add (s, "an acceptance cycle");
  else if (p->source->kind == PROP_NEVER)
    str_printf (s, "the never claim %s can be matched", p->name);
  else {
    str_printf (s, "ltl %s does not hold: ", p->name);
    add_statement (s, p->source->text);
  }
}

static bool
make_claim (struct temporal *t, const struct pg *pg, const struct property *p, char *why, size_t room)
{
  if (p->label)
    return claim_of_labels (&t->claim, p->label, why, room);
  if (p->source->kind == PROP_NEVER)
    return claim_of_never (&t->claim, &pg->procs[p->source->proc], why, room);
  return claim_of_formula (&t->claim, p->source->formula, why, room);
}

bool
temporal_open (struct temporal *t, struct model *s, const struct property *p, int fair, char *why, size_t room)
{
  assert (p->label || p->source);
  *t = (struct temporal) {.model = s, .label = p->label};
  if (!make_claim (t, s->pg, p, why, room) || (fair == FAIR_TRACE && !find_dependence (t, s, why, room)))
    return false;
  t->atoms = mem_alloc ((t->claim.atoms.count + 1) * sizeof *t->atoms);
  for (size_t i = 0; i < t->claim.atoms.count; i++)
    t->atoms[i] = vm_expr (s->observer, t->claim.atoms.data[i]);
  add_message (&t->message, p);
  t->liveness = (struct liveness) {.automaton = t->claim.automaton, .context = t, .fairness = (enum fairness) fair,
                                   .concerned = concerned,
                                   .letter = p->label ? letter_of_label : letter_of_atoms, .endless = p->label == LOC_PROGRESS,
                                   .kind = p->label == LOC_PROGRESS ? FINDING_LIVELOCK : FINDING_LTL,
                                   .message = str_text (&t->message), .pos = p->pos};
  return true;
}

void
temporal_reduce (struct temporal *t, struct model *s, const struct reduction *r)
{
  if (s->acyclic && !r->selection)
    t->liveness.fairness = FAIR_NONE;        /* every run ends, and finite runs are fair */
  bool fair = t->liveness.fairness != FAIR_NONE, trace = t->liveness.fairness == FAIR_TRACE;
  /* processes that have ended keep their number and location */
  struct ample_config config = {.visible = t->claim.atoms.data, .nvisible = (uint32_t) t->claim.atoms.count,
                                .labels = t->label, .fair = fair && !trace, .coarse = trace, .transactions = s->transactions && !trace, .exact = fair || t->label};
  assert (t->model == s && !t->reduction);
  if (r->selection)
    return;
  enum ltl_stutter stutter = claim_stutter (&t->claim);
  switch (stutter) {
  case LTL_STUTTER_YES:
    t->reduction = s->protocol ? protocol_reduce (s, r, t->claim.atoms.data, t->claim.atoms.count, fair, &t->no_por)
                               : strategy_reduce (r, s->pg, vm_inspector (s->ts), config, &t->no_por);
    break;
  case LTL_STUTTER_NO: t->no_por = "the property counts steps"; break;
  case LTL_STUTTER_MAYBE: t->no_por = "the property is too large to tell whether it counts steps"; break;
  }
}

void
temporal_close (struct temporal *t)
{
  static_free (t->reduction);
  static_free (t->dependence);
  claim_release (&t->claim);
  mem_free (t->atoms);
  str_release (&t->message);
}
