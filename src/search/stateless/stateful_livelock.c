/* Executes a closed cycle before it is reported. For a deadlock beside threads that continue, the cycle visits, for each
 * thread that can continue, a state in which it is enabled: a thread that is never enabled in it can never continue. */

#include "search/stateless/stateful_parts.h"

#include <assert.h>

/* A cycle being constructed. */
struct turn {
  const struct graph *g;
  const struct graph_trap *trap;
  bool *missing;                  /* by number in the trap: a thread that can continue, but was not enabled on the cycle so far */
  size_t nmissing;
  uint32_t *before;               /* by state: the step by which the search reached it */
  VEC (graph_id) queue;
};

/* Clears `missing` for the threads enabled in `id` (not with only_ask); true if any was set. */
static bool
see (struct turn *t, graph_id id, bool only_ask)
{
  const struct graph_state *s = &t->g->states.data[id];
  bool any = false;
  for (uint32_t i = 0; i < s->nnext; i++)
    if (t->g->nexts.data[s->next + i].enabled && t->missing[i]) {
      any = true;
      t->nmissing -= !only_ask;
      t->missing[i] &= only_ask;
    }
  return any;
}

/* Appends a shortest path from a state to one in which a missing thread is enabled; without missing threads, to the trap's
 * state. Returns the state reached. */
static graph_id
go_on (struct turn *t, graph_id from, struct schedule *path)
{
  const struct graph *g = t->g;
  graph_id to = NONE;
  struct schedule back = {0};
  for (size_t i = 0; i < g->states.count; i++)
    t->before[i] = NONE;
  t->queue.count = 0;
  VEC_PUSH (t->queue, from);
  for (size_t i = 0; i < t->queue.count && to == NONE; i++)
    for (uint32_t k = g->states.data[t->queue.data[i]].out; k != NONE && to == NONE; k = g->steps.data[k].next_out) {
      graph_id next = g->steps.data[k].to;
      assert (next != NONE);      /* a trap is closed: no step leaves it */
      if (t->before[next] != NONE)
        continue;
      t->before[next] = k;
      VEC_PUSH (t->queue, next);
      if (t->nmissing ? see (t, next, true) : next == t->trap->state)
        to = next;
    }
  assert (to != NONE);
  for (graph_id at = to; at != from || !back.count;) {
    const struct graph_step *step = &g->steps.data[t->before[at]];
    VEC_PUSH (back, (struct stateless_step) {step->thread, step->alternative});
    at = step->from;
    see (t, at, false);
  }
  see (t, to, false);
  while (back.count) {
    struct stateless_step step = VEC_POP (back);
    VEC_PUSH (*path, step);
  }
  VEC_FREE (back);
  return to;
}

/* Executes a cycle from the trap's state, where the exec is, back to it. */
static bool
go_round (struct stateful *s, const struct graph_trap *trap)
{
  struct turn t = {.g = &s->graph, .trap = trap, .missing = mem_zalloc (trap->threads.count),
                   .before = mem_alloc (s->graph.states.count * sizeof *t.before)};
  size_t from = s->path.count;
  for (size_t i = 0; i < trap->threads.count; i++)
    t.nmissing += t.missing[i] = trap->changes && trap->threads.data[i].could;
  see (&t, trap->state, false);
  graph_id at = trap->state;
  do
    at = go_on (&t, at, &s->path);
  while (t.nmissing || at != trap->state);
  mem_free (t.missing);
  mem_free (t.before);
  VEC_FREE (t.queue);
  return stateful_replay (s, from);
}

/* Reports threads that repeat a cycle for ever without a new value, or beside which others can never continue. */
void
stateful_livelock (struct stateful *s)
{
  if (s->limits.stop || !s->run->trapped)
    return;
  struct graph_trap trap = graph_trap (&s->graph, NULL, !s->run->no_livelocks);
  if (trap.state != NONE && stateful_go_to (s, trap.state)) {
    size_t depth = s->path.count;
    if (go_round (s, &trap)) {
      s->result->errors++;
      s->run->trapped (s->run->context, depth, trap.stuck.data, trap.stuck.count, trap.changes);
      if (!s->run->all)
        limits_stop (&s->limits, "the first finding ends the search");
    }
  }
  graph_trap_release (&trap);
}
