/* Dropping stored states when memory is short.
 *
 * Idea. A state is finished if nothing is left to be run from it, nor from any state that it leads to: everything that can
 * happen after it is known and part of the summaries of all its predecessors. Finished states are dropped, all at once; a
 * step that leads to one remains, without its target. From then on the search explores the deepest open state first
 * (graph_go_deep), so that many states are finished.
 * Source. Replacement of states in depth-first searches: P. Godefroid, G. Holzmann, D. Pirottin, "State-space caching
 * revisited", CAV 1992.
 * Where we differ. Instead of the search stack, every state from which an open state can be reached is kept.
 * Why that is sound. docs/stateful.md: if a dropped state is reached again, it is explored as a new one. Everything that
 * was recorded about it remains true; and since a state is kept while anything after it is open, no path leads to new
 * copies of a state for ever. */

#include "reduce/dynamic/state_graph.h"

#include <assert.h>
#include <string.h>

#include "base/digest.h"

/* Marks every state that may get more steps or plans, with all its predecessors, and a livelock that will have to be
 * reported. */
static void
mark_unfinished (struct graph *g, graph_id at, bool *marked)
{
  for (graph_id id = 0; id < g->states.count; id++) {
    bool is_open = graph_choice (g, id, NONE);
    if (!marked[id] && (!id || id == at || is_open || graph_puts_off (g, id)))
      graph_mark_before (g, id, marked);
  }
  struct graph_trap trap = graph_trap (g, marked, true);
  if (trap.state != NONE)
    graph_mark_before (g, trap.state, marked);
  graph_trap_release (&trap);
}

/* Moves the kept states to the front, in the same order. */
static void
move_states (struct graph *g, const bool *kept, graph_id *number)
{
  size_t words = 0, nexts = 0, count = 0;
  for (graph_id id = 0; id < g->states.count; id++) {
    struct graph_state s = g->states.data[id];
    number[id] = kept[id] ? (graph_id) count : NONE;
    if (!kept[id]) {
      g->summary_words -= s.nsummary;
      mem_free (s.summary);
      continue;
    }
    memmove (g->words.data + words, g->words.data + s.words, s.nwords * sizeof *g->words.data);
    memmove (g->nexts.data + nexts, g->nexts.data + s.next, s.nnext * sizeof *g->nexts.data);
    s.words = words;
    s.next = (uint32_t) nexts;
    words += s.nwords;
    nexts += s.nnext;
    s.in = s.out = NONE;
    s.waiting = false;
    g->states.data[count++] = s;
  }
  g->forgotten += g->states.count - count;
  g->states.count = count;
  g->words.count = words;
  g->nexts.count = nexts;
}

/* Keeps the steps of kept states. Steps that share a list of released threads get a copy each. */
static void
move_steps (struct graph *g, const graph_id *number, uint32_t *numbers)
{
  size_t count = 0;
  __typeof__ (g->released) released = {0};
  for (uint32_t i = 0; i < g->steps.count; i++) {
    struct graph_step step = g->steps.data[i];
    numbers[i] = NONE;
    step.from = number[step.from];
    step.to = step.to == NONE ? NONE : number[step.to];
    if (step.from == NONE)
      continue;
    size_t first = released.count;
    for (uint32_t k = 0; k < step.nreleased; k++)
      VEC_PUSH (released, g->released.data[step.released + k]);
    step.released = (uint32_t) first;
    numbers[i] = (uint32_t) count;
    step.next_out = g->states.data[step.from].out;
    g->states.data[step.from].out = (uint32_t) count;
    step.next_in = step.to == NONE ? NONE : g->states.data[step.to].in;
    if (step.to != NONE)
      g->states.data[step.to].in = (uint32_t) count;
    g->steps.data[count++] = step;
  }
  g->steps.count = count;
  VEC_FREE (g->released);
  g->released.data = released.data, g->released.count = released.count, g->released.room = released.room;
  for (graph_id id = 0; id < g->states.count; id++) {
    uint32_t *came = &g->states.data[id].came;
    *came = *came == NONE ? NONE : numbers[*came];
    assert (*came != NONE || !id || !graph_choice (g, id, NONE));   /* the predecessors of an unfinished state are unfinished */
  }
}

/* Also keeps a random half of the finished states, if there is enough memory: among the rules that were tried this one was
 * never far from the best. */
static void
keep_half (const struct graph *g, bool *kept, uint64_t most)
{
  uint64_t finished = 0, n = g->states.count, round = g->forgotten;
  for (graph_id id = 0; id < n; id++)
    finished += !kept[id];
  if (graph_bytes (g) / n * (n - finished / 2) > most)
    return;
  for (graph_id id = 0; id < n; id++)
    kept[id] |= digest_mix (g->states.data[id].hash + round) & 1;
}

graph_id
graph_forget (struct graph *g, graph_id at, uint64_t most)
{
  assert (!g->dirty.count && !g->pairs.count);
  bool *kept = mem_zalloc (g->states.count * sizeof *kept);
  graph_id *number = mem_alloc (g->states.count * sizeof *number);
  uint32_t *numbers = mem_alloc ((g->steps.count + 1) * sizeof *numbers);
  mark_unfinished (g, at, kept);
  keep_half (g, kept, most);
  move_states (g, kept, number);
  move_steps (g, number, numbers);
  at = number[at];
  graph_tables (g);
  mem_free (kept);
  mem_free (number);
  mem_free (numbers);
  return at;
}
