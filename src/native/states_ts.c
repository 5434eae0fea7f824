#include "native/states_ts.h"

#include <assert.h>
#include <stdio.h>

#include "base/mem.h"

/* Word 0 is the header of every state; it is observable. */
enum { WORDS = 2 };

struct states_ts {
  struct ts ts;
  const struct wire_log *log;
};

static const struct wire_log *
log_of (struct ts *ts)
{
  return ((struct states_ts *) ts)->log;
}

static uint32_t
states_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  (void) ts;
  fault->kind = FAULT_NONE;
  out[0] = out[1] = 0;
  return WORDS;
}

static void
states_enabled (struct ts *ts, const uint32_t *state, struct trans_list *list)
{
  const struct wire_log_node *s = &log_of (ts)->states.data[state[1]];
  assert (state[1] < log_of (ts)->states.count);
  for (uint32_t i = 0; i < s->nedges; i++) {
    const struct wire_edge *e = &log_of (ts)->edges.data[s->edges + i];
    VEC_PUSH (*list, trans_of (e->thread, e->alternative));
  }
}

static const struct wire_edge *
find_edge (const struct wire_log *log, uint32_t number, trans_id t)
{
  const struct wire_log_node *s = &log->states.data[number];
  assert (number < log->states.count);
  for (uint32_t i = 0; i < s->nedges; i++) {
    const struct wire_edge *e = &log->edges.data[s->edges + i];
    if (e->thread == trans_pid (t) && e->alternative == trans_edge (t))
      return e;
  }
  return NULL;
}

static uint32_t
states_step (struct ts *ts, const uint32_t *state, trans_id t, uint32_t *out, struct fault *fault)
{
  const struct wire_edge *e = find_edge (log_of (ts), state[1], t);
  assert (e);
  fault->kind = FAULT_NONE;
  fault->goes_on = false;
  out[0] = 0;
  out[1] = e->to;
  if (e->kind == WIRE_EDGE_FAILS) {
    fault->kind = FAULT_ASSERTION;
    snprintf (fault->message, sizeof fault->message, "the execution fails");
  } else if (e->kind == WIRE_EDGE_UNEXPLORED) {
    fault->kind = FAULT_RESOURCE;
    snprintf (fault->message, sizeof fault->message, "not all states were explored");
  }
  return WORDS;
}

static uint32_t
states_words (struct ts *ts, const uint32_t *state)
{
  (void) ts, (void) state;
  return WORDS;
}

static enum end_kind
states_end (struct ts *ts, const uint32_t *state)
{
  (void) ts, (void) state;
  return END_VALID;
}

static void
states_free (struct ts *ts)
{
  mem_free (ts);
}

/* No functions for descriptions: a run is described by repeating it in the program. */
static const struct ts_class states_class = {
  .initial = states_initial,
  .enabled = states_enabled,
  .step = states_step,
  .words = states_words,
  .end = states_end,
  .free = states_free,
};

static bool
fits (const struct wire_log *log)
{
  for (size_t i = 0; i < log->edges.count; i++) {
    const struct wire_edge *e = &log->edges.data[i];
    if (e->thread > TRANS_MAX_PID || e->alternative > TRANS_MAX_EDGE || e->kind > WIRE_EDGE_UNEXPLORED
        || (e->kind == WIRE_EDGE_STEP && e->to >= log->states.count))
      return false;
  }
  return log->states.count;
}

struct ts *
states_ts_new (const struct wire_log *log)
{
  if (!fits (log))
    return NULL;
  struct states_ts *s = mem_zalloc (sizeof *s);
  s->ts = (struct ts) {.class = &states_class, .max_words = WORDS};
  s->log = log;
  return &s->ts;
}
