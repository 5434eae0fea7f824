/* The displayed execution of a finding: few context switches, and for a failing step only what leads to it; or, if that
 * does not end in the same way, the original execution. Only executions that were executed again are shown. (The other side
 * of a data race, or of a use after free, is not an event: which events lead to it is unknown, so it is tried which steps
 * of the other threads can be left out.) */

#include "search/stateless/witness.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "reduce/dynamic/linearize.h"

#define MESSAGE 200

static void
take_event (const struct history *h, uint32_t event, struct schedule *schedule)
{
  const struct event *e = &h->events.data[event];
  assert (event < h->events.count);
  VEC_PUSH (*schedule, (struct stateless_step) {.thread = e->thread, .alternative = e->alternative});
}

void
schedule_from (const struct history *h, size_t first, struct schedule *schedule)
{
  assert (first <= schedule->count && first <= h->events.count);
  schedule->count = first;
  for (size_t i = first; i < h->events.count; i++)
    take_event (h, (uint32_t) i, schedule);
}

void
schedule_as_is (const struct history *h, struct schedule *schedule)
{
  schedule_from (h, 0, schedule);
}

static void
schedule_tidy (const struct history *h, uint32_t last, struct schedule *schedule)
{
  uint32_t *order = mem_alloc ((h->events.count + 1) * sizeof *order);
  size_t n = history_linearize (h, last, order);
  schedule->count = 0;
  for (size_t i = 0; i < n; i++)
    take_event (h, order[i], schedule);
  mem_free (order);
}

static bool
same_failure (const struct exec_failure *f, enum finding_kind kind, const char *message)
{
  return f->message && f->kind == kind && !strncmp (f->message, message, MESSAGE - 1);
}

static bool
end_state_is_bad (struct exec *e)
{
  for (thread_id t = 0; t < exec_threads (e); t++)
    if (exec_enabled (e, t))
      return false;
  return exec_end (e) == EXEC_BAD;
}

/* Executes the schedule from the start. True: its last step, by thread `by`, fails as the finding says; or, without a
 * thread, no thread can continue and the finding says so. */
static bool
repeats_failure (struct exec *e, const struct schedule *schedule, thread_id by, enum finding_kind kind, const char *message)
{
  if (by != NONE && VEC_LAST (*schedule).thread != by)
    return false;
  exec_rewind (e, 0);
  for (size_t i = 0; i < schedule->count; i++) {
    const struct stateless_step *step = &schedule->data[i];
    struct exec_step did = {0};
    if (step->thread >= exec_threads (e) || !exec_enabled (e, step->thread)
        || step->alternative >= exec_alternatives (e, step->thread))
      return false;
    enum exec_outcome outcome = exec_step (e, step->thread, step->alternative, &did);
    if (outcome == EXEC_BROKEN)
      return false;
    if (by != NONE && (outcome == EXEC_FAILED || outcome == EXEC_DOUBT) && i + 1 == schedule->count)
      return same_failure (exec_failure (e), kind, message);
  }
  return by == NONE && end_state_is_bad (e) && same_failure (exec_failure (e), kind, message);
}

/* ---- leaving out steps of the other threads ---- */

enum { TRIES = 200 };

struct cutting {
  struct exec *exec;
  thread_id by;
  enum finding_kind kind;
  const char *message;
  struct schedule tried;
  unsigned tries;
};

/* Removes the last `n` steps of the thread, if the schedule still fails in the same way. */
static bool
cut_tail (struct cutting *c, struct schedule *schedule, thread_id t, size_t n)
{
  size_t seen = 0, total = 0;
  for (size_t i = 0; i < schedule->count; i++)
    total += schedule->data[i].thread == t;
  if (n > total || c->tries == TRIES)
    return false;
  c->tries++;
  c->tried.count = 0;
  for (size_t i = 0; i < schedule->count; i++)
    if (schedule->data[i].thread != t || seen++ < total - n)
      VEC_PUSH (c->tried, schedule->data[i]);
  if (!repeats_failure (c->exec, &c->tried, c->by, c->kind, c->message))
    return false;
  struct schedule kept = c->tried;
  c->tried = *schedule;
  *schedule = kept;
  return true;
}

/* Repeats until nothing more can be left out: another thread may wait for the last steps of a thread. */
static void
cut_tails (struct cutting *c, struct schedule *schedule)
{
  for (bool changed = true; changed && c->tries < TRIES;) {
    changed = false;
    for (thread_id t = 0, n = (thread_id) exec_threads (c->exec); t < n; t++)
      for (size_t tail = schedule->count; tail && t != c->by; tail /= 2)
        while (cut_tail (c, schedule, t, tail))
          changed = true;
  }
  VEC_FREE (c->tried);
}

/* ---- the witness ---- */

bool
witness_repeat (struct exec *e, const struct schedule *schedule, bool at_end)
{
  thread_id by = at_end ? NONE : VEC_LAST (*schedule).thread;
  exec_rewind (e, 0);
  for (size_t i = 0; i < schedule->count; i++) {
    const struct stateless_step *step = &schedule->data[i];
    struct exec_step did = {0};
    if (step->thread >= exec_threads (e) || !exec_enabled (e, step->thread))
      return false;
    enum exec_outcome outcome = exec_step (e, step->thread, step->alternative, &did);
    if (outcome == EXEC_BROKEN)
      return false;
    if (by != NONE && i + 1 == schedule->count)
      return outcome == EXEC_FAILED;
  }
  return end_state_is_bad (e);
}

bool
witness_find (struct exec *e, const struct history *h, bool at_end, struct schedule *schedule)
{
  char message[MESSAGE];
  enum finding_kind kind = exec_failure (e)->kind;
  assert (exec_failure (e)->message && (at_end || h->events.count));
  snprintf (message, sizeof message, "%s", exec_failure (e)->message);
  /* a step that did not end was interrupted after a long time; it is not executed again */
  if (kind == FINDING_LIVELOCK && !at_end) {
    schedule_as_is (h, schedule);
    return true;
  }
  thread_id by = at_end ? NONE : VEC_LAST (h->events).thread;
  bool whole = at_end || kind == FINDING_DATA_RACE || kind == FINDING_MEMORY;
  schedule_tidy (h, whole ? NONE : (uint32_t) h->events.count - 1, schedule);
  assert (schedule->count <= h->events.count && (!whole || schedule->count == h->events.count));
  bool found = repeats_failure (e, schedule, by, kind, message);
  if (!found) {
    schedule_as_is (h, schedule);
    found = repeats_failure (e, schedule, by, kind, message);
  }
  if (!found || !whole || at_end)
    return found;
  struct cutting cutting = {.exec = e, .by = by, .kind = kind, .message = message};
  cut_tails (&cutting, schedule);
  return repeats_failure (e, schedule, by, kind, message);
}
