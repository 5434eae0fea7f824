/* Components that nothing leads out of: those in which nothing changes, and those in which somebody can never continue.
 *
 * Idea. In a component of the state graph that no step leaves every thread that
 * can go on does so again and again. Where none of their steps writes, nobody
 * will ever find anything new: whoever waits in a loop there waits for ever, also
 * under a fair scheduler: a livelock. And a thread that is enabled in none of its states
 * will never be: a deadlock, beside threads that go on.
 * Source. R. Tarjan, SIAM J. Comput. 1 (1972), for the components.
 * Where we differ. A component with a step that writes memory may be a server at
 * work, and is none of our business as long as nobody else is stuck in it. Who joins the server is not
 * stuck, nor is who only waits to end the process: exec_stuck.
 * Why that is sound. The graph is a reduced one; but whatever can be run from one of its states is
 * run on some path from there (the lemma of docs/stateful.md), and these states are
 * all of the component. So a thread that could ever go on is enabled in one of them, and steps that
 * would lead out, or write, are there. And from a state where somebody can never continue a component is reached
 * in which it cannot. */

#include "reduce/dynamic/state_graph.h"

#include <assert.h>

struct visit { graph_id state; uint32_t step; };    /* step: the next to follow */

struct components {
  const struct graph *g;
  const bool *unfinished;         /* by state, or NULL: none */
  uint32_t *number, *low;         /* by state; number 0: not visited */
  bool *open;
  VEC (graph_id) stack;
  VEC (struct visit) path;
  uint32_t count;
  bool livelocks;
};

/* Locks that are taken and given back, and threads that are woken, change nothing by themselves. Objects that
 * are no memory have the highest bit set. */
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

/* What the step writes on its thread's stack, or in a block that the thread has allocated, somebody else touches in a step of the component.
 * Else it is the thread's own there: that it goes to and fro gets nobody anywhere. */
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

/* The states from number `from` of the stack on are a component. False: a step leaves it, or more may be to come. */
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
      bool same = !g->stacks_are_shared && a->shared == b->shared;   /* what was written was there */
      *writes = *writes || (!same && (step->plain_changes || (!step->silent && changes (g, step->op))))
                || (step->own_changes && is_seen (c, from, step));
      steps++;
    }
  return steps;
}

/* All states of a component have the same threads: none begins or ends in it. */
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

/* All is known about what can be reached from the state at the end of the path. */
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
