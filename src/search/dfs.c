/* Depth-first search.
 *
 * Idea: one current state is changed in place; the stack keeps, per step, the
 * transitions still to try and what is needed to take the step back: the words
 * that changed, or the whole predecessor where the length changed.
 * Source: the classic; incremental insertion after Laarman et al., SPIN 2011.
 * Where we differ: transient states (inside atomic sequences) are walked but
 * not stored; `base` is then the last stored state below them.
 * Why that is sound: a transient state's successors are explored whenever it
 * is met; from PASSING_DEPTH on it is remembered with its control, which
 * together determine its future.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/explore.h"

/* The stack's undo log holds words. Of a step, in this order:
 *   delta:  { index, old word }*  of the state, then of the path
 *   whole:  the predecessor's words; to a stored state also base (if the
 *           predecessor was transient) and path
 */
struct frame {
  size_t log;                     /* length of the undo log before this step */
  size_t first;                   /* its transitions start here in `trans` */
  uint32_t next;                  /* the transition to try next */
  uint32_t n;                     /* words of the predecessor */
  uint32_t base_n;                /* words of the predecessor's base */
  uint32_t deltas, path_deltas;
  uint32_t passing;               /* transient states in a row up to here; 0: stored */
  bool whole;
};

struct dfs {
  struct explorer *x;
  VEC (struct frame) frames;
  struct trans_list trans;
  VEC (uint32_t) log;
  uint32_t *cur; uint32_t n;      /* the current state */
  uint32_t *path;                 /* of the last stored state on the stack: */
  uint32_t *base, base_n;         /* while passing, that state; else it is cur */
  uint32_t passing;
};

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
log_words (struct dfs *d, const uint32_t *words, uint32_t n)
{
  VEC_RESERVE (d->log, d->log.count + n);
  memcpy (d->log.data + d->log.count, words, (size_t) n * 4);
  d->log.count += n;
}

static void
unlog_words (struct dfs *d, uint32_t *words, uint32_t n)
{
  d->log.count -= n;
  memcpy (words, d->log.data + d->log.count, (size_t) n * 4);
}

/* Logs where new differs from old, and makes old new. */
static uint32_t
log_delta (struct dfs *d, uint32_t *old, const uint32_t *new, uint32_t n)
{
  uint32_t count = 0;
  VEC_RESERVE (d->log, d->log.count + 2 * (size_t) n);
  uint32_t *log = d->log.data + d->log.count;
  for (uint32_t i = 0; i < n; i++)
    if (old[i] != new[i]) {
      log[2 * count] = i;
      log[2 * count + 1] = old[i];
      old[i] = new[i];
      count++;
    }
  d->log.count += 2 * (size_t) count;
  return count;
}

static void
unlog_delta (struct dfs *d, uint32_t *words, uint32_t count)
{
  for (; count; count--) {
    d->log.count -= 2;
    words[d->log.data[d->log.count]] = d->log.data[d->log.count + 1];
  }
}

static uint32_t
path_words (const struct dfs *d, uint32_t n)
{
  return store_path_words (d->x->store, n);
}

/* Goes on to x->next, whose path is in x->next_path unless it is transient. */
static void
push (struct dfs *d, uint32_t n, bool transient)
{
  struct explorer *x = d->x;
  struct frame f = {.log = d->log.count, .n = d->n, .base_n = d->base_n, .passing = d->passing};
  f.whole = transient || d->passing || n != d->n;
  if (!f.whole) {
    f.deltas = log_delta (d, d->cur, x->next, n);
    f.path_deltas = log_delta (d, d->path, x->next_path, path_words (d, n));
  } else {
    log_words (d, d->cur, d->n);
    if (transient && !d->passing)
      memcpy (d->base, d->cur, (size_t) d->n * 4);
    if (!transient) {
      if (d->passing)
        log_words (d, d->base, d->base_n);
      log_words (d, d->path, path_words (d, d->base_n));
      memcpy (d->path, x->next_path, (size_t) path_words (d, n) * 4);
    }
    memcpy (d->cur, x->next, (size_t) n * 4);
  }
  d->n = n;
  d->base_n = transient ? d->base_n : n;
  d->passing = transient ? d->passing + 1 : 0;
  f.first = d->trans.count;
  VEC_PUSH (d->frames, f);
  x->ts->class->enabled (x->ts, d->cur, &d->trans);
  x->depth = d->frames.count - 1;
  if (x->depth > x->result->stats.max_depth)
    x->result->stats.max_depth = x->depth;
}

static void
pop (struct dfs *d)
{
  struct frame f = VEC_POP (d->frames);
  d->trans.count = f.first;
  if (!d->frames.count)
    return;
  if (!f.whole) {
    unlog_delta (d, d->path, f.path_deltas);
    unlog_delta (d, d->cur, f.deltas);
  } else {
    if (!d->passing) {
      unlog_words (d, d->path, path_words (d, f.base_n));
      if (f.passing)
        unlog_words (d, d->base, f.base_n);
    }
    unlog_words (d, d->cur, f.n);
  }
  d->n = f.n;
  d->base_n = f.base_n;
  d->passing = f.passing;
  assert (d->log.count == f.log);
}

/* The state on top of the stack is new: what is there to say about it? */
static void
look (struct dfs *d)
{
  if (d->passing)
    return;
  explore_new_state (d->x, d->cur, dfs_trace, d);
  if (d->trans.count == VEC_LAST (d->frames).first)
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
  if (x->options->max_depth && d->frames.count > x->options->max_depth) {
    explore_cut (x, "reached the depth limit (--max-depth)");
    return;
  }
  if (transient) {
    if (d->passing >= PASSING_DEPTH && explore_passed_before (x, x->next, n))
      return;
  } else {
    state_id id;
    struct store_state from = {d->passing ? d->base : d->cur, d->base_n, d->path}, to = {x->next, n, x->next_path};
    if (explore_put (x, &from, &to, &id) != STORE_NEW)
      return;
  }
  push (d, n, transient);
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
  explore_put (x, NULL, &(struct store_state) {d->cur, d->n, d->path}, &id);
  VEC_PUSH (d->frames, (struct frame) {.n = d->n, .base_n = d->n});
  x->ts->class->enabled (x->ts, d->cur, &d->trans);
  look (d);
  while (d->frames.count && !x->stop) {
    struct frame *f = &VEC_LAST (d->frames);
    if (f->first + f->next == d->trans.count) {
      pop (d);
      continue;
    }
    try_transition (d, d->trans.data[f->first + f->next++]);
    x->stack_bytes = d->frames.room * sizeof (struct frame) + d->trans.room * sizeof (trans_id) + d->log.room * 4;
    explore_tick (x);
  }
}

void
explore_dfs (struct explorer *x)
{
  struct dfs d = {.x = x};
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
}
