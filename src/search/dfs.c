/* Depth-first search.
 *
 * Idea: one current state is changed in place. The stack keeps, per step, the
 * number of the state and the transitions still to try; stepping back, the
 * store gives the predecessor again, at the cost of what differs.
 * Source: the classic; incremental insertion after Laarman et al., SPIN 2011.
 * Where we differ: transient states (inside atomic sequences) are walked but
 * not stored; `base` is then the last stored state below them.
 * Why that is sound: a transient state's successors are explored whenever it
 * is met; where it is remembered (PASSING_FREE), it is with its control, and the
 * two determine its future.
 */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "search/explore.h"

/* Frames refer to transitions on the stack by 32-bit numbers; this leaves room for the last state. */
#define MAX_TRANS (UINT32_MAX - (1u << 26))

struct frame {
  state_id id;                    /* STATE_NONE while passing */
  uint32_t first;                 /* its transitions start here in `trans` */
  uint32_t next;                  /* the transition to try next */
  uint32_t limit;                 /* only so many are tried: an ample set, or all */
  uint32_t logged;                /* words of the predecessor in the log; 0: the store or base has it */
  uint32_t passing;               /* transient states in a row up to here; 0: stored */
};

/* A strong component of what was explored, as far as it is known: a stretch of the stack. */
struct component {
  state_id first;                 /* its first state; all later ones that are open belong to it or to the next ones */
  bool leads_on;                  /* a state of it is expanded fully, or a step leaves it for good */
};

struct dfs {
  struct explorer *x;
  VEC (struct frame) frames;
  struct trans_list trans;
  VEC (uint32_t) log;             /* predecessors that nothing else remembers */
  uint32_t *cur; uint32_t n;      /* the current state */
  uint32_t *path;                 /* of the last stored state on the stack: */
  uint32_t *base, base_n;         /* while passing, that state; else it is cur */
  uint32_t passing;
  bool logs;                      /* the store cannot give states back */
  VEC (uint64_t) open;            /* with reduction, a bit per state: its component is not left yet */
  state_id open_end;              /* no state from here on is open */
  VEC (struct component) components;
};

/* ---- reduction ----
 *
 * Nothing is put off for ever (C2, in the form that is enough for safety): the first
 * state of a strong component of the reduced graph that no step leaves is expanded
 * fully, unless another of its states is (A. Valmari, "The state explosion problem",
 * LNCS 1491, 1998). From every state a fully expanded one can then be
 * reached. Let w lead from s to an error. If a step of w is in the set of s, the first
 * such step can be made first; what remains is shorter. Else any step of the set
 * leaves w executable and its end as wrong as before; those on the way to a
 * fully expanded state lead to a state whose set has a step of w.
 * States are numbered in the order in which they are found, so the numbers do for
 * Gabow's algorithm (IPL 74, 2000): the components on the stack begin at rising numbers.
 * A step that ends in an error, or at an old state without a number, leads nowhere. */

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

/* The search goes back from a state; with the first of a component it leaves all of it. */
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

/* A step from the last stored state on the stack arrived at an old state. */
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

/* How many of the current state's transitions are to be tried. */
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

/* What is wanted of the state has been tried. Is there more after all? */
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

/* Goes on to x->next, whose path is in x->next_path unless it is transient. */
static void
push (struct dfs *d, uint32_t n, state_id id, bool transient)
{
  struct explorer *x = d->x;
  struct frame f = {.id = transient ? STATE_NONE : id, .first = (uint32_t) d->trans.count};
  if (d->trans.count > MAX_TRANS)
    explore_bound (x, BOUND_MEMORY, NULL);     /* ends the search: what is pushed is never looked at */
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

/* From a stored state back into an atomic: base and path are those of the
 * last stored state again. */
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

/* The state on top of the stack is new: what is there to say about it? */
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
