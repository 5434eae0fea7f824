/* A cycle that nothing leads out of is executed before it is told. */

#include "search/stateless/stateful_parts.h"

#include <assert.h>

/* Takes the fewest steps that lead from the present state back to it. */
static bool
go_round (struct stateful *s, graph_id id)
{
  struct graph *g = &s->graph;
  uint32_t *before = mem_alloc (g->states.count * sizeof *before);     /* the step by which a state was come to */
  VEC (graph_id) queue = {0};
  struct schedule loop = {0};
  for (size_t i = 0; i < g->states.count; i++)
    before[i] = NONE;
  VEC_PUSH (queue, id);
  for (size_t i = 0; i < queue.count && before[id] == NONE; i++)
    for (uint32_t k = g->states.data[queue.data[i]].out; k != NONE; k = g->steps.data[k].next_out)
      if (g->steps.data[k].to != NONE && before[g->steps.data[k].to] == NONE) {
        before[g->steps.data[k].to] = k;
        VEC_PUSH (queue, g->steps.data[k].to);
      }
  bool found = before[id] != NONE;
  for (graph_id at = id; found && (at != id || !loop.count);) {
    const struct graph_step *step = &g->steps.data[before[at]];
    VEC_PUSH (loop, (struct stateless_step) {step->thread, step->alternative});
    at = step->from;
  }
  size_t from = s->path.count;
  while (loop.count) {
    struct stateless_step step = VEC_POP (loop);
    VEC_PUSH (s->path, step);
  }
  mem_free (before);
  VEC_FREE (queue);
  VEC_FREE (loop);
  return found && stateful_replay (s, from);
}

/* Threads that go round for ever and will never find anything new. */
void
stateful_livelock (struct stateful *s)
{
  const struct graph *g = &s->graph;
  graph_id id = s->limits.stop || !s->run->livelock ? NONE : graph_livelock (g, NULL);
  if (id == NONE || !stateful_go_to (s, id))
    return;
  size_t depth = s->path.count;
  if (!go_round (s, id))
    return;
  s->result->errors++;
  s->run->livelock (s->run->context, depth);
  if (!s->run->all)
    limits_stop (&s->limits, "the first finding ends the search");
}
