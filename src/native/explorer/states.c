#include "native/explorer/states.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "native/runtime/core/explorer.h"
#include "reduce/dynamic/state_graph.h"

enum { CHUNK = 1000 };            /* states in a record */

void
explorer_states_met (struct explorer_states *s)
{
  VEC_RESERVE (s->values, s->values.count + s->nobserved);
  native_observed (s->exec, s->values.data + s->values.count);
  s->values.count += s->nobserved;
}

/* ---- a graph ---- */

/* The alternative that a trace has for the step; if the step creates a thread, that thread's number. */
static uint32_t
name_of_way (const struct explorer_states *s, const struct graph *g, const struct graph_step *step)
{
  if (!step->from)
    return native_modes (s->exec);
  for (uint32_t i = 0; i < step->nreleased; i++)
    if (!graph_next_of (g, step->from, g->released.data[step->released + i]))
      return g->released.data[step->released + i];
  return step->alternative;
}

static void
put_state (struct explorer_states *s, const struct graph *g, graph_id id, struct wire_writer *w)
{
  const struct graph_state *state = &g->states.data[id];
  struct wire_state head = {0};
  size_t at = w->record.count;
  wire_put (w, &head, sizeof head);
  wire_put (w, s->values.data + (size_t) id * s->nobserved, s->nobserved * sizeof (int64_t));
  for (uint32_t i = 0; i < state->nnext; i++) {
    const struct graph_next *n = &g->nexts.data[state->next + i];
    for (uint32_t way = 0; n->enabled && way < n->alternatives; way++) {
      uint32_t number = graph_find_step (g, id, n->thread, way);
      const struct graph_step *step = number == NONE ? NULL : &g->steps.data[number];
      struct wire_edge edge = {n->thread, way, 0, WIRE_EDGE_UNEXPLORED};
      if (step)
        edge = (struct wire_edge) {n->thread, name_of_way (s, g, step), step->to, step->ran ? WIRE_EDGE_STEP : WIRE_EDGE_FAILS};
      wire_put (w, &edge, sizeof edge);
      head.nedges++;
    }
  }
  memcpy (w->record.data + at, &head, sizeof head);
}

void
explorer_states_send (struct explorer_states *s, const struct graph *g, struct wire_writer *w)
{
  assert (s->values.count == g->states.count * s->nobserved);
  for (graph_id first = 0; first < g->states.count; first += CHUNK) {
    for (graph_id id = first; id < g->states.count && id < first + CHUNK; id++)
      put_state (s, g, id, w);
    wire_send_states (w);
  }
}

/* ---- one execution ---- */

enum { ROUNDS = 8 };              /* of a loop, until it comes back to a state */

struct repetition {
  struct explorer_states *states;
  struct wire_writer *wire;
  uint32_t count;                 /* states that were put */
  size_t target;                  /* where the last of them says where its step leads */
  struct { uint32_t words[8]; size_t count; } seen[ROUNDS + 1];   /* fingerprints at the beginning of each round */
};

/* The present state of the execution: everybody who could go on, and who does (NULL: nobody). */
static void
put_present (struct repetition *r, const struct wire_choice *taken)
{
  struct explorer_states *s = r->states;
  struct wire_state head = {0};
  size_t at = r->wire->record.count;
  s->values.count = 0;
  explorer_states_met (s);
  wire_put (r->wire, &head, sizeof head);
  wire_put (r->wire, s->values.data, s->nobserved * sizeof (int64_t));
  for (thread_id t = 0; t < exec_threads (s->exec); t++) {
    if (!exec_enabled (s->exec, t))
      continue;
    struct wire_edge edge = {t, 0, 0, WIRE_EDGE_UNEXPLORED};
    if (taken && taken->thread == t) {
      edge = (struct wire_edge) {t, taken->alternative, r->count + 1, WIRE_EDGE_STEP};
      r->target = r->wire->record.count + offsetof (struct wire_edge, to);
    }
    wire_put (r->wire, &edge, sizeof edge);
    head.nedges++;
  }
  memcpy (r->wire->record.data + at, &head, sizeof head);
  r->count++;
}

static bool
take_steps (struct repetition *r, const struct wire_choice *steps, uint64_t from, uint64_t to)
{
  struct exec *e = r->states->exec;
  for (uint64_t i = from; i < to; i++) {
    struct exec_step step = {0};
    if (steps[i].thread >= exec_threads (e) || !exec_enabled (e, steps[i].thread))
      return false;
    put_present (r, &steps[i]);
    if (exec_step (e, steps[i].thread, steps[i].alternative, &step) != EXEC_RAN)
      return false;
  }
  return true;
}

/* Has the execution been here at the beginning of an earlier round? Its number, or `round`. */
static int
find_round (struct repetition *r, int round)
{
  const uint32_t *words = exec_state (r->states->exec, &r->seen[round].count);
  size_t bytes = r->seen[round].count * sizeof *words;
  int i = 0;
  assert (bytes <= sizeof r->seen[round].words);
  memcpy (r->seen[round].words, words, bytes);
  while (i < round && memcmp (r->seen[i].words, words, bytes))
    i++;
  return i;
}

bool
explorer_states_repeat (struct explorer_states *s, const struct wire_choice *steps, uint64_t nsteps, uint64_t loop_start,
                       struct wire_writer *w, char *why, size_t room)
{
  struct repetition r = {.states = s, .wire = w};
  uint64_t before = loop_start < nsteps ? loop_start : nsteps;
  bool fits = take_steps (&r, steps, 0, before), closes = before == nsteps;
  if (fits && closes)
    put_present (&r, NULL);
  /* a word that nobody will read may be another one after the first round */
  for (int round = 0; fits && !closes && round <= ROUNDS; round++) {
    int first = find_round (&r, round);
    closes = first < round;
    if (closes) {
      uint32_t to = (uint32_t) (before + (uint64_t) first * (nsteps - before));
      memcpy (w->record.data + r.target, &to, sizeof to);
    } else
      fits = take_steps (&r, steps, before, nsteps);
  }
  if (fits && closes)
    wire_send_states (w);
  else {
    w->record.count = 0;
    snprintf (why, room, fits ? "the loop does not close" : "the trace does not fit: a thread cannot make its step");
  }
  return fits && closes;
}
