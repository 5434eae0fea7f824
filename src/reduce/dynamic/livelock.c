/* Cycles that nothing leads out of, and in which nothing changes.
 *
 * Idea. In a component of the state graph that no step leaves every thread that
 * can go on does so again and again; where none of their steps writes, nobody
 * will ever find anything new: whoever waits in a loop there waits for ever, also
 * under a fair scheduler.
 * Source. R. Tarjan, SIAM J. Comput. 1 (1972), for the components.
 * Where we differ. A component with a step that writes memory may be a server at
 * work, and is none of our business.
 * Why that is sound. The graph is a reduced one; but a thread that is enabled in a state is
 * run in some state that can be reached from there (graph_serve), and these are
 * all of the component. */

#include "reduce/dynamic/state_graph.h"

#include <assert.h>

#include "base/mutant.h"

struct visit { graph_id state; uint32_t step; };    /* step: the next to follow */

struct components {
  const struct graph *g;
  const bool *unfinished;         /* by state, or NULL: none */
  uint32_t *number, *low;         /* by state; number 0: not visited */
  bool *open;
  VEC (graph_id) stack;
  VEC (struct visit) path;
  uint32_t count;
};

/* Locks that are taken and given back, and threads that are woken, change nothing by themselves. Objects that
 * are no memory have the highest bit set. */
static bool
changes (const struct graph *g, op_id op, bool is_plain)
{
  const struct known_op *k = &g->ops.known.data[op];
  for (uint32_t i = 0; op && i < k->count; i++) {
    const struct slot *s = &g->ops.slots.data[k->first + i];
    bool writes = s->how == ACCESS_WRITE && (is_plain || !(s->object >> 63));
    if (writes || (!is_plain && (s->how == ACCESS_POST || s->how == ACCESS_WAIT)))
      return !MUTANT (reduce_livelock_writes);
  }
  return false;
}

/* The states from number `from` of the stack on are a component. */
static bool
is_livelock (const struct components *c, size_t from)
{
  const struct graph *g = c->g;
  uint32_t least = c->number[c->stack.data[from]], steps = 0;
  for (size_t i = from; i < c->stack.count; i++)
    for (uint32_t s = g->states.data[c->stack.data[i]].out; s != NONE; s = g->steps.data[s].next_out) {
      const struct graph_step *step = &g->steps.data[s];
      if (step->to == NONE || (c->unfinished && c->unfinished[step->from]))
        return false;
      bool inside = c->open[step->to] && c->number[step->to] >= least;
      const struct graph_state *a = &g->states.data[step->from], *b = &g->states.data[step->to];
      bool silent = a->shared && a->shared == b->shared;   /* what was written was there */
      if (!inside || (!silent && (changes (g, step->op, false) || changes (g, step->plain, true))))
        return false;
      steps++;
    }
  return steps;
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
static bool
leave (struct components *c)
{
  graph_id s = VEC_POP (c->path).state;
  bool found = false;
  if (c->path.count && c->low[s] < c->low[VEC_LAST (c->path).state])
    c->low[VEC_LAST (c->path).state] = c->low[s];
  if (c->low[s] != c->number[s])
    return false;
  size_t from = c->stack.count;
  while (c->stack.data[--from] != s) {}
  found = is_livelock (c, from);
  while (c->stack.count > from)
    c->open[VEC_POP (c->stack)] = false;
  return found;
}

graph_id
graph_livelock (const struct graph *g, const bool *unfinished)
{
  size_t n = g->states.count;
  struct components c = {.g = g, .unfinished = unfinished, .number = mem_zalloc (n * sizeof *c.number), .low = mem_zalloc (n * sizeof *c.low), .open = mem_zalloc (n)};
  graph_id found = NONE;
  enter (&c, 0);
  while (c.path.count && found == NONE) {
    struct visit *v = &VEC_LAST (c.path);
    graph_id s = v->state;
    if (v->step == NONE) {
      found = leave (&c) ? s : NONE;
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
