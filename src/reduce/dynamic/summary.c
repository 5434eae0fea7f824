/* Stateful dynamic partial-order reduction: what must be run from a state because of what can happen after it.
 *
 * Idea. From every state the threads that are run form a persistent set: nothing that other threads may do without them
 * depends on their steps. What may still happen after a state is its summary, which grows with the graph of known steps. If
 * a step and an entry of the summary depend on each other, belong to different threads and may be enabled together, then
 * the entry's thread must be run from the state as well. When a state is reached again, nothing is lost: the step that led
 * there carries the state's summary to its predecessors.
 *
 * Source. Y. Yang, X. Chen, G. Gopalakrishnan, R. Kirby, "Efficient stateful dynamic partial order reduction", SPIN 2008,
 * Figs. 5 and 6; for executions that do not end R. Trimananda, W. Luo, B. Demsky, G. Xu, "Stateful dynamic partial order
 * reduction for model checking event-driven applications that do not terminate", VMCAI 2022, whose backtrack sets belong to
 * states, too.
 *
 * Where we differ. The paper has one graph over operations, not over states, and considers the stack of a depth-first
 * search when a state is reached again; of several steps on it on which an operation depends, it takes the latest. Here
 * summaries belong to states and reach every state of the graph, on the stack or not, by propagation backwards over steps
 * up to a fixpoint; every step is compared with every entry. So cycles need no special case, the order of the search is
 * free (the nearest open state is run first, and a run continues through known states while they have something planned),
 * and what an operation always comes after is stored with it: the entry of a thread that is created, woken or joins another
 * contains the threads whose earlier steps lie before it.
 * A blocked thread requires those that can enable it: the holder of the lock, or every thread with an entry on which it
 * depends; the paper runs all threads.
 *
 * Why that is sound. docs/stateful.md has the proof: when nothing is left to do, the threads run from each state form a
 * persistent set, and no thread is postponed for ever (graph_serve), so every terminal state and every failing step is
 * reached. */

#include "reduce/dynamic/state_graph.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"

/* ---- plans ---- */

static bool
is_first (const struct graph *g, graph_id a, graph_id b)
{
  uint32_t depth = g->states.data[a].depth, other = g->states.data[b].depth;
  return g->is_deepest_first ? depth > other : depth < other;
}

static void
heap_add (struct graph *g, graph_id id)
{
  if (g->states.data[id].waiting)
    return;
  g->states.data[id].waiting = true;
  VEC_PUSH (g->heap, id);
  for (size_t i = g->heap.count - 1; i && is_first (g, id, g->heap.data[(i - 1) / 2]); i = (i - 1) / 2) {
    g->heap.data[i] = g->heap.data[(i - 1) / 2];
    g->heap.data[(i - 1) / 2] = id;
  }
}

static void
heap_drop (struct graph *g)
{
  g->states.data[g->heap.data[0]].waiting = false;
  graph_id last = VEC_POP (g->heap);
  size_t i = 0, n = g->heap.count;
  while (2 * i + 1 < n) {
    size_t child = 2 * i + 1;
    if (child + 1 < n && is_first (g, g->heap.data[child + 1], g->heap.data[child]))
      child++;
    if (!is_first (g, g->heap.data[child], last))
      break;
    g->heap.data[i] = g->heap.data[child];
    i = child;
  }
  if (n)
    g->heap.data[i] = last;
}

void
graph_reopen (struct graph *g)
{
  g->heap.count = 0;
  for (graph_id id = 0; id < g->states.count; id++) {
    g->states.data[id].waiting = false;
    if (graph_choice (g, id, NONE))
      heap_add (g, id);
  }
}

void
graph_go_deep (struct graph *g)
{
  g->is_deepest_first = true;
  graph_reopen (g);
}

graph_id
graph_open (struct graph *g)
{
  while (g->heap.count) {
    if (graph_choice (g, g->heap.data[0], NONE))
      return g->heap.data[0];
    heap_drop (g);
  }
  return NONE;
}

void
graph_plan (struct graph *g, graph_id id, struct graph_next *n)
{
  assert (n->enabled);
  if (n->planned)
    return;
  n->planned = true;
  heap_add (g, id);
}

/* An operation that represents enabling a thread for a reason other than an object: it was woken. */
static op_id
release_op (struct graph *g, thread_id t)
{
  const struct access access = {.object = 3ull << 62 | t, .mask = 0xff, .how = ACCESS_POST};
  return ops_intern (&g->ops, &(struct op) {.count = 1, .access = &access});
}

static void want (struct graph *, graph_id, thread_id);

/* Plans the threads that may enable the blocked thread, of the entries among `bits`. */
static void
want_enablers (struct graph *g, graph_id id, const struct graph_next *n, const uint64_t *bits, size_t words)
{
  thread_id blocked = n->thread;
  op_id op = n->op, release = release_op (g, blocked);
  for (size_t w = 0; w < words; w++)
    for (uint64_t rest = bits[w]; rest; rest &= rest - 1) {
      const struct graph_entry *e = &g->entries.data[w * 64 + (size_t) __builtin_ctzll (rest)];
      if (e->thread != blocked && (e->op == release || ops_dependent (&g->ops, e->op, op)))
        want (g, id, e->thread);
    }
}

void
graph_plan_all (struct graph *g, graph_id id)
{
  const struct graph_state *s = &g->states.data[id];
  for (uint32_t i = 0; i < s->nnext; i++)
    if (g->nexts.data[s->next + i].enabled)
      graph_plan (g, id, &g->nexts.data[s->next + i]);
}

/* Ensures that no step of the thread is executed from here before one of the planned steps: plans the thread itself, or the
 * threads that it must wait for. */
static void
want (struct graph *g, graph_id id, thread_id t)
{
  struct graph_next *n = graph_next_of (g, id, t);
  const struct graph_state *s = &g->states.data[id];
  if (!n && (t >= g->creators.count || g->creators.data[t] == NONE))
    graph_plan_all (g, id);   /* it is unknown which thread is needed */
  else if (!n)
    want (g, id, g->creators.data[t]);
  else if (n->enabled)
    graph_plan (g, id, n);
  else if (!n->wanted) {
    n->wanted = true;
    if (n->blocker == NONE)
      want_enablers (g, id, n, s->summary, s->nsummary);
    else if (graph_next_of (g, id, n->blocker))
      want (g, id, n->blocker);
  }
}

/* ---- settling ---- */

void
graph_touch (struct graph *g, graph_id id)
{
  if (g->states.data[id].dirty)
    return;
  g->states.data[id].dirty = true;
  VEC_PUSH (g->dirty, id);
}

static bool
races (const struct graph *g, op_id a, op_id b)
{
  return a && b && ops_dependent (&g->ops, a, b) && ops_racing (&g->ops, a, b);
}

/* Compares the step with the entries among `bits` of its state. */
static void
judge (struct graph *g, const struct graph_step *step, const uint64_t *bits, size_t words)
{
  for (size_t w = 0; w < words; w++)
    for (uint64_t rest = bits[w]; rest; rest &= rest - 1) {
      struct graph_entry e = g->entries.data[w * 64 + (size_t) __builtin_ctzll (rest)];
      if (e.thread == step->thread || graph_entry_after (&e, step->thread))
        continue;
      if (races (g, step->op, e.op) || races (g, step->plain, e.op))
        want (g, step->from, e.thread);
    }
}

/* Records two steps of one state that access the same memory and that nothing orders. */
static void
find_pairs (struct graph *g, uint32_t new)
{
  const struct graph_step *a = &g->steps.data[new];
  for (uint32_t i = g->states.data[a->from].out; i != NONE; i = g->steps.data[i].next_out) {
    const struct graph_step *b = &g->steps.data[i];
    bool meet = ops_dependent (&g->ops, a->plain, b->plain) || ops_dependent (&g->ops, a->plain, b->op)
                || ops_dependent (&g->ops, a->op, b->plain);
    if (meet && a->thread != b->thread && !ops_dependent (&g->ops, a->op, b->op))
      VEC_PUSH (g->pairs, (struct graph_pair) {new, i});
  }
}

static void
scratch_reserve (struct graph *g, size_t words)
{
  if (words <= g->nscratch)
    return;
  g->scratch = mem_realloc (g->scratch, 2 * words * sizeof *g->scratch);
  memset (g->scratch + g->nscratch, 0, (2 * words - g->nscratch) * sizeof *g->scratch);
  g->nscratch = 2 * words;
}

static void
scratch_add (struct graph *g, graph_id id, uint32_t entry)
{
  if (graph_has_entry (&g->states.data[id], entry))
    return;
  scratch_reserve (g, entry / 64 + 1);
  g->scratch[entry / 64] |= 1ull << entry % 64;
}

/* Adds the summary after a step that orders nothing, which is the same before it. */
static void
collect_same (struct graph *g, const struct graph_state *s, const struct graph_state *to)
{
  scratch_reserve (g, to->nsummary);
  for (size_t w = 0; w < to->nsummary; w++)
    g->scratch[w] |= to->summary[w] & ~(w < s->nsummary ? s->summary[w] : 0);
}

/* Adds what can happen after a step and, the first time, the step's own entry. */
static void
collect_step (struct graph *g, graph_id id, const struct graph_step *step)
{
  static const struct graph_state known = {0};    /* a dropped state has no new entries */
  const struct graph_state *s = &g->states.data[id], *to = step->to == NONE ? &known : &g->states.data[step->to];
  bool same = step->order == NONE;
  if (same)
    collect_same (g, s, to);
  else
    for (size_t w = 0; w < to->nsummary; w++)
      for (uint64_t rest = to->summary[w]; rest; rest &= rest - 1) {
        uint32_t entry = (uint32_t) (w * 64) + (uint32_t) __builtin_ctzll (rest);
        scratch_add (g, id, same ? entry : graph_entry_before (g, entry, step->order));
      }
  if (step->judged)
    return;
  scratch_add (g, id, graph_entry (g, (struct graph_entry) {.thread = step->thread}));
  scratch_add (g, id, graph_entry (g, (struct graph_entry) {.thread = step->thread, .op = step->plain}));
  for (uint32_t i = 0; i < step->nreleased; i++)
    scratch_add (g, id, graph_entry (g, (struct graph_entry) {.thread = step->thread, .op = release_op (g, g->released.data[step->released + i])}));
}

/* Collects in g->scratch what can happen after the steps of the state, beyond its summary. True: there is something new. */
static bool
collect (struct graph *g, graph_id id)
{
  uint64_t any = 0;
  for (size_t w = 0; w < g->nscratch; w++)
    g->scratch[w] = 0;
  for (uint32_t i = g->states.data[id].out; i != NONE; i = g->steps.data[i].next_out)
    collect_step (g, id, &g->steps.data[i]);
  for (size_t w = 0; w < g->nscratch; w++)
    any |= g->scratch[w];
  return any;
}

static void
settle_state (struct graph *g, graph_id id)
{
  bool more = collect (g, id);
  const size_t words = more ? g->nscratch : 0;
  for (size_t w = 0; w < words; w++)
    for (uint64_t rest = g->scratch[w]; rest; rest &= rest - 1)
      graph_add_entry (g, id, (uint32_t) (w * 64) + (uint32_t) __builtin_ctzll (rest));
  for (uint32_t i = g->states.data[id].out; i != NONE; i = g->steps.data[i].next_out) {
    struct graph_step *step = &g->steps.data[i];
    if (step->judged)
      judge (g, step, g->scratch, words);
    else {
      judge (g, step, g->states.data[id].summary, g->states.data[id].nsummary);
      find_pairs (g, i);
    }
    step->judged = true;
  }
  for (uint32_t i = 0; i < g->states.data[id].nnext && more; i++) {
    const struct graph_next *n = &g->nexts.data[g->states.data[id].next + i];
    if (n->wanted && n->blocker == NONE)
      want_enablers (g, id, n, g->scratch, words);
  }
  for (uint32_t i = g->states.data[id].in; i != NONE && more; i = g->steps.data[i].next_in)
    graph_touch (g, g->steps.data[i].from);
}

void
graph_settle (struct graph *g)
{
  while (g->dirty.count) {
    graph_id id = VEC_POP (g->dirty);
    g->states.data[id].dirty = false;
    settle_state (g, id);
  }
}

void
graph_settle_pairs (struct graph *g)
{
  while (g->dirty.count) {
    graph_id id = VEC_POP (g->dirty);
    g->states.data[id].dirty = false;
    for (uint32_t i = g->states.data[id].out; i != NONE; i = g->steps.data[i].next_out) {
      if (!g->steps.data[i].judged)
        find_pairs (g, i);
      g->steps.data[i].judged = true;
    }
  }
}

/* ---- no thread is postponed for ever ---- */

static bool
is_put_off (struct graph *g, graph_id id, const struct graph_next *n)
{
  return n->enabled && !n->planned && !graph_has_entry (&g->states.data[id], graph_entry (g, (struct graph_entry) {.thread = n->thread}));
}

bool
graph_puts_off (struct graph *g, graph_id id)
{
  bool any = false;
  for (uint32_t i = 0; i < g->states.data[id].nnext; i++)
    any |= is_put_off (g, id, &g->nexts.data[g->states.data[id].next + i]);
  return any;
}

void
graph_mark_before (const struct graph *g, graph_id id, bool *marked)
{
  VEC (graph_id) list = {0};
  VEC_PUSH (list, id);
  marked[id] = true;
  while (list.count) {
    graph_id s = VEC_POP (list);
    for (uint32_t i = g->states.data[s].in; i != NONE; i = g->steps.data[i].next_in)
      if (!marked[g->steps.data[i].from]) {
        marked[g->steps.data[i].from] = true;
        VEC_PUSH (list, g->steps.data[i].from);
      }
  }
  VEC_FREE (list);
}

static bool
serve (struct graph *g, thread_id t)
{
  bool *served = mem_zalloc (g->states.count * sizeof *served), any = false;
  for (size_t id = g->states.count; id-- > 0;) {
    struct graph_next *n = served[id] ? NULL : graph_next_of (g, (graph_id) id, t);
    if (!n || !is_put_off (g, (graph_id) id, n))
      continue;
    graph_plan (g, (graph_id) id, n);
    graph_mark_before (g, (graph_id) id, served);   /* these states are served */
    any = true;
  }
  mem_free (served);
  return any;
}

bool
graph_serve (struct graph *g)
{
  assert (!g->dirty.count && graph_open (g) == NONE);
  bool any = false;
  VEC (thread_id) late = {0};
  for (size_t id = 0; id < g->states.count; id++)
    for (uint32_t i = 0; i < g->states.data[id].nnext; i++) {
      const struct graph_next *n = &g->nexts.data[g->states.data[id].next + i];
      bool known = false;
      for (size_t k = 0; k < late.count; k++)
        known |= late.data[k] == n->thread;
      if (!known && is_put_off (g, (graph_id) id, n))
        VEC_PUSH (late, n->thread);
    }
  for (size_t i = 0; i < late.count; i++)
    any |= serve (g, late.data[i]);
  VEC_FREE (late);
  return any;
}
