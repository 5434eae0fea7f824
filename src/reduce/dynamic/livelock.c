/* Closed components of the state graph: livelocks, and threads that can never continue.
 *
 * Idea. In a strongly connected component that no step leaves, every thread that can continue does so again and again. If
 * none of its steps writes, no thread will ever observe a new value: a thread that waits there in a loop waits for ever,
 * also under a fair scheduler. This is a livelock. A thread that is enabled in none of its states will never be enabled: a
 * deadlock, although other threads continue.
 * Source. R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), for the
 * components.
 * Where we differ. A component with a step that writes memory may be a server at work, and is not reported unless a thread
 * is stuck in it. A thread that joins the server is not stuck, nor is one that only waits to end the process: exec_stuck.
 * Why that is sound. The graph is reduced; but every step that is enabled in one of its states is executed on some path
 * from there (the lemma of docs/stateful.md), and these states are all in the component. So a thread that could ever
 * continue is enabled in one of them, and steps that leave the component, or write, are in the graph. And from a state in
 * which a thread can never continue, a component in which it cannot is reached. */

#include "reduce/dynamic/state_graph.h"

#include <assert.h>

struct visit { graph_id state; uint32_t step; };    /* step: the next one to follow */

struct components {
  const struct graph *g;
  const bool *unfinished;         /* by state; NULL: none is unfinished */
  uint32_t *number, *low;         /* by state; number 0: not visited */
  bool *open;
  VEC (graph_id) stack;
  VEC (struct visit) path;
  uint32_t count;
  bool livelocks;
};

/* Whether the operation changes memory. Acquiring and releasing locks, and waking threads, are no progress by themselves.
 * Objects that are not memory have the highest bit set. */
static bool
changes (const struct graph *g, op_id op)
{
  const struct known_op *k = &g->ops.known.data[op];
  for (uint32_t i = 0; op && i < k->count; i++) {
    const struct slot *s = &g->ops.slots.data[k->first + i];
    bool writes = s->how == ACCESS_WRITE && !(s->object >> 63);
    if (writes || s->how == ACCESS_POST || s->how == ACCESS_WAIT)
      return true;
  }
  return false;
}

/* Whether another thread accesses, in a step of the component, what the step writes on its thread's stack or in a block
 * that the thread has allocated. A write that no other thread accesses is no progress. */
static bool
is_seen (const struct components *c, size_t from, const struct graph_step *step)
{
  const struct graph *g = c->g;
  for (size_t i = from; i < c->stack.count; i++)
    for (uint32_t s = g->states.data[c->stack.data[i]].out; s != NONE; s = g->steps.data[s].next_out) {
      const struct graph_step *other = &g->steps.data[s];
      if (other->thread != step->thread && (ops_dependent (&g->ops, step->plain, other->op) || ops_dependent (&g->ops, step->plain, other->plain)))
        return true;
    }
  return false;
}

/* Whether the states from number `from` of the stack on are a closed component; *writes: whether one of its steps changes
 * memory. False: a step leaves it, or it may get more steps. */
static bool
is_closed (const struct components *c, size_t from, bool *writes)
{
  const struct graph *g = c->g;
  uint32_t least = c->number[c->stack.data[from]], steps = 0;
  for (size_t i = from; i < c->stack.count; i++)
    for (uint32_t s = g->states.data[c->stack.data[i]].out; s != NONE; s = g->steps.data[s].next_out) {
      const struct graph_step *step = &g->steps.data[s];
      if (step->to == NONE || (c->unfinished && c->unfinished[step->from]))
        return false;
      if (!(c->open[step->to] && c->number[step->to] >= least))
        return false;
      const struct graph_state *a = &g->states.data[step->from], *b = &g->states.data[step->to];
      bool same = !g->stacks_are_shared && a->shared == b->shared;   /* the written value was there before */
      *writes = *writes || (!same && (step->plain_changes || (!step->silent && changes (g, step->op))))
                || (step->own_changes && is_seen (c, from, step));
      steps++;
    }
  return steps;
}

/* Collects the threads of a component. All its states have the same ones: no thread begins or ends in it. */
static void
gather_threads (const struct components *c, size_t from, struct graph_trap *t)
{
  const struct graph *g = c->g;
  const struct graph_state *first = &g->states.data[c->stack.data[from]];
  t->threads.count = 0;
  for (uint32_t i = 0; i < first->nnext; i++)
    VEC_PUSH (t->threads, (struct exec_waiter) {.thread = g->nexts.data[first->next + i].thread, .wait = g->nexts.data[first->next + i].wait});
  for (size_t k = from; k < c->stack.count; k++) {
    const struct graph_state *s = &g->states.data[c->stack.data[k]];
    assert (s->nnext == first->nnext);
    for (uint32_t i = 0; i < s->nnext; i++)
      t->threads.data[i].could |= g->nexts.data[s->next + i].enabled;
  }
}

static bool
is_trap (const struct components *c, size_t from, struct graph_trap *t)
{
  const struct graph *g = c->g;
  bool exits = false;
  t->changes = !c->livelocks;
  if (!is_closed (c, from, &t->changes) || g->states.data[c->stack.data[from]].is_excused)
    return false;
  gather_threads (c, from, t);
  for (size_t i = 0; i < t->threads.count; i++)
    exits |= t->threads.data[i].wait.exits;
  VEC_RESERVE (t->stuck, t->threads.count);
  t->stuck.count = exec_stuck (t->threads.data, t->threads.count, exits, t->changes, t->stuck.data);
  return t->stuck.count;
}

static void
enter (struct components *c, graph_id s)
{
  c->number[s] = c->low[s] = ++c->count;
  c->open[s] = true;
  VEC_PUSH (c->stack, s);
  VEC_PUSH (c->path, (struct visit) {s, c->g->states.data[s].out});
}

/* Leaves the state at the end of the path: all states that it reaches have been visited. */
static void
leave (struct components *c, struct graph_trap *t)
{
  graph_id s = VEC_POP (c->path).state;
  if (c->path.count && c->low[s] < c->low[VEC_LAST (c->path).state])
    c->low[VEC_LAST (c->path).state] = c->low[s];
  if (c->low[s] != c->number[s])
    return;
  size_t from = c->stack.count;
  while (c->stack.data[--from] != s) {}
  if (is_trap (c, from, t))
    t->state = s;
  while (c->stack.count > from)
    c->open[VEC_POP (c->stack)] = false;
}

struct graph_trap
graph_trap (const struct graph *g, const bool *unfinished, bool livelocks)
{
  size_t n = g->states.count;
  struct components c = {.g = g, .unfinished = unfinished, .number = mem_zalloc (n * sizeof *c.number), .low = mem_zalloc (n * sizeof *c.low), .open = mem_zalloc (n), .livelocks = livelocks};
  struct graph_trap found = {.state = NONE};
  enter (&c, 0);
  while (c.path.count && found.state == NONE) {
    struct visit *v = &VEC_LAST (c.path);
    graph_id s = v->state;
    if (v->step == NONE) {
      leave (&c, &found);
      continue;
    }
    graph_id to = g->steps.data[v->step].to;
    v->step = g->steps.data[v->step].next_out;
    if (to == NONE)
      continue;
    if (!c.number[to])
      enter (&c, to);
    else if (c.open[to] && c.number[to] < c.low[s])
      c.low[s] = c.number[to];
  }
  mem_free (c.number);
  mem_free (c.low);
  mem_free (c.open);
  VEC_FREE (c.stack);
  VEC_FREE (c.path);
  return found;
}

void
graph_trap_release (struct graph_trap *t)
{
  VEC_FREE (t->threads);
  VEC_FREE (t->stuck);
}
