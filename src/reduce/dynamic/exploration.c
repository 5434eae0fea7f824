/* The exploration: the nodes of the present execution, steps, and backtracking. */

#include "reduce/dynamic/exploration.h"

#include <assert.h>
#include <string.h>

#include "reduce/dynamic/check.h"
#include "reduce/dynamic/reversal.h"

/* Makes the sets wider when there are more threads than bits. */
static void
sets_reserve (struct exploration *x, size_t nodes, size_t threads)
{
  size_t words = x->words;
  while (words * 64 < threads)
    words *= 2;
  if (words == x->words && nodes <= x->set_room)
    return;
  size_t room = x->set_room ? x->set_room : 64;
  while (room < nodes)
    room *= 2;
  uint64_t *sets = mem_zalloc (room * SETS * words * sizeof *sets);
  for (size_t i = 0; i < x->set_room * SETS; i++)
    memcpy (sets + i * words, x->sets + i * x->words, x->words * sizeof *sets);
  mem_free (x->sets);
  x->sets = sets;
  x->words = words;
  x->set_room = room;
}

/* A thread stops after an event that more than max_past events happen before. This number is the same in every execution of
 * the trace, so the bound cuts all of them or none, and the bounded program terminates. */
bool
stopped_by_past (const struct exploration *x, thread_id t)
{
  uint32_t last = t < x->history.threads.count ? x->history.threads.data[t].last : NONE;
  if (last == NONE || last < x->max_past)
    return false;
  return history_past (&x->history, last) > x->max_past;
}

static void
find_enabled (const struct exploration *x, size_t threads, uint64_t *enabled)
{
  if (x->exec->class->all_enabled)
    exec_all_enabled (x->exec, enabled);
  else
    for (thread_id t = 0; t < threads; t++)
      if (exec_enabled (x->exec, t))
        bits_add (enabled, t);
  for (thread_id t = 0; t < threads && x->history.events.count > x->max_past; t++)
    if (exploration_stopped (x, t))
      bits_remove (enabled, t);
}

/* Adds a node for the present state of the exec. */
static void
node_enter (struct exploration *x)
{
  size_t depth = x->history.events.count;
  size_t threads = exec_threads (x->exec);
  assert (!x->away && x->nodes.count == depth);
  history_threads (&x->history, threads);
  sets_reserve (x, depth + 1, threads);
  uint64_t *enabled = exploration_set (x, depth, SET_ENABLED);
  memset (enabled, 0, SETS * x->words * sizeof *enabled);
  find_enabled (x, threads, enabled);
  struct node n = {.sleep = (uint32_t) x->sleepers.count};
  if (depth) {
    const struct node *before = &x->nodes.data[depth - 1];
    n.stopped = before->stopped + exploration_stopped (x, before->thread);
    sleep_inherit (x, before, &n);
    n.tree = before->rest;
    n.preemptions = before->preemptions;
    if (depth > 1 && before[-1].thread != before->thread && bits_has (exploration_set (x, depth - 1, SET_ENABLED), before[-1].thread))
      n.preemptions++;
  }
  VEC_PUSH (x->nodes, n);
  assert (x->nodes.count == depth + 1 && n.sleep + n.nsleep == x->sleepers.count);
}

void
exploration_init (struct exploration *x, struct exec *exec, const struct reduction *reduction, bool sleep)
{
  memset (x, 0, sizeof *x);
  x->exec = exec;
  assert (reduction && reduction->selection);
  x->selection = reduction->selection;
  x->sleep = (sleep && !x->selection->never_sleeps) || x->selection->needs_sleep;
  x->max_preemptions = x->max_past = UINT64_MAX;
  x->synced = NONE;
  x->words = 1;
  x->reversal = reversal_new ();
  history_init (&x->history);
  x->history.quiet = !x->selection->races;
  wakeup_init (&x->wakeup);
  node_enter (x);
}

void
exploration_release (struct exploration *x)
{
  history_release (&x->history);
  wakeup_release (&x->wakeup);
  reversal_free (x->reversal);
  VEC_FREE (x->nodes);
  VEC_FREE (x->sleepers);
  VEC_FREE (x->withdrawn);
  mem_free (x->sets);
}

bool
exploration_enabled (const struct exploration *x)
{
  const uint64_t *enabled = exploration_set (x, x->history.events.count, SET_ENABLED);
  uint64_t any = 0;
  assert (x->nodes.count == x->history.events.count + 1);
  for (size_t i = 0; i < x->words; i++)
    any |= enabled[i];
  return any;
}

/* The thread that ran last, if it is enabled and awake, so that there are few context switches; else another one. */
thread_id
exploration_any (const struct exploration *x)
{
  size_t depth = x->history.events.count;
  const uint64_t *allowed = exploration_set (x, depth, SET_ALLOWED);
  if (depth) {
    thread_id last = VEC_LAST (x->history.events).thread;
    if (bits_has (allowed, last) && exploration_awake (x, last))
      return last;
  }
  for (thread_id t = 0; t < x->history.threads.count; t++)
    if (bits_has (allowed, t) && exploration_awake (x, t))
      return t;
  return NONE;
}

static bool
preempts_too_often (struct exploration *x, const struct node *n)
{
  size_t depth = x->history.events.count;
  if (x->max_preemptions == UINT64_MAX || !depth || n->preemptions < x->max_preemptions)
    return false;
  thread_id last = VEC_LAST (x->history.events).thread;
  if (n->thread == last || !bits_has (exploration_set (x, depth, SET_ENABLED), last))
    return false;
  return x->bounded = true, true;
}

/* The next awake alternative of the node's thread, from n->alternative on. */
static bool
alternative_next (struct exploration *x, struct node *n)
{
  assert (n == exploration_top (x) && n->alternatives);
  while (n->alternative < n->alternatives && sleep_count (x, n->thread, n->alternative))
    n->alternative++;
  return n->alternative < n->alternatives;
}

/* A planned step has several alternatives: what is planned after it is planned after each of them. */
static void
split_alternatives (struct exploration *x, struct node *n)
{
  op_id op = ops_intern (&x->history.ops, exec_next (x->exec, n->thread));
  assert (n->any && n->rest && !n->alternative && n->alternatives > 1);
  for (uint32_t a = 1; a < n->alternatives; a++) {
    struct wakeup_step step = {.thread = n->thread, .alternative = a, .alternatives = n->alternatives, .op = op};
    wakeup_add (&x->wakeup, &n->tree, &(struct wakeup_sequence){.steps = &step, .count = 1});
    uint32_t *last = &n->tree;
    while (x->wakeup.branches.data[*last].next)
      last = &x->wakeup.branches.data[*last].next;
    uint32_t rest = wakeup_copy (&x->wakeup, n->rest);
    x->wakeup.branches.data[*last].child = rest;
  }
  n->any = false;
}

static bool
some_awake (const struct exploration *x, const uint64_t *set)
{
  for (thread_id t = 0; t < x->history.threads.count; t++)
    if (bits_has (set, t) && exploration_awake (x, t))
      return true;
  return false;
}

/* Computes the allowed threads: the static persistent set without the threads that the bound on events has stopped. If that
 * set is all enabled threads, or all of it sleeps, all enabled threads are allowed: those outside are then needed for their
 * races with events on the path (static.c). */
static void
find_allowed (struct exploration *x)
{
  uint64_t *enabled = exploration_set (x, x->history.events.count, SET_ENABLED);
  uint64_t *allowed = exploration_set (x, x->history.events.count, SET_ALLOWED);
  if (x->selection->persistent && !bits_empty (enabled, x->words)) {
    exec_persistent (x->exec, allowed);
    assert (x->max_past != UINT64_MAX || (bits_within (allowed, enabled, x->words) && !bits_empty (allowed, x->words)));
    for (size_t i = 0; i < x->words; i++)
      allowed[i] &= enabled[i];
    if (!bits_empty (allowed, x->words) && (some_awake (x, allowed) || !x->selection->races))
      return;
  }
  memcpy (allowed, enabled, x->words * sizeof *allowed);
}

/* Calls the reduction until it returns a step that is to be executed. */
bool
exploration_choose (struct exploration *x)
{
  struct node *n = exploration_top (x);
  if (n->chosen)
    return true;
  if (!n->started)
    find_allowed (x);
  while (!x->broken && x->selection->next (x)) {
    n = exploration_top (x);
    n->started = true;
    assert (n->thread != NONE && bits_has (exploration_set (x, x->history.events.count, SET_ENABLED), n->thread));
    if (preempts_too_often (x, n)) {
      wakeup_drop (&x->wakeup, n->rest);
      n->rest = 0;
      continue;
    }
    if ((x->away && !exploration_replay (x, x->history.events.count)) || !exec_enabled (x->exec, n->thread)) {
      x->broken = true;
      return false;
    }
    n->alternatives = exec_alternatives (x->exec, n->thread);
    assert (n->alternatives && (n->alternative == ANY || n->alternative < n->alternatives));
    n->any = n->alternative == ANY;
    if (n->any)
      n->alternative = 0;
    if (n->any && n->rest && n->alternatives > 1)
      split_alternatives (x, n);
    if (alternative_next (x, n))
      return n->chosen = true;
  }
  return false;
}

/* The operation as executed. It may be less than announced only where that is permitted, because sleep sets and plans use
 * the announced operation. */
op_id
executed_op (struct exploration *x, op_id announced, const struct exec_step *step)
{
  struct op op = step->op;
  op.conditional = false;
  return x->history.ops.known.data[announced].conditional ? ops_intern (&x->history.ops, &op) : announced;
}

/* Drops withdrawn operations of threads that the bound has stopped: they would not have been executed. */
static void
drop_stopped (struct exploration *x, struct exec_step *step)
{
  x->withdrawn.count = 0;
  for (size_t i = 0; i < step->nwithdrawn; i++)
    if (!exploration_stopped (x, step->withdrawn[i].thread))
      VEC_PUSH (x->withdrawn, step->withdrawn[i]);
  step->withdrawn = x->withdrawn.data;
  step->nwithdrawn = x->withdrawn.count;
}

enum exec_outcome
exploration_step (struct exploration *x)
{
  struct node *n = exploration_top (x);
  struct history *t = &x->history;
  struct exec_step step = {0};
  assert (n->chosen && !x->away && n->alternative < n->alternatives && exec_enabled (x->exec, n->thread));
  struct event e = {.thread = n->thread, .alternative = n->alternative, .alternatives = n->alternatives};
  e.announced = ops_intern (&t->ops, exec_next (x->exec, n->thread));
  enum exec_outcome outcome = exec_step (x->exec, n->thread, n->alternative, &step);
  if (outcome == EXEC_BROKEN)
    return outcome;
  n->chosen = false;
  e.op = executed_op (x, e.announced, &step);
  assert (e.alternatives == 1 || e.op == e.announced);
  if (step.nwithdrawn)
    drop_stopped (x, &step);
  bool alone = !n->any && n->alternatives > 1;
  history_push (t, &e, &step);
  /* The other alternatives of a planned step have not been executed here; races decide whether they have to be. */
  if (alone) {
    uint32_t self = (uint32_t) t->events.count - 1;
    VEC_PUSH (t->races, (struct race){.first = self, .second = NONE, .thread = e.thread, .op = e.announced,
                                      .end = self + 1, .pred = t->events.data[self].pred, .releases = NONE, .cut = NONE, .learned = NONE, .settled = NONE});
  }
  node_enter (x);
  return outcome;
}

/* Finds the races of operations that are blocked at the end of the execution. */
static void
probe_blocked (struct exploration *x)
{
  const uint64_t *enabled = exploration_set (x, x->history.events.count, SET_ENABLED);
  for (thread_id q = 0; q < exec_threads (x->exec); q++) {
    bool asked = (x->selection->races->probes_sleepers || !bits_has (enabled, q)) && !exploration_stopped (x, q);
    const struct op *op = asked ? exec_next (x->exec, q) : NULL;
    if (op)
      history_probe (&x->history, q, ops_intern (&x->history.ops, op));
  }
}

static void
reverse_race (struct exploration *x, size_t i)
{
  if (x->selection->races->reverse (x, &x->history.races.data[i]))
    return;
  struct race r = x->history.races.data[i];
  assert (r.first < x->history.events.count && (r.second == NONE || r.second > r.first));
  do {
    bool holders = x->history.ops.shares;
    for (r.trimmed = true; holders || reversal_cut (x, &r); holders = false)
      if (x->selection->races->reverse (x, &r))
        return;
    if (!history_earlier (&x->history, &r))
      return;
  } while (!x->selection->races->reverse (x, &r) && !x->broken);
}

/* Whether some new event does not depend on r->first, and the second operation, being conditional, would depend on it if it
 * came first. */
static bool
meets_more (const struct exploration *x, const struct race *r)
{
  const struct history *t = &x->history;
  if (!t->ops.known.data[r->op].conditional)
    return false;
  for (uint32_t i = x->branch; i < t->events.count; i++)
    if (ops_dependent (&t->ops, t->events.data[i].op, r->op) && !history_before (t, r->first, i))
      return true;
  return false;
}

/* Whether a race of an earlier execution, whose second event is still part of the present one, has the same answer now. Not
 * for the optimal reduction, nor for operations that may do less than they announce. A race with a withdrawn operation has
 * no second event. */
static bool
known_race (const struct exploration *x, const struct race *r)
{
  if (x->selection->races->again)
    return r->settled < x->branch && !meets_more (x, r);
  return r->second != NONE && !meets_more (x, r);
}

/* In debug builds: runs the checkers, a bounded number of times. */
static void
check_all (struct exploration *x)
{
  enum { MOST = 300 };
  if (x->checks++ >= MOST)
    return;
  assert (clock_check (&x->history));
  assert (history_check (&x->history));
  assert (sleep_check (x));
  assert (wakeup_check (x));
}

static void
plan_reversals (struct exploration *x)
{
  struct history *t = &x->history;
  size_t executed = t->races.count;
  probe_blocked (x);
  for (size_t i = 0; i < t->races.count && !x->broken; i++) {
    if (i < x->fresh && known_race (x, &t->races.data[i]))
      continue;
    reverse_race (x, i);
  }
  t->races.count = executed;
}

void
exploration_plan (struct exploration *x)
{
  assert (x->nodes.count == x->history.events.count + 1);
  check_all (x);
  if (x->selection->races && x->selection->races->plan)
    x->selection->races->plan (x);
  else if (x->selection->races)
    plan_reversals (x);
}

bool
exploration_back (struct exploration *x)
{
  while (x->history.events.count && !x->broken) {
    struct event e = VEC_LAST (x->history.events);
    assert (x->nodes.count == x->history.events.count + 1);
    wakeup_drop (&x->wakeup, exploration_top (x)->tree);
    history_pop (&x->history, x->history.events.count - 1);
    x->nodes.count--;
    x->away = true;
    struct node *n = exploration_top (x);
    assert (n->sleep + n->nsleep <= x->sleepers.count && e.thread == n->thread && !n->chosen);
    x->sleepers.count = n->sleep + n->nsleep;
    sleep_add (x, n, &e);
    n->rest = 0;
    n->tried++;
    n->alternative++;
    if (n->any && alternative_next (x, n)) {
      n->chosen = exploration_replay (x, x->history.events.count);
      x->broken = !n->chosen;
    }
    else if (!exploration_choose (x))
      continue;
    x->branch = (uint32_t) x->history.events.count;
    x->fresh = (uint32_t) x->history.races.count;
    assert (x->broken || (exploration_top (x)->chosen && !x->away));
    return !x->broken;
  }
  return false;
}

/* Moves the exec to the state of the history, after a trial has moved it elsewhere. */
bool
exploration_replay (struct exploration *x, size_t depth)
{
  assert (depth <= x->history.events.count);
  size_t from = x->synced < depth ? x->synced : depth;
  exec_rewind (x->exec, from);
  for (size_t i = from; i < depth; i++) {
    const struct event *e = &x->history.events.data[i];
    struct exec_step step = {0};
    if (!exec_enabled (x->exec, e->thread)
        || exec_step (x->exec, e->thread, e->alternative, &step) == EXEC_BROKEN
        || executed_op (x, e->announced, &step) != e->op)
      return false;
  }
  x->synced = NONE;
  x->away = false;
  return true;
}

/* D. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975), along the present
 * path: all branches of a node are assumed to be equally large. */
double
exploration_share (const struct exploration *x)
{
  double share = 0, part = 1;
  for (size_t i = 0; i < x->nodes.count; i++) {
    const struct node *n = &x->nodes.data[i];
    double branches = n->tried + 1 + n->left;
    share += part * n->tried / branches;
    part /= branches;
  }
  assert (share >= 0 && share <= 1);
  return share;
}
