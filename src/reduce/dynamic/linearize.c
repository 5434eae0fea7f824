/* A readable order of an execution.
 *
 * Idea. Of all equivalent executions show one with few context switches; if only the causes of one event matter, leave out
 * what does not happen before it. A thread runs as long as possible; then the thread that can run longest follows.
 * Source. Our own.
 * Why that is sound. The events that happen before an event, in any order that respects happens-before, are an execution
 * too, and the event ends it in the same way. */

#include "reduce/dynamic/linearize.h"

#include <assert.h>

struct tidy {
  const struct history *history;
  uint32_t last;
  size_t nthreads;
  uint32_t *next;                 /* per thread: its next event to be listed, or NONE */
  int32_t *done;                  /* per thread: 1 + its last listed event */
  uint32_t *follow;               /* per event: the thread's next event to be listed, or NONE */
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

/* The number of events that the thread could execute without a context switch, by the clock. */
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
