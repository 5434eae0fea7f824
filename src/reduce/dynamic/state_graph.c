/* States by number, and the steps between them.
 *
 * A state is the words that the exec returns for it. If two independent steps are executed from a state, the second leads
 * to the same state in both orders, so the fourth side of the diamond is known from the other three and need not be
 * executed (graph_known_step). This saves a search that stores states what sleep sets save one that does not; the step is
 * part of the graph, with everything after it, so nothing has to be repeated when the state is reached again. */

#include "base/digest.h"
#include "reduce/dynamic/state_graph.h"

#include <assert.h>
#include <string.h>

void
graph_init (struct graph *g)
{
  memset (g, 0, sizeof *g);
  ops_init (&g->ops);
}

void
graph_release (struct graph *g)
{
  for (size_t i = 0; i < g->states.count; i++)
    mem_free (g->states.data[i].summary);
  ops_release (&g->ops);
  VEC_FREE (g->words);
  VEC_FREE (g->states);
  VEC_FREE (g->nexts);
  VEC_FREE (g->steps);
  VEC_FREE (g->released);
  VEC_FREE (g->creators);
  VEC_FREE (g->entries);
  graph_orders_release (g);
  VEC_FREE (g->dirty);
  VEC_FREE (g->heap);
  VEC_FREE (g->pairs);
  table_release (&g->by_words);
  table_release (&g->by_entry);
  mem_free (g->scratch);
}

void
graph_tables (struct graph *g)
{
  table_release (&g->by_words);
  for (uint32_t i = 0; i < g->states.count; i++)
    table_add (&g->by_words, g->states.data[i].hash, i);
  graph_reopen (g);
}

/* The number of a state. A new one has no steps, summary or plans. */
static graph_id
put_words (struct graph *g, const uint32_t *words, size_t n, bool *fresh)
{
  uint64_t hash = digest_words (n, words, n);
  for (struct table_probe p = table_probe (hash); table_next (&g->by_words, &p);) {
    const struct graph_state *s = &g->states.data[p.number];
    if (s->hash == hash && s->nwords == n && !memcmp (g->words.data + s->words, words, n * sizeof *words)) {
      *fresh = false;
      return p.number;
    }
  }
  graph_id id = (graph_id) g->states.count;
  assert (id < NONE - 1);
  VEC_PUSH (g->states, (struct graph_state) {.words = g->words.count, .nwords = (uint32_t) n, .hash = hash,
                                             .out = NONE, .in = NONE, .came = NONE});
  VEC_RESERVE (g->words, g->words.count + n);
  memcpy (g->words.data + g->words.count, words, n * sizeof *words);
  g->words.count += n;
  table_add (&g->by_words, hash, id);
  *fresh = true;
  return id;
}

static uint32_t
how_touches (const struct graph *g, op_id op, uint64_t object)
{
  const struct known_op *k = &g->ops.known.data[op];
  uint32_t how = ACCESS_HOWS;
  for (uint32_t i = 0; i < k->count; i++)
    if (g->ops.slots.data[k->first + i].object == object)
      how = g->ops.slots.data[k->first + i].how;
  return how;
}

static void
describe (struct graph *g, struct exec *e, graph_id id)
{
  size_t threads = exec_threads (e);
  struct graph_state *s = &g->states.data[id];
  s->next = (uint32_t) g->nexts.count;
  for (thread_id t = 0; t < threads; t++) {
    const struct op *op = exec_next (e, t);
    if (!op)
      continue;
    struct graph_next n = {.thread = t, .op = ops_intern (&g->ops, op), .enabled = exec_enabled (e, t), .blocker = NONE};
    n.alternatives = n.enabled ? exec_alternatives (e, t) : 0;
    assert (!n.enabled || n.alternatives);
    if (e->class->waits && !e->class->waits (e, t, &n.wait))
      s->is_excused = true;
    VEC_PUSH (g->nexts, n);
  }
  s->nnext = (uint32_t) g->nexts.count - s->next;
}

graph_id
graph_arrive (struct graph *g, struct exec *e, bool *fresh)
{
  size_t n;
  const uint32_t *words = exec_state (e, &n);
  graph_id id = put_words (g, words, n, fresh);
  if (!*fresh)
    return id;
  g->states.data[id].shared = e->class->shared ? e->class->shared (e) : 0;
  g->stacks_are_shared |= !g->states.data[id].shared;
  describe (g, e, id);
  for (uint32_t i = 0; i < g->states.data[id].nnext; i++) {
    const struct graph_next *next = &g->nexts.data[g->states.data[id].next + i];
    if (next->op)
      graph_add_entry (g, id, graph_entry (g, (struct graph_entry) {.thread = next->thread, .op = next->op}));
  }
  return id;
}

struct graph_next *
graph_next_of (const struct graph *g, graph_id id, thread_id t)
{
  const struct graph_state *s = &g->states.data[id];
  for (uint32_t i = 0; i < s->nnext; i++)
    if (g->nexts.data[s->next + i].thread == t)
      return &g->nexts.data[s->next + i];
  return NULL;
}

/* A planned step that is not explored, of the thread that ran last if possible, so that there are few context switches. */
struct graph_next *
graph_choice (const struct graph *g, graph_id id, thread_id last)
{
  const struct graph_state *s = &g->states.data[id];
  struct graph_next *found = NULL;
  for (uint32_t i = 0; i < s->nnext; i++) {
    struct graph_next *n = &g->nexts.data[s->next + i];
    if (n->planned && n->taken < n->alternatives && (!found || n->thread == last))
      found = n;
  }
  return found;
}

/* The thread that holds the lock on which an operation waits, if locking is all that the operation does: only this thread
 * can enable it. Searched for along the path by which the state was reached. */
static thread_id
find_blocker (const struct graph *g, const struct graph_next *n, uint32_t step)
{
  const struct known_op *k = &g->ops.known.data[n->op];
  if (!n->op || k->count != 1 || k->guarded || k->only.how != ACCESS_LOCK)
    return NONE;
  for (uint32_t i = step; i != NONE; i = g->states.data[g->steps.data[i].from].came) {
    uint32_t how = how_touches (g, g->steps.data[i].op, k->only.object);
    if (how != ACCESS_HOWS && how != ACCESS_READ)
      return how == ACCESS_LOCK ? g->steps.data[i].thread : NONE;
    const struct graph_next *before = graph_next_of (g, g->steps.data[i].from, n->thread);
    if (before && !before->enabled && before->op == n->op)
      return before->blocker;
  }
  return NONE;
}

/* Finds the blockers of the threads of a new state, to which the step led. */
static void
find_blockers (struct graph *g, uint32_t step)
{
  const struct graph_state *s = &g->states.data[g->steps.data[step].to];
  for (uint32_t i = 0; i < s->nnext; i++) {
    struct graph_next *n = &g->nexts.data[s->next + i];
    if (!n->enabled)
      n->blocker = find_blocker (g, n, step);
  }
}

static void
note_creators (struct graph *g, const struct graph_step *step)
{
  for (uint32_t i = 0; i < step->nreleased; i++) {
    thread_id t = g->released.data[step->released + i];
    while (g->creators.count <= t)
      VEC_PUSH (g->creators, NONE);
    if (!graph_next_of (g, step->from, t))
      g->creators.data[t] = step->thread;
  }
}

uint32_t
graph_step (struct graph *g, struct graph_step step)
{
  uint32_t number = (uint32_t) g->steps.count;
  struct graph_state *from = &g->states.data[step.from], *to = &g->states.data[step.to];
  assert (graph_find_step (g, step.from, step.thread, step.alternative) == NONE);
  bool first = to->in == NONE;
  step.order = graph_order (g, &step);
  step.next_out = from->out;
  step.next_in = to->in;
  from->out = to->in = number;
  VEC_PUSH (g->steps, step);
  note_creators (g, &step);
  if (first && step.to)
    find_blockers (g, number);
  graph_shorten (g, number);
  graph_touch (g, step.from);
  return number;
}

void
graph_shorten (struct graph *g, uint32_t step)
{
  const struct graph_step *s = &g->steps.data[step];
  struct graph_state *to = &g->states.data[s->to];
  uint32_t depth = g->states.data[s->from].depth + 1;
  if (s->to && (to->came == NONE || depth < to->depth)) {
    to->came = step;
    to->depth = depth;
  }
}

uint32_t
graph_find_step (const struct graph *g, graph_id id, thread_id t, uint32_t alternative)
{
  for (uint32_t i = g->states.data[id].out; i != NONE; i = g->steps.data[i].next_out)
    if (g->steps.data[i].thread == t && g->steps.data[i].alternative == alternative)
      return i;
  return NONE;
}

static bool
steps_commute (const struct graph *g, const struct graph_step *a, const struct graph_step *b)
{
  return !ops_dependent (&g->ops, a->op, b->op) && !ops_dependent (&g->ops, a->plain, b->op)
         && !ops_dependent (&g->ops, a->op, b->plain) && !ops_dependent (&g->ops, a->plain, b->plain);
}

bool
graph_known_step (struct graph *g, graph_id id, thread_id t, uint32_t alternative)
{
  for (uint32_t i = g->states.data[id].in; i != NONE; i = g->steps.data[i].next_in) {
    const struct graph_step came = g->steps.data[i];
    if (came.thread == t || came.from == id || !came.ran)
      continue;
    uint32_t beside = graph_find_step (g, came.from, t, alternative);
    if (beside == NONE || !g->steps.data[beside].ran || g->steps.data[beside].to == NONE || !steps_commute (g, &came, &g->steps.data[beside]))
      continue;
    uint32_t last = graph_find_step (g, g->steps.data[beside].to, came.thread, came.alternative);
    if (last == NONE || !g->steps.data[last].ran || g->steps.data[last].to == NONE)
      continue;
    struct graph_step step = g->steps.data[beside];
    assert (g->steps.data[last].op == came.op);
    step.judged = false;
    step.from = id;
    step.to = g->steps.data[last].to;
    graph_step (g, step);
    return true;
  }
  return false;
}

uint64_t
graph_bytes (const struct graph *g)
{
  return g->words.count * sizeof *g->words.data + g->states.count * sizeof *g->states.data + g->nexts.count * sizeof *g->nexts.data
         + g->steps.count * sizeof *g->steps.data + g->released.count * sizeof *g->released.data + g->by_words.room * sizeof *g->by_words.slots
         + g->summary_words * sizeof (uint64_t);
}
