/* An execution for people.
 *
 * Idea: of all executions that are equivalent to this one, show one with few
 * changes between threads; and if only what leads to one event is of interest,
 * leave out what does not happen before it. Whoever runs goes on as long as it
 * can; then comes the thread that can go on longest.
 * Why that is sound: what happens before an event, in any order that keeps
 * happens-before, is an execution too, and the event ends it in the same way. */

#include "reduce/dynamic/linearize.h"

#include <assert.h>

struct tidy {
  const struct history *history;
  uint32_t last;
  size_t nthreads;
  uint32_t *next;                 /* per thread: its next event that is wanted, or NONE */
  int32_t *done;                  /* per thread: 1 + its last event that was taken */
  uint32_t *follow;               /* per event: the thread's next wanted event, or NONE */
};

static bool
is_wanted (const struct tidy *t, uint32_t event)
{
  return t->last == NONE || event == t->last || (event < t->last && history_before (t->history, event, t->last));
}

static void
find_wanted (struct tidy *t)
{
  const struct history *h = t->history;
  for (size_t i = 0; i < t->nthreads; i++)
    t->next[i] = NONE;
  for (uint32_t e = (uint32_t) h->events.count; e--;) {
    thread_id thread = h->events.data[e].thread;
    if (!is_wanted (t, e))
      continue;
    t->follow[e] = t->next[thread];
    t->next[thread] = e;
  }
}

static bool
is_ready (const struct tidy *t, uint32_t event)
{
  const int32_t *clock = history_clock (t->history, event);
  for (thread_id q = 0; q < t->nthreads; q++)
    if (q != t->history->events.data[event].thread && clock[q] > t->done[q])
      return false;
  return true;
}

/* How many events the thread could take in a clock. */
static size_t
run_length (const struct tidy *t, thread_id thread)
{
  size_t n = 0;
  for (uint32_t e = t->next[thread]; e != NONE && is_ready (t, e); e = t->follow[e])
    n++;
  return n;
}

static thread_id
longest (const struct tidy *t)
{
  thread_id best = NONE;
  size_t most = 0;
  for (thread_id q = 0; q < t->nthreads; q++) {
    size_t n = t->next[q] == NONE ? 0 : run_length (t, q);
    if (n > most) {
      most = n;
      best = q;
    }
  }
  return best;
}

size_t
history_linearize (const struct history *h, uint32_t last, uint32_t *order)
{
  struct tidy t = {.history = h, .last = last, .nthreads = h->threads.count};
  t.next = mem_alloc ((t.nthreads + 1) * sizeof *t.next);
  t.done = mem_zalloc ((t.nthreads + 1) * sizeof *t.done);
  t.follow = mem_alloc ((h->events.count + 1) * sizeof *t.follow);
  assert (last == NONE || last < h->events.count);
  find_wanted (&t);
  size_t n = 0;
  for (thread_id q; (q = longest (&t)) != NONE;)
    while (t.next[q] != NONE && is_ready (&t, t.next[q])) {
      uint32_t e = t.next[q];
      assert (n < h->events.count && h->events.data[e].thread == q && t.done[q] <= (int32_t) e);
      order[n++] = e;
      t.done[q] = (int32_t) e + 1;
      t.next[q] = t.follow[e];
    }
  assert (last != NONE || n == h->events.count);
  mem_free (t.follow);
  mem_free (t.done);
  mem_free (t.next);
  return n;
}
