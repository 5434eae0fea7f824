/* Idea. The steps of a path are executed one by one; the executor says where it first goes wrong, and how.
 * Source. Pitfall 20 of the project: no counterexample is shown that the explicit executor has not confirmed.
 * Where we differ. Steps inside a d_step are part of the executor's step before; where a process that keeps control is
 * blocked the executor makes a step of giving it up.
 * Why that is sound. Nothing but the executor decides what is reported.
 */
#include "symbolic/decode.h"

#include <stdio.h>
#include <string.h>

#include "base/mutant.h"
#include "model/end_state.h"

struct walk {
  const struct symbolic_run *run;
  uint32_t *state, *next, words;
  struct trans_list enabled, steps;
  struct fault fault;
};

static bool
is_enabled (struct walk *w, trans_id t)
{
  struct ts *ts = w->run->ts;
  w->enabled.count = 0;
  ts->class->enabled (ts, w->state, &w->enabled);
  for (size_t i = 0; i < w->enabled.count; i++)
    if (w->enabled.data[i] == t)
      return true;
  return false;
}

static void
take (struct walk *w, trans_id t)
{
  struct ts *ts = w->run->ts;
  w->words = ts->class->step (ts, w->state, t, w->next, &w->fault);
  memcpy (w->state, w->next, (size_t) w->words * 4);
  VEC_PUSH (w->steps, t);
}

/* A process that keeps control but is blocked gives it up. */
static void
release_control (struct walk *w)
{
  if (ts_transient (w->state) && is_enabled (w, TRANS_RELEASE))
    take (w, TRANS_RELEASE);
}

static void
add_finding (struct walk *w, struct result *r, enum finding_kind kind, struct pos pos, const char *message, long loop)
{
  struct finding f = {.kind = kind, .message = mem_strdup (message), .pos = pos, .loop_start = loop, .nsteps = w->steps.count,
                      .steps = mem_alloc ((w->steps.count + 1) * sizeof *f.steps)};
  if (w->steps.count)
    memcpy (f.steps, w->steps.data, w->steps.count * sizeof *f.steps);
  VEC_PUSH (r->findings, f);
  r->errors++;
}

/* The last step failed, or the state is a bad one. */
static bool
look_for_violation (struct walk *w, struct result *r)
{
  const struct symbolic_run *run = w->run;
  if (w->fault.kind != FAULT_NONE && w->fault.kind != FAULT_RESOURCE) {
    add_finding (w, r, fault_finding (w->fault.kind), w->fault.pos, w->fault.message, -1);
    return true;
  }
  if (ts_transient (w->state) || w->fault.kind != FAULT_NONE)
    return false;
  if (run->invariant) {
    struct fault fault = {.kind = FAULT_NONE};
    bool holds = run->invariant_holds (run->invariant_context, w->state, &fault);
    struct str text = {0};
    str_printf (&text, "the invariant does not hold: %s", run->invariant_text);
    if (!holds || fault.kind != FAULT_NONE)
      add_finding (w, r, fault.kind != FAULT_NONE ? fault_finding (fault.kind) : FINDING_INVARIANT, fault.pos,
                   fault.kind != FAULT_NONE ? fault.message : str_text (&text), -1);
    str_release (&text);
    if (!holds || fault.kind != FAULT_NONE)
      return true;
  }
  w->enabled.count = 0;
  run->ts->class->enabled (run->ts, w->state, &w->enabled);
  struct str text = {0};
  struct pos pos = {0};
  bool bad = !w->enabled.count && end_state_is_bad (run->ts, w->state, run->options->ends, &text, &pos);
  if (bad)
    add_finding (w, r, end_state_kind (run->ts), pos, str_text (&text), -1);
  str_release (&text);
  return bad;
}

static trans_id
transition_of (const struct step *s)
{
  return s->partner == PG_ALL ? trans_of (s->slot, s->edge) : trans_of_rendezvous (s->slot, s->edge, s->partner, s->partner_edge);
}

/* A run ends where its loop closes, or where nothing can save it; unless a process that has no place is created then. */
static enum decoded
last_of_run (struct walk *w, const struct step *s, long loop, struct layout *l, struct result *r, char *why, size_t room)
{
  size_t n = w->steps.count;
  (void) why;
  (void) room;
  if (s && is_enabled (w, transition_of (s))) {
    take (w, transition_of (s));
    if (layout_add_state (l, w->run->inspector, w->state))
      return DECODED_NEW_PROCESS;
    w->steps.count = n;
  }
  add_finding (w, r, w->run->claim_kind, w->run->claim_pos, w->run->claim_message, loop == (long) n ? -1 : loop);
  return DECODED_FINDING;
}

static enum decoded
walk_path (struct walk *w, const struct circuit *c, const struct outcome *o, struct layout *l, struct result *r, char *why, size_t room)
{
  bool safety = !w->run->claim;
  long loop = -1;
  if (w->fault.kind == FAULT_NONE && safety && look_for_violation (w, r))
    return DECODED_FINDING;
  for (size_t i = 0; i < o->path.count; i++) {
    const struct step *s = o->path.data[i] == PG_ALL ? NULL : &c->steps.data[o->path.data[i]];
    if (s && s->inside)
      continue;
    release_control (w);
    if (safety && look_for_violation (w, r))
      return DECODED_FINDING;
    if (o->loop >= 0 && i >= (size_t) o->loop && loop < 0)
      loop = (long) w->steps.count;
    if (!safety && i + 1 == o->path.count)
      return last_of_run (w, s, loop, l, r, why, room);
    if (!s) {
      VEC_PUSH (w->steps, TRANS_STUTTER);
      continue;
    }
    if (!is_enabled (w, transition_of (s))) {
      snprintf (why, room, "step %zu is not enabled in the model", i + 1);
      return DECODED_WRONG;
    }
    take (w, transition_of (s));
    if (w->fault.kind == FAULT_RESOURCE) {
      snprintf (why, room, "%s", w->fault.message);
      return DECODED_RESOURCE;
    }
    if (layout_add_state (l, w->run->inspector, w->state))
      return DECODED_NEW_PROCESS;
    if (w->run->inspector->nprocs > LAYOUT_MAX_SLOTS) {
      snprintf (why, room, "more than %d processes", LAYOUT_MAX_SLOTS);
      return DECODED_RESOURCE;
    }
    if (safety && look_for_violation (w, r))
      return DECODED_FINDING;
    if (w->fault.kind != FAULT_NONE && !w->fault.goes_on)
      break;
    for (uint32_t k = 0; k < s->nchain; k++) {
      take (w, trans_of (s->slot, s->chain[k]));
      if (safety && look_for_violation (w, r))
        return DECODED_FINDING;
    }
  }
  release_control (w);
  if (safety && look_for_violation (w, r))
    return DECODED_FINDING;
  snprintf (why, room, "the model does not do what its circuit does");
  return DECODED_WRONG;
}

enum decoded
decode_path (const struct symbolic_run *run, const struct circuit *c, const struct outcome *o, struct layout *l, struct result *r,
             char *why, size_t room)
{
  struct ts *ts = run->ts;
  struct walk w = {.run = run, .state = mem_alloc ((size_t) ts->max_words * 4), .next = mem_alloc ((size_t) ts->max_words * 4)};
  w.words = ts->class->initial (ts, w.state, &w.fault);
  enum decoded d = walk_path (&w, c, o, l, r, why, room);
  VEC_FREE (w.enabled);
  VEC_FREE (w.steps);
  mem_free (w.state);
  mem_free (w.next);
  return d;
}
