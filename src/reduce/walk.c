/* The walk: nodes of the present execution, stepping, going back. */

#include "reduce/dynamic.h"

#include <string.h>

#include "reduce/reversal.h"

extern const struct reduction reduction_none, reduction_static, reduction_dpor, reduction_source, reduction_optimal;

const struct reduction *const reductions[] = {
  &reduction_none, &reduction_static, &reduction_dpor, &reduction_source, &reduction_optimal, NULL,
};

const struct reduction *
reduction_find (const char *name)
{
  for (size_t i = 0; reductions[i]; i++)
    if (!strcmp (reductions[i]->name, name))
      return reductions[i];
  return NULL;
}

/* Wider sets when there are more threads than bits. */
static void
sets_reserve (struct walk *w, size_t nodes, size_t threads)
{
  size_t words = w->words;
  while (words * 64 < threads)
    words *= 2;
  if (words == w->words && nodes <= w->set_room)
    return;
  size_t room = w->set_room ? w->set_room : 64;
  while (room < nodes)
    room *= 2;
  uint64_t *sets = mem_zalloc (room * SETS * words * sizeof *sets);
  for (size_t i = 0; i < w->set_room * SETS; i++)
    memcpy (sets + i * words, w->sets + i * w->words, w->words * sizeof *sets);
  mem_free (w->sets);
  w->sets = sets;
  w->words = words;
  w->set_room = room;
}

/* A node for the state the exec is in. */
static void
node_enter (struct walk *w)
{
  size_t depth = w->history.events.count;
  size_t threads = exec_threads (w->exec);
  history_threads (&w->history, threads);
  sets_reserve (w, depth + 1, threads);
  uint64_t *enabled = walk_set (w, depth, SET_ENABLED);
  memset (enabled, 0, SETS * w->words * sizeof *enabled);
  for (thread_id t = 0; t < threads; t++)
    if (exec_enabled (w->exec, t))
      set_add (enabled, t);
  struct node n = {.sleep = (uint32_t) w->sleepers.count};
  if (depth) {
    const struct node *before = &w->nodes.data[depth - 1];
    sleep_inherit (w, before, &n);
    n.tree = before->rest;
    n.preemptions = before->preemptions;
    if (depth > 1 && before[-1].thread != before->thread && set_has (walk_set (w, depth - 1, SET_ENABLED), before[-1].thread))
      n.preemptions++;
  }
  VEC_PUSH (w->nodes, n);
}

void
walk_init (struct walk *w, struct exec *exec, const struct reduction *reduction, bool sleep)
{
  memset (w, 0, sizeof *w);
  w->exec = exec;
  w->reduction = reduction;
  w->sleep = sleep || reduction->sleeps;
  w->max_preemptions = w->known = NONE;
  w->words = 1;
  w->reversal = reversal_new ();
  history_init (&w->history);
  w->history.quiet = !reduction->reverse;
  wakeup_init (&w->wakeup);
  node_enter (w);
}

void
walk_release (struct walk *w)
{
  history_release (&w->history);
  wakeup_release (&w->wakeup);
  reversal_free (w->reversal);
  VEC_FREE (w->nodes);
  VEC_FREE (w->sleepers);
  mem_free (w->sets);
}

bool
walk_enabled (const struct walk *w)
{
  const uint64_t *enabled = walk_set (w, w->history.events.count, SET_ENABLED);
  uint64_t any = 0;
  for (size_t i = 0; i < w->words; i++)
    any |= enabled[i];
  return any;
}

/* The thread that ran last if it can, to switch as rarely as possible. */
thread_id
walk_any (const struct walk *w)
{
  size_t depth = w->history.events.count;
  const uint64_t *enabled = walk_set (w, depth, SET_ENABLED);
  if (depth) {
    thread_id last = VEC_LAST (w->history.events).thread;
    if (set_has (enabled, last) && walk_awake (w, last))
      return last;
  }
  for (thread_id t = 0; t < w->history.threads.count; t++)
    if (set_has (enabled, t) && walk_awake (w, t))
      return t;
  return NONE;
}

static bool
preempts_too_often (struct walk *w, const struct node *n)
{
  size_t depth = w->history.events.count;
  if (w->max_preemptions == NONE || !depth || n->preemptions < w->max_preemptions)
    return false;
  thread_id last = VEC_LAST (w->history.events).thread;
  if (n->thread == last || !set_has (walk_set (w, depth, SET_ENABLED), last))
    return false;
  return w->bounded = true;
}

/* The next alternative of the node's thread that is awake, from n->alternative on. */
static bool
alternative_next (struct walk *w, struct node *n)
{
  while (n->alternative < n->alternatives && sleep_count (w, n->thread, n->alternative))
    n->alternative++;
  return n->alternative < n->alternatives;
}

/* A planned step turns out to have several alternatives: what is planned after
 * it is planned after each. */
static void
tell_apart (struct walk *w, struct node *n)
{
  op_id op = ops_intern (&w->history.ops, exec_next (w->exec, n->thread));
  for (uint32_t a = 1; a < n->alternatives; a++) {
    struct planned step = {.thread = n->thread, .alternative = a, .alternatives = n->alternatives, .op = op};
    wakeup_add (&w->wakeup, &n->tree, &(struct plan){.steps = &step, .count = 1});
    uint32_t *last = &n->tree;
    while (w->wakeup.branches.data[*last].next)
      last = &w->wakeup.branches.data[*last].next;
    uint32_t rest = wakeup_copy (&w->wakeup, n->rest);
    w->wakeup.branches.data[*last].child = rest;
  }
  n->any = false;
}

/* Asks the reduction until it names a step that is to be taken. */
bool
walk_choose (struct walk *w)
{
  struct node *n = walk_top (w);
  if (n->chosen)
    return true;
  while (!w->broken && w->reduction->next (w)) {
    n = walk_top (w);
    n->started = true;
    if (preempts_too_often (w, n)) {
      wakeup_drop (&w->wakeup, n->rest);
      n->rest = 0;
      continue;
    }
    if ((w->away && !walk_replay (w, w->history.events.count)) || !exec_enabled (w->exec, n->thread)) {
      w->broken = true;
      return false;
    }
    n->alternatives = exec_alternatives (w->exec, n->thread);
    n->any = n->alternative == ANY;
    if (n->any)
      n->alternative = 0;
    if (n->any && n->rest && n->alternatives > 1)
      tell_apart (w, n);
    if (alternative_next (w, n))
      return n->chosen = true;
  }
  return false;
}

/* Less than what was announced only where that is allowed: sleep sets and plans
 * go by what was announced. */
op_id
executed_op (struct walk *w, op_id announced, const struct exec_step *step)
{
  struct op op = step->op;
  op.conditional = false;
  return w->history.ops.known.data[announced].conditional ? ops_intern (&w->history.ops, &op) : announced;
}

enum exec_outcome
walk_step (struct walk *w)
{
  struct node *n = walk_top (w);
  struct history *t = &w->history;
  struct exec_step step = {0};
  struct event e = {.thread = n->thread, .alternative = n->alternative, .alternatives = n->alternatives};
  e.announced = ops_intern (&t->ops, exec_next (w->exec, n->thread));
  enum exec_outcome outcome = exec_step (w->exec, n->thread, n->alternative, &step);
  if (outcome == EXEC_BROKEN)
    return outcome;
  n->chosen = false;
  e.op = executed_op (w, e.announced, &step);
  bool alone = !n->any && n->alternatives > 1;
  history_push (t, e, &step);
  /* The other alternatives of a planned step have not been tried here: they may have to be. */
  if (alone) {
    uint32_t self = (uint32_t) t->events.count - 1;
    VEC_PUSH (t->races, (struct race){.first = self, .second = NONE, .thread = e.thread, .op = e.announced,
                                      .end = self + 1, .pred = e.pred, .releases = NONE, .learned = NONE, .settled = NONE});
  }
  node_enter (w);
  return outcome;
}

/* Operations that are not executed, because they are blocked when all is over. */
static void
probe_blocked (struct walk *w)
{
  const uint64_t *enabled = walk_set (w, w->history.events.count, SET_ENABLED);
  for (thread_id q = 0; q < exec_threads (w->exec); q++) {
    bool asked = w->reduction->persistent || !set_has (enabled, q);
    const struct op *op = asked ? exec_next (w->exec, q) : NULL;
    if (op)
      history_probe (&w->history, q, ops_intern (&w->history.ops, op));
  }
}

static void
reverse_race (struct walk *w, size_t i)
{
  if (w->reduction->reverse (w, &w->history.races.data[i]))
    return;
  struct race r = w->history.races.data[i];
  do {
    r.alone = true;
    if (w->reduction->reverse (w, &r) || !history_earlier (&w->history, &r))
      return;
  } while (!w->reduction->reverse (w, &r) && !w->broken);
}

/* Among the new events there is one that is not because of r->first and that
 * the second operation, being conditional, would depend on if it came first. */
static bool
meets_more (const struct walk *w, const struct race *r)
{
  const struct history *t = &w->history;
  if (!t->ops.known.data[r->op].conditional)
    return false;
  for (uint32_t i = w->branch; i < t->events.count; i++)
    if (ops_dependent (&t->ops, t->events.data[i].op, r->op) && !history_before (t, r->first, i))
      return true;
  return false;
}

/* A race from an earlier execution, with which the present one has its second
 * event in common, is the same now, except for the optimal reduction; one with
 * an operation that was withdrawn has none. */
static bool
known_race (const struct walk *w, const struct race *r)
{
  if (w->reduction->again && w->mutant != WALK_NEW_RACES_ONLY)
    return r->settled < w->branch && !meets_more (w, r);
  return r->second != NONE;
}

void
walk_plan (struct walk *w)
{
  struct history *t = &w->history;
  if (!w->reduction->reverse)
    return;
  size_t executed = t->races.count;
  probe_blocked (w);
  for (size_t i = 0; i < t->races.count && !w->broken; i++) {
    if (i < w->fresh && known_race (w, &t->races.data[i]))
      continue;
    reverse_race (w, i);
    if (w->mutant == WALK_FIRST_RACE_ONLY)
      break;
  }
  t->races.count = executed;
}

bool
walk_back (struct walk *w)
{
  while (w->history.events.count && !w->broken) {
    struct event e = VEC_LAST (w->history.events);
    wakeup_drop (&w->wakeup, walk_top (w)->tree);
    history_pop (&w->history, w->history.events.count - 1);
    w->nodes.count--;
    w->away = true;
    struct node *n = walk_top (w);
    w->sleepers.count = n->sleep + n->nsleep;
    sleep_fall (w, n, &e);
    n->rest = 0;
    n->tried++;
    n->alternative++;
    if (n->any && w->mutant != WALK_ONE_ALTERNATIVE && alternative_next (w, n)) {
      n->chosen = walk_replay (w, w->history.events.count);
      w->broken = !n->chosen;
    }
    else if (!walk_choose (w))
      continue;
    w->branch = (uint32_t) w->history.events.count;
    w->fresh = (uint32_t) w->history.races.count;
    return !w->broken;
  }
  return false;
}

/* Brings the exec to where the history is, after a trial took it elsewhere. */
bool
walk_replay (struct walk *w, size_t depth)
{
  size_t from = w->known < depth ? w->known : depth;
  exec_rewind (w->exec, from);
  for (size_t i = from; i < depth; i++) {
    const struct event *e = &w->history.events.data[i];
    struct exec_step step = {0};
    if (!exec_enabled (w->exec, e->thread)
        || exec_step (w->exec, e->thread, e->alternative, &step) == EXEC_BROKEN
        || executed_op (w, e->announced, &step) != e->op)
      return false;
  }
  w->known = NONE;
  w->away = false;
  return true;
}

/* Knuth's estimate, taken along the present path: a node's branches are
 * assumed to be equally large. */
double
walk_share (const struct walk *w)
{
  double share = 0, part = 1;
  for (size_t i = 0; i < w->nodes.count; i++) {
    const struct node *n = &w->nodes.data[i];
    double branches = n->tried + 1 + n->left;
    share += part * n->tried / branches;
    part /= branches;
  }
  return share;
}
