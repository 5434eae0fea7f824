/* Breadth-first search: shortest counterexamples.
 *
 * Idea. States are numbered in order of insertion, so the queue is a counter. Only one parent number per state is stored; a
 * trace is reconstructed by searching, at each parent, for the transitions that lead to its child.
 * Source. The textbook algorithm.
 * Where we differ. Transient states between two observable ones are visited depth-first and do not count as a level.
 * Why that is sound. Every successor of every observable state is generated, whatever the order in between. */
#include <assert.h>
#include <string.h>

#include "model/transient.h"
#include "search/explore.h"

struct bfs {
  struct explorer *x;
  VEC (state_id) parent;
  struct transient walk;          /* the transient states reached from the state being expanded */
  state_id at;                    /* the state being expanded */
  uint32_t *cur, *path; uint32_t n;
};

/* Finds the transitions from state `from` to its child `to` and appends them. */
static void
retrace (struct explorer *x, state_id from, state_id to, struct trans_list *out)
{
  struct transient w = {0};
  struct passing passing = {0};
  size_t bytes = (size_t) x->ts->max_words * 4;
  uint32_t *start = mem_alloc (bytes), *goal = mem_alloc (bytes), *next = mem_alloc (bytes);
  uint32_t n = store_get (x->store, from, start, NULL), goal_n = store_get (x->store, to, goal, NULL);
  bool found = false;
  transient_begin (&w, x->ts, start, n);
  x->ts->class->enabled (x->ts, start, &w.trans);
  while (!found && transient_step (&w, next)) {
    if (!transient_goes_on (&w))
      continue;
    if (!ts_transient (next))
      found = w.words == goal_n && !memcmp (next, goal, (size_t) goal_n * 4);
    else if (!explore_passed_before (x, &passing, next, w.words))
      transient_enter (&w, next, 0);
  }
  assert (found || x->stop);
  transient_path (&w, out);
  transient_release (&w);
  passing_forget (&passing);
  mem_free (start);
  mem_free (goal);
  mem_free (next);
}

static void
trace_to (struct bfs *b, state_id id, struct trans_list *out)
{
  VEC (state_id) chain = {0};
  for (state_id s = id; s != STATE_NONE; s = b->parent.data[s])
    VEC_PUSH (chain, s);
  assert (!chain.count || VEC_LAST (chain) == 0);
  for (size_t i = chain.count; i-- > 1;)
    retrace (b->x, chain.data[i], chain.data[i - 1], out);
  VEC_FREE (chain);
}

/* The execution to the state being expanded, and from there along the transient states visited now. */
static trans_id *
bfs_trace (void *context, size_t *nsteps)
{
  struct bfs *b = context;
  struct trans_list out = {0};
  trace_to (b, b->at, &out);
  transient_path (&b->walk, &out);
  *nsteps = out.count;
  return out.data;
}

/* Handles a step that was executed, to x->next. */
static void
take_step (struct bfs *b)
{
  struct explorer *x = b->x;
  struct transient *w = &b->walk;
  assert (w->hops.count && b->at < b->parent.count);
  x->result->stats.transitions++;
  if (w->fault.kind != FAULT_NONE) {
    explore_fault (x, &w->fault, bfs_trace, b);
    if (!w->fault.goes_on || x->stop)
      return;
  }
  if (explore_too_deep (x, x->depth + 1))
    return;
  if (ts_transient (x->next)) {
    if (!explore_passed_before (x, &x->passing, x->next, w->words))
      transient_enter (w, x->next, 0);
    return;
  }
  state_id id;
  struct store_state from = {b->cur, b->n, b->path}, to = {x->next, w->words, x->next_path};
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
  assert (id < b->parent.count && (b->parent.data[id] == STATE_NONE || b->parent.data[id] < id));
  b->at = id;
  b->n = store_get (x->store, id, b->cur, b->path);
  transient_begin (&b->walk, x->ts, b->cur, b->n);
  x->ts->class->enabled (x->ts, b->cur, &b->walk.trans);
  if (ts_is_end (x->ts, b->walk.trans.data, b->walk.trans.count))
    explore_terminal (x, b->cur, bfs_trace, b);
  while (!x->stop && transient_step (&b->walk, x->next)) {
    take_step (b);
    if (explore_due (x))
      explore_tick (x);
  }
  transient_end (&b->walk);
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
  if (explore_put (x, NULL, &(struct store_state) {b->cur, b->n, b->path}, &id) == STORE_FULL)
    return;
  VEC_PUSH (b->parent, STATE_NONE);
  explore_new_state (x, b->cur, bfs_trace, b);
  size_t level_end = 1;
  for (size_t i = 0; i < b->parent.count && !x->stop; i++) {
    assert (i <= level_end && level_end <= b->parent.count);
    if (i == level_end) {
      level_end = b->parent.count;
      x->depth++;
      x->result->stats.max_depth = x->depth;
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
  transient_release (&b.walk);
  mem_free (b.cur);
  mem_free (b.path);
  VEC_FREE (b.parent);
}
