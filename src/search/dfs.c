/* Depth-first search.
 *
 * Idea. One current state is changed in place. For each step the stack has the number of the state and the transitions
 * still to be tried; to backtrack, the predecessor is read from the store, at the cost of the words that differ.
 * Source. The textbook algorithm; incremental insertion into a tree store as in A. Laarman, J. van de Pol, M. Weber,
 * "Parallel recursive state compression for free", SPIN 2011.
 * Where we differ. Transient states (inside atomic sequences) are visited but not stored; `base` is then the last stored
 * state below them.
 * Why that is sound. The successors of a transient state are explored whenever it is reached; where transient states are
 * remembered (PASSING_FREE), this includes the process in control, and state and control determine the future. */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "search/explore.h"

/* Frames index transitions on the stack by 32-bit numbers; the rest leaves room for those of the last state. */
#define MAX_TRANS (UINT32_MAX - (1u << 26))

struct frame {
  state_id id;                    /* STATE_NONE for a transient state */
  uint32_t first;                 /* its first transition in `trans` */
  uint32_t next;                  /* the transition to try next */
  uint32_t limit;                 /* number of transitions to be tried: an ample set, or all */
  uint32_t logged;                /* size of the predecessor in the log; 0: it is in the store, or in base */
  uint32_t passing;               /* number of consecutive transient states up to here; 0: a stored state */
};

/* A strongly connected component of the explored graph, as far as known: a range of the stack. */
struct component {
  state_id first;                 /* its first state; later open states belong to it or to later components */
  bool leads_on;                  /* one of its states is fully expanded, or a step leaves it for good */
};

struct dfs {
  struct explorer *x;
  VEC (struct frame) frames;
  struct trans_list trans;
  VEC (uint32_t) log;             /* predecessors that are not stored elsewhere */
  uint32_t *cur; uint32_t n;      /* the current state */
  uint32_t *path;                 /* the store path of the last stored state on the stack */
  uint32_t *base, base_n;         /* that state, while the current one is transient */
  uint32_t passing;
  bool logs;                      /* the store cannot return states */
  VEC (uint64_t) open;            /* with reduction, one bit per state: its component is not finished */
  state_id open_end;              /* no state from here on is open */
  VEC (struct component) components;
};

/* ---- reduction ----
 *
 * No step is postponed for ever (C2, in the form that is enough for safety): the first state of a strongly connected
 * component of the reduced graph that no step leaves is fully expanded, unless another of its states is (A. Valmari, "The
 * state explosion problem", in: Lectures on Petri Nets I, LNCS 1491, Springer 1998). Then a fully expanded state is
 * reachable from every state. Let w lead from s to an error. If a step of w is in the set of s, the first such step can be
 * executed first, and the rest is shorter. Otherwise any step of the set leaves w executable, with an error at its end; the
 * steps on the path to a fully expanded state lead to a state whose set contains a step of w.
 * States are numbered in the order in which they are found, so the numbers can be used for the algorithm of H. Gabow,
 * "Path-based depth-first search for strong and biconnected components", Information Processing Letters 74 (2000): the
 * components on the stack begin at increasing numbers. A step that ends in an error, or at an old state without a number,
 * leads to no component. */

static void
component_enter (struct dfs *d, state_id id)
{
  if (!d->x->run->reduction)
    return;
  VEC_PUSH (d->components, ((struct component) {.first = id}));
  if (id == STATE_NONE)
    return;
  while (d->open.count < bits_words (id))
    VEC_PUSH (d->open, 0);
  assert (id >= d->open_end && !bits_has (d->open.data, id));
  bits_add (d->open.data, id);
  d->open_end = id + 1;
}

/* Backtracks from a state; if it is the first of its component, the component is finished. */
static void
component_leave (struct dfs *d, state_id id)
{
  if (!d->x->run->reduction || VEC_LAST (d->components).first != id)
    return;
  assert (VEC_LAST (d->components).leads_on);
  for (; id != STATE_NONE && d->open_end > id; d->open_end--)
    bits_remove (d->open.data, d->open_end - 1);
  d->components.count--;
  if (d->components.count)
    VEC_LAST (d->components).leads_on = true;
}

/* Handles a step from the last stored state on the stack to an old state: merges components. */
static void
component_join (struct dfs *d, state_id id)
{
  if (!d->x->run->reduction)
    return;
  d->x->result->cyclic |= id == STATE_NONE || bits_has (d->open.data, id);
  if (id == STATE_NONE)
    return;
  if (!bits_has (d->open.data, id))
    VEC_LAST (d->components).leads_on = true;
  else
    while (VEC_LAST (d->components).first > id) {
      bool leads_on = VEC_POP (d->components).leads_on;
      assert (d->components.count);
      VEC_LAST (d->components).leads_on |= leads_on;
    }
}

/* The number of transitions of the current state that are to be tried. */
static uint32_t
choose (struct dfs *d, const struct frame *f)
{
  size_t n = d->trans.count - f->first;
  if (f->passing || !d->x->run->reduction)
    return (uint32_t) n;
  size_t size = static_choose (d->x->run->reduction, d->cur, d->trans.data + f->first, n);
  explore_check_set (d->x, d->cur, d->trans.data + f->first, size, n);
  assert (size <= n && (size > 0) == (n > 0));
  return (uint32_t) size;
}

/* All selected transitions of the state have been tried: whether the others must be tried too. */
static bool
expand_fully (struct dfs *d, struct frame *f)
{
  if (f->passing || !d->x->run->reduction)
    return false;
  struct component *c = &VEC_LAST (d->components);
  uint32_t all = (uint32_t) d->trans.count - f->first;
  bool was = c->leads_on || c->first != f->id;
  c->leads_on |= f->limit == all;
  if (was || f->limit == all)
    return false;
  assert (f->next < all);
  c->leads_on = true;
  f->limit = all;
  return true;
}

/* ---- the stack ---- */

/* The execution up to the current frame's transition in progress. */
static trans_id *
dfs_trace (void *context, size_t *nsteps)
{
  struct dfs *d = context;
  trans_id *steps = mem_alloc ((d->frames.count + 1) * sizeof *steps);
  size_t n = 0;
  for (size_t i = 0; i < d->frames.count; i++)
    if (d->frames.data[i].next)
      steps[n++] = d->trans.data[d->frames.data[i].first + d->frames.data[i].next - 1];
  *nsteps = n;
  return steps;
}

static void
swap (uint32_t **a, uint32_t **b)
{
  uint32_t *t = *a;
  *a = *b;
  *b = t;
}

/* Pushes x->next, whose store path is in x->next_path unless it is transient. */
static void
push (struct dfs *d, uint32_t n, state_id id, bool transient)
{
  struct explorer *x = d->x;
  struct frame f = {.id = transient ? STATE_NONE : id, .first = (uint32_t) d->trans.count};
  if (d->trans.count > MAX_TRANS)
    explore_bound (x, BOUND_MEMORY, NULL);     /* ends the search: the pushed state is not expanded */
  if (d->logs || d->passing) {
    f.logged = d->n;
    VEC_RESERVE (d->log, d->log.count + d->n);
    memcpy (d->log.data + d->log.count, d->cur, (size_t) d->n * 4);
    d->log.count += d->n;
  }
  swap (&d->cur, &x->next);
  if (!transient) {
    swap (&d->path, &x->next_path);
    d->base_n = n;
  } else if (!d->passing)
    swap (&d->base, &x->next);
  d->n = n;
  f.passing = d->passing = transient ? d->passing + 1 : 0;
  assert (transient == ts_transient (d->cur) && n <= x->ts->max_words);
  if (!transient)
    component_enter (d, id);
  x->ts->class->enabled (x->ts, d->cur, &d->trans);
  f.limit = choose (d, &f);
  VEC_PUSH (d->frames, f);
  x->depth = d->frames.count - 1;
  if (x->depth > x->result->stats.max_depth)
    x->result->stats.max_depth = x->depth;
}

/* Backtracks from a stored state into an atomic sequence: base and path are those of the last stored state again. */
static void
restore_base (struct dfs *d)
{
  size_t i = d->frames.count;
  while (d->frames.data[i - 1].passing)
    i--;
  memcpy (d->base, d->cur, (size_t) d->n * 4);
  d->base_n = store_back (d->x->store, d->frames.data[i - 1].id, d->base, d->n, d->path);
}

static void
pop (struct dfs *d)
{
  struct frame f = VEC_POP (d->frames);
  assert (f.next == f.limit && f.limit <= d->trans.count - f.first);
  d->trans.count = f.first;
  if (!f.passing)
    component_leave (d, f.id);
  if (!d->frames.count)
    return;
  const struct frame *to = &VEC_LAST (d->frames);
  if (f.logged) {
    if (!f.passing && !d->logs)
      restore_base (d);
    d->log.count -= f.logged;
    memcpy (d->cur, d->log.data + d->log.count, (size_t) f.logged * 4);
    d->n = f.logged;
  } else if (f.passing) {
    memcpy (d->cur, d->base, (size_t) d->base_n * 4);
    d->n = d->base_n;
  } else
    d->n = d->base_n = store_back (d->x->store, to->id, d->cur, d->n, d->path);
  d->passing = to->passing;
  assert (d->n && (d->passing != 0) == ts_transient (d->cur));
}

/* Checks the new state on top of the stack: invariant, end state, successors. */
static void
look (struct dfs *d)
{
  if (d->passing)
    return;
  explore_new_state (d->x, d->cur, dfs_trace, d);
  size_t first = VEC_LAST (d->frames).first;
  if (ts_is_end (d->x->ts, d->trans.data + first, d->trans.count - first))
    explore_terminal (d->x, d->cur, dfs_trace, d);
}

static void
try_transition (struct dfs *d, trans_id t)
{
  struct explorer *x = d->x;
  struct fault fault;
  uint32_t n = x->ts->class->step (x->ts, d->cur, t, x->next, &fault);
  x->result->stats.transitions++;
  if (fault.kind != FAULT_NONE) {
    explore_fault (x, &fault, dfs_trace, d);
    if (!fault.goes_on || x->stop)
      return;
  }
  bool transient = ts_transient (x->next);
  if (explore_too_deep (x, d->frames.count))
    return;
  state_id id = STATE_NONE;
  if (transient) {
    if (explore_passed_before (x, &x->passing, x->next, n))
      return;
  } else {
    struct store_state from = {d->passing ? d->base : d->cur, d->base_n, d->path}, to = {x->next, n, x->next_path};
    enum store_answer answer = explore_put (x, &from, &to, &id);
    if (answer == STORE_OLD)
      component_join (d, id);
    if (answer != STORE_NEW)
      return;
  }
  push (d, n, id, transient);
  look (d);
}

static void
search (struct dfs *d)
{
  struct explorer *x = d->x;
  struct fault fault = {.kind = FAULT_NONE};
  state_id id;
  d->n = d->base_n = x->ts->class->initial (x->ts, d->cur, &fault);
  if (fault.kind != FAULT_NONE) {
    explore_fault (x, &fault, dfs_trace, d);
    return;
  }
  if (explore_put (x, NULL, &(struct store_state) {d->cur, d->n, d->path}, &id) == STORE_FULL)
    return;
  struct frame first = {.id = id};
  component_enter (d, id);
  x->ts->class->enabled (x->ts, d->cur, &d->trans);
  first.limit = choose (d, &first);
  VEC_PUSH (d->frames, first);
  look (d);
  while (d->frames.count && !x->stop) {
    struct frame *f = &VEC_LAST (d->frames);
    if (f->next >= f->limit && !expand_fully (d, f)) {
      pop (d);
      continue;
    }
    try_transition (d, d->trans.data[f->first + f->next++]);
    if (explore_due (x)) {
      x->stack_bytes = d->frames.room * sizeof (struct frame) + d->trans.room * sizeof (trans_id) + d->log.room * 4 +
                       d->open.room * sizeof (uint64_t) + d->components.room * sizeof (struct component);
      explore_tick (x);
    }
  }
  assert (x->stop || (!d->frames.count && !d->trans.count && !d->log.count));
}

void
explore_dfs (struct explorer *x)
{
  struct dfs d = {.x = x, .logs = !store_gives_back (x->store)};
  size_t words = x->ts->max_words, path = store_path_words (x->store, (uint32_t) words);
  d.cur = mem_alloc (words * 4);
  d.base = mem_alloc (words * 4);
  d.path = mem_alloc (path * 4);
  search (&d);
  mem_free (d.cur);
  mem_free (d.base);
  mem_free (d.path);
  VEC_FREE (d.frames);
  VEC_FREE (d.trans);
  VEC_FREE (d.log);
  VEC_FREE (d.open);
  VEC_FREE (d.components);
}
