/* Backtrack sets for executions with few preemptions.
 *
 * Idea. As in dpor.c: where a later operation of thread q depends on a step e, q is also run from the state before e.
 * Running q there may be one preemption too many, although an equivalent execution in which q comes before the whole block
 * of steps of e's thread that contains e needs none: so q is also run from the state before that block.
 *
 * Source. K. Coons, M. Musuvathi, K. McKinley, "Bounded partial-order reduction", OOPSLA 2013: conservative backtrack
 * points.
 *
 * Where we differ. The partners of an operation also include those that are ordered with it because they enable it, since
 * they decide whether leaving its thread is a preemption; and, if the operation may be blocked, everything that it depends
 * on and that does not happen before it.
 *
 * Why that is sound. Claim: for a state E that is reached after a step of thread l, and a complete execution w from E, an
 * equivalent execution with no more preemptions is explored. If the first thread of w is run from E, it is followed, and
 * the block with which w begins is unchanged. Otherwise let p be the first thread in w that is run from E (l is, if it is
 * enabled), and w = a B c with p's block B.
 *   If p = l, leaving p for a costs a preemption. The steps at the beginning of B that depend on nothing in a, and on no
 *   operation that a thread has when a leaves it, can come first at no cost: the preemption comes later, and the threads of
 *   a are enabled where they were. If already the first step b has such a partner f, then E.b followed by a up to f is
 *   within the bound, and is explored by induction; the thread of f was added at E.
 *   If p is another thread, its block begins at E. It can come first, as a whole or until it is blocked, if none of its
 *   steps, nor p's operation after it, has a partner in that sense: p is left at the same cost as before, and the thread
 *   that was left for B is left for c. Otherwise all that p can execute at E until it is blocked, followed by a up to the
 *   partner f, is within the bound, because leaving a blocked thread is free; it is explored by induction and begins with
 *   that block; the thread of f was added at E.
 *   That thread occurs in a, which contains no thread that is run from E; if it is not enabled at E, all threads are run: a
 *   contradiction in either case. If no thread of w is run from E, then w = a: it disables p's next step for ever, and
 *   contains a partner of it. */

#include <assert.h>

#include "reduce/dynamic/exploration.h"

static void
add_point (struct exploration *x, size_t node, thread_id q)
{
  uint64_t *planned = exploration_set (x, node, SET_BACKTRACK);
  const uint64_t *enabled = exploration_set (x, node, SET_ENABLED);
  assert (node < x->history.events.count && bits_has (planned, x->history.events.data[node].thread));
  if (bits_has (enabled, q))
    bits_add (planned, q);
  else
    for (size_t i = 0; i < x->words; i++)
      planned[i] |= enabled[i];
}

/* Adds q to the backtrack sets before the event and before the block of its thread that contains it. */
static void
add_points (struct exploration *x, uint32_t e, thread_id q)
{
  const struct event *events = x->history.events.data;
  uint32_t begin = e;
  while (begin && events[begin - 1].thread == events[e].thread)
    begin--;
  add_point (x, e, q);
  add_point (x, begin, q);
}

/* Adds the backtrack points for all partners of an operation that is, or would have been, event r->end, or that this event
 * withdrew. */
static void
add_partners (struct exploration *x, const struct race *r)
{
  struct history *t = &x->history;
  bool waits = t->ops.known.data[r->op].waits;
  history_clock_before (t, r);
  for (uint32_t e = r->end + r->withdrawn; e-- > 0;) {
    const struct event *v = &t->events.data[e];
    int32_t *known = &t->thread_clock[v->thread];
    if (v->thread == r->thread || *known > (int32_t) e || !ops_dependent (&t->ops, v->op, r->op))
      continue;
    add_points (x, e, r->thread);
    if (!waits)
      *known = (int32_t) e + 1;   /* the last partner of each thread */
  }
}

/* For the new events of the execution, and for the operations that are blocked at its end. */
static void
bounded_plan (struct exploration *x)
{
  struct history *t = &x->history;
  uint32_t n = (uint32_t) t->events.count;
  assert (!x->sleep);
  for (uint32_t i = x->branch; i < n; i++) {
    const struct event *e = &t->events.data[i];
    add_partners (x, &(struct race){.thread = e->thread, .op = e->announced, .end = i, .pred = e->pred, .releases = e->releases});
  }
  for (size_t i = 0; i < t->races.count; i++)
    if (t->races.data[i].withdrawn && t->races.data[i].first == t->races.data[i].end)
      add_partners (x, &t->races.data[i]);
  for (thread_id q = 0; q < exec_threads (x->exec); q++) {
    const struct op *op = exploration_stopped (x, q) ? NULL : exec_next (x->exec, q);
    if (op)
      add_partners (x, &(struct race){.thread = q, .op = ops_intern (&t->ops, op), .end = n, .pred = t->threads.data[q].last,
                                      .releases = t->threads.data[q].releases});
  }
}

static const struct race_rules races = {.plan = bounded_plan};
static const struct selection selection = {.next = persistent_next, .races = &races, .keeps_preemptions = true, .never_sleeps = true};

const struct reduction reduction_bounded = {
  .name = "bounded", .help = "backtrack sets that keep executions with few preemptions (Coons and others); auto with --preemptions",
  .models = true, .programs = true, .ends = true, .selection = &selection,
};
