/* Replays a finding: the steps are executed again, each must be enabled where it is executed, and the execution must end as
 * the finding says. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "search/explore.h"
#include "search/liveness.h"

static bool
is_enabled (struct ts *ts, const uint32_t *state, trans_id t, struct trans_list *list)
{
  list->count = 0;
  ts->class->enabled (ts, state, list);
  for (size_t i = 0; i < list->count; i++)
    if (list->data[i] == t)
      return true;
  return false;
}

/* Whether the invariant is violated in the state, which is observable. */
static bool
violates (struct search_run *run, const uint32_t *state, struct fault *fault)
{
  fault->kind = FAULT_NONE;
  return run->invariant && !ts_transient (state) && !run->invariant (run->invariant_context, state, fault);
}

/* Whether the execution ends as the finding says. `fault` is that of the last step; after a step that continues despite a
 * fault the end state may be the error. */
static bool
ends_as_said (struct search_run *run, const struct finding *f, const uint32_t *state, const struct fault *fault,
              struct trans_list *list)
{
  struct fault of_invariant;
  switch (f->kind) {
  case FINDING_INVALID_END:
  case FINDING_DEADLOCK:
    list->count = 0;
    run->ts->class->enabled (run->ts, state, list);
    return ts_is_end (run->ts, list->data, list->count) && run->ts->class->end (run->ts, state) != END_VALID;
  case FINDING_INVARIANT:
    return violates (run, state, &of_invariant) && of_invariant.kind == FAULT_NONE;
  default:
    if (fault->kind != FAULT_NONE && fault_finding (fault->kind) == f->kind && !strcmp (fault->message, f->message))
      return true;
    return violates (run, state, &of_invariant) && of_invariant.kind != FAULT_NONE
           && !strcmp (of_invariant.message, f->message);
  }
}

bool
search_replay (struct search_run *run, const struct finding *f, char *why, size_t room)
{
  if (run->liveness)
    return liveness_replay (run, run->liveness, f, why, room);
  assert (f->loop_start < 0);      /* loops are properties of infinite runs */
  struct ts *ts = run->ts;
  size_t bytes = (size_t) ts->max_words * 4;
  uint32_t *state = mem_alloc (bytes), *next = mem_alloc (bytes);
  struct trans_list list = {0};
  struct fault fault = {.kind = FAULT_NONE};
  bool good = true;
  uint32_t n = ts->class->initial (ts, state, &fault);
  for (size_t i = 0; i < f->nsteps && good; i++) {
    if (fault.kind != FAULT_NONE && !fault.goes_on) {
      snprintf (why, room, "step %zu ends the execution: %s", i, fault.message);
      good = false;
    } else if (!is_enabled (ts, state, f->steps[i], &list)) {
      snprintf (why, room, "step %zu is not enabled", i + 1);
      good = false;
    } else {
      n = ts->class->step (ts, state, f->steps[i], next, &fault);
      assert (n && n <= ts->max_words);
      memcpy (state, next, (size_t) n * 4);
    }
  }
  if (good && !ends_as_said (run, f, state, &fault, &list)) {
    snprintf (why, room, "the execution does not end in: %s", f->message);
    good = false;
  }
  VEC_FREE (list);
  mem_free (state);
  mem_free (next);
  return good;
}
