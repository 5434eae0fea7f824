/* Breadth-first search: shortest counterexamples.
 *
 * Idea: states are numbered in order of insertion, so the queue is a counter.
 * One parent number per state is all that is kept; a trace is found again by
 * looking, from each parent, for the transitions that lead to its child.
 * Transient states between two observable ones are walked depth-first and do
 * not count as a level.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/explore.h"

/* A walk through transient states: one entry per state on the way. */
struct hop {
  uint32_t *state; uint32_t n;
  size_t first, next;             /* transitions, in the walk's list */
};

struct walk {
  VEC (struct hop) hops;
  struct trans_list trans;
};

struct bfs {
  struct explorer *x;
  VEC (state_id) parent;
  struct walk walk;
  state_id at;                    /* the state being expanded */
  uint32_t *cur, *path; uint32_t n;
};

static void
walk_enter (struct explorer *x, struct walk *w, const uint32_t *state, uint32_t n)
{
  struct hop h = {.n = n, .state = mem_alloc ((size_t) n * 4), .first = w->trans.count};
  memcpy (h.state, state, (size_t) n * 4);
  h.next = h.first;
  VEC_PUSH (w->hops, h);
  x->ts->class->enabled (x->ts, state, &w->trans);
}

static void
walk_leave (struct walk *w)
{
  struct hop h = VEC_POP (w->hops);
  w->trans.count = h.first;
  mem_free (h.state);
}

static void
walk_release (struct walk *w)
{
  while (w->hops.count)
    walk_leave (w);
  VEC_FREE (w->hops);
  VEC_FREE (w->trans);
}

enum { RETRACE_FREE = 1000 };     /* as PASSING_FREE */

static bool
new_to (struct store *seen, const uint32_t *state, uint32_t n)
{
  state_id id;
  return store_put (seen, NULL, &(struct store_state) {state, n, NULL}, &id) == STORE_NEW;
}

/* Finds the transitions from state `from` to its child `to` and appends them. */
static void
retrace (struct explorer *x, state_id from, state_id to, struct trans_list *out)
{
  struct walk w = {0};
  size_t words = x->ts->max_words;
  uint32_t *a = mem_alloc (words * 4), *goal = mem_alloc (words * 4), *next = mem_alloc (words * 4);
  uint32_t n = store_get (x->store, from, a, NULL), goal_n = store_get (x->store, to, goal, NULL);
  struct fault fault;
  bool found = false;
  uint64_t walked = 0;
  struct store *seen = store_new (&(struct store_config) {.kind = STORE_PLAIN});
  walk_enter (x, &w, a, n);
  while (w.hops.count && !found) {
    struct hop *h = &VEC_LAST (w.hops);
    if (h->next == w.trans.count) {
      walk_leave (&w);
      continue;
    }
    uint32_t m = x->ts->class->step (x->ts, h->state, w.trans.data[h->next++], next, &fault);
    if (fault.kind != FAULT_NONE && !fault.goes_on)
      continue;
    if (ts_transient (next)) {
      if (++walked < RETRACE_FREE || new_to (seen, next, m))
        walk_enter (x, &w, next, m);
    } else
      found = m == goal_n && !memcmp (next, goal, (size_t) m * 4);
  }
  for (size_t i = 0; i < w.hops.count; i++)
    VEC_PUSH (*out, w.trans.data[w.hops.data[i].next - 1]);
  walk_release (&w);
  store_free (seen);
  mem_free (a);
  mem_free (goal);
  mem_free (next);
}

static void
trace_to (struct bfs *b, state_id id, struct trans_list *out)
{
  VEC (state_id) chain = {0};
  for (state_id s = id; s != STATE_NONE; s = b->parent.data[s])
    VEC_PUSH (chain, s);
  for (size_t i = chain.count; i-- > 1;)
    retrace (b->x, chain.data[i], chain.data[i - 1], out);
  VEC_FREE (chain);
}

/* The execution to the state being expanded and along the walk in progress. */
static trans_id *
bfs_trace (void *context, size_t *nsteps)
{
  struct bfs *b = context;
  struct trans_list out = {0};
  trace_to (b, b->at, &out);
  for (size_t i = 0; i < b->walk.hops.count; i++)
    if (b->walk.hops.data[i].next > b->walk.hops.data[i].first)
      VEC_PUSH (out, b->walk.trans.data[b->walk.hops.data[i].next - 1]);
  *nsteps = out.count;
  return out.data;
}

static void
try_transition (struct bfs *b, const struct hop *h, trans_id t)
{
  struct explorer *x = b->x;
  struct fault fault;
  uint32_t n = x->ts->class->step (x->ts, h->state, t, x->next, &fault);
  x->result->stats.transitions++;
  if (fault.kind != FAULT_NONE) {
    explore_fault (x, &fault, bfs_trace, b);
    if (!fault.goes_on || x->stop)
      return;
  }
  if (ts_transient (x->next)) {
    if (!explore_passed_before (x, x->next, n))
      walk_enter (x, &b->walk, x->next, n);
    return;
  }
  state_id id;
  struct store_state from = {b->cur, b->n, b->path}, to = {x->next, n, x->next_path};
  if (explore_put (x, &from, &to, &id) != STORE_NEW)
    return;
  assert (id == b->parent.count);
  VEC_PUSH (b->parent, b->at);
  explore_new_state (x, x->next, bfs_trace, b);
}

static void
expand (struct bfs *b, state_id id)
{
  struct explorer *x = b->x;
  b->at = id;
  b->n = store_get (x->store, id, b->cur, b->path);
  walk_enter (x, &b->walk, b->cur, b->n);
  if (!b->walk.trans.count)
    explore_terminal (x, b->cur, bfs_trace, b);
  while (b->walk.hops.count && !x->stop) {
    struct hop h = VEC_LAST (b->walk.hops);
    if (h.next == b->walk.trans.count) {
      walk_leave (&b->walk);
      continue;
    }
    VEC_LAST (b->walk.hops).next++;
    try_transition (b, &h, b->walk.trans.data[h.next]);
    if (explore_due (x))
      explore_tick (x);
  }
}

static void
search (struct bfs *b)
{
  struct explorer *x = b->x;
  struct fault fault = {.kind = FAULT_NONE};
  state_id id;
  b->at = STATE_NONE;
  b->n = x->ts->class->initial (x->ts, b->cur, &fault);
  if (fault.kind != FAULT_NONE) {
    explore_fault (x, &fault, bfs_trace, b);
    return;
  }
  explore_put (x, NULL, &(struct store_state) {b->cur, b->n, b->path}, &id);
  VEC_PUSH (b->parent, STATE_NONE);
  explore_new_state (x, b->cur, bfs_trace, b);
  size_t level_end = 1;
  for (size_t i = 0; i < b->parent.count && !x->stop; i++) {
    if (i == level_end) {
      level_end = b->parent.count;
      x->depth++;
      x->result->stats.max_depth = x->depth;
      if (x->options->max_depth && x->depth >= x->options->max_depth) {
        explore_cut (x, "reached the depth limit (--max-depth)");
        break;
      }
    }
    expand (b, (state_id) i);
    x->stack_bytes = b->parent.room * sizeof (state_id);
  }
}

void
explore_bfs (struct explorer *x)
{
  struct bfs b = {.x = x};
  size_t words = x->ts->max_words;
  b.cur = mem_alloc (words * 4);
  b.path = mem_alloc ((size_t) store_path_words (x->store, (uint32_t) words) * 4);
  search (&b);
  walk_release (&b.walk);
  mem_free (b.cur);
  mem_free (b.path);
  VEC_FREE (b.parent);
}
