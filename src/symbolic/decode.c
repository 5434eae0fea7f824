/* Idea. The steps of a path are executed one by one; the executor determines where the first error is, and which.
 * Source. None: no counterexample of a symbolic engine is shown unless the explicit executor has confirmed it.
 * Where we differ. Steps inside a d_step are part of the executor's step before; where a process that keeps control is
 * blocked the executor makes a step of giving it up.
 * Why that is sound. Only the executor decides what is reported. */
#include "symbolic/decode.h"

#include <stdio.h>
#include <string.h>

#include "model/end_state.h"
#include "symbolic/parts.h"

struct walk {
  const struct symbolic_run *run;
  const struct circuit *c;
  const bool *inputs;             /* inputs of the current step */
  uint32_t first_input;           /* first input of the next edge of the current step */
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

/* ---- edges with inputs ---- */

enum { MOST_INPUTS = 64 };       /* inputs of one edge */

/* The edge of a step of the path in the executor's numbering, where it occurs once for each value of its inputs. `first`:
 * number of its first input in the circuit; advanced. */
static uint32_t
executed_edge (const struct walk *w, const struct step *s, uint32_t edge, uint32_t *first)
{
  const struct circuit *c = w->c;
  const struct pg_proc *q = &c->pg->procs[c->parts->slots.data[s->slot].types.data[s->type].proc];
  uint32_t proc = (uint32_t) (q - c->pg->procs), n = pg_inputs_of (&q->edges[edge]).count;
  uint64_t values[MOST_INPUTS];
  if (w->run->executed == c->pg)
    return edge;
  assert (n <= MOST_INPUTS && (!n || w->inputs || !circuit_has_free (c)));
  for (uint32_t i = 0; i < n; i++)
    values[i] = circuit_free_value (c, *first + i, w->inputs) & free_mask (&q->edges[edge], i);
  *first += n;
  return pg_expanded_edge (w->run->executed, proc, edge, values, n);
}

static trans_id
transition_of (struct walk *w, const struct step *s)
{
  w->first_input = 0;
  if (s->partner != PG_ALL)
    return trans_of_rendezvous (s->slot, s->edge, s->partner, s->partner_edge);
  uint32_t edge = executed_edge (w, s, s->edge, &w->first_input);
  return edge == PG_ALL ? TRANS_RELEASE : trans_of (s->slot, edge);     /* then the edge is not enabled */
}

struct values { VEC (int64_t) list; };

/* True: the executor has an edge with these values. */
static bool
collect_of_edge (const struct circuit *c, const struct pg *executed, const struct pg_proc *q, uint32_t edge, const bool *inputs, uint32_t *first,
                 struct values *out)
{
  const struct pg_edge *e = &q->edges[edge];
  uint32_t n = pg_inputs_of (e).count;
  uint64_t values[MOST_INPUTS];
  assert (n <= MOST_INPUTS);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t mask = free_mask (e, i), v = values[i] = circuit_free_value (c, *first + i, inputs) & mask;
    int64_t signed_value = (int64_t) (v & ~(mask >> 1) ? v | ~mask : v);
    bool known = false;
    for (size_t k = 0; k < out->list.count; k++)
      known |= out->list.data[k] == signed_value;
    if (!known)
      VEC_PUSH (out->list, signed_value);
  }
  *first += n;
  return pg_expanded_edge (executed, (uint32_t) (q - c->pg->procs), edge, values, n) != PG_ALL;
}

/* Adds the input values of the path to the executor. False: impossible. */
static bool
learn_values (struct symbolic_run *run, const struct circuit *c, const struct outcome *o)
{
  struct values all = {{0}};
  bool known = true;
  if (run->executed == c->pg)
    return true;
  if (!o->inputs.count && circuit_has_free (c))
    return false;
  for (size_t i = 0; i < o->path.count; i++) {
    const struct step *s = o->path.data[i] == PG_ALL ? NULL : &c->steps.data[o->path.data[i]];
    if (!s || s->edge == PG_ALL || s->partner != PG_ALL)
      continue;
    const struct pg_proc *q = &c->pg->procs[c->parts->slots.data[s->slot].types.data[s->type].proc];
    const bool *inputs = o->inputs.count ? o->inputs.data + i * c->inputs.count : NULL;
    uint32_t first = 0;
    known &= collect_of_edge (c, run->executed, q, s->edge, inputs, &first, &all);
    for (uint32_t k = 0; k < s->nchain; k++)
      known &= collect_of_edge (c, run->executed, q, s->chain[k], inputs, &first, &all);
  }
  bool ok = known || (run->learn_values && run->learn_values (run, all.list.data, all.list.count));
  VEC_FREE (all.list);
  return ok;
}

/* A run ends where its loop closes, or where it is doomed; unless a process without a slot is created there. */
static enum decoded
last_of_run (struct walk *w, const struct step *s, long loop, struct layout *l, struct result *r, char *why, size_t room)
{
  size_t n = w->steps.count;
  (void) why;
  (void) room;
  if (s && is_enabled (w, transition_of (w, s))) {
    take (w, transition_of (w, s));
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
    w->inputs = o->inputs.count ? o->inputs.data + i * c->inputs.count : NULL;
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
    if (!is_enabled (w, transition_of (w, s))) {
      snprintf (why, room, "step %zu is not enabled in the model", i + 1);
      return DECODED_WRONG;
    }
    take (w, transition_of (w, s));
    if (w->fault.kind == FAULT_RESOURCE) {
      if (w->fault.pos.line)
        snprintf (why, room, "%s:%d: %s", w->fault.pos.file, w->fault.pos.line, w->fault.message);
      else
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
      take (w, trans_of (s->slot, executed_edge (w, s, s->chain[k], &w->first_input)));
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
decode_path (struct symbolic_run *run, const struct circuit *c, const struct outcome *o, struct layout *l, struct result *r,
             char *why, size_t room)
{
  if (!learn_values (run, c, o)) {
    snprintf (why, room, "a violation was found, but not with values that can be executed");
    return DECODED_RESOURCE;
  }
  struct ts *ts = run->ts;
  struct walk w = {.run = run, .c = c, .state = mem_alloc ((size_t) ts->max_words * 4), .next = mem_alloc ((size_t) ts->max_words * 4)};
  w.words = ts->class->initial (ts, w.state, &w.fault);
  enum decoded d = walk_path (&w, c, o, l, r, why, room);
  VEC_FREE (w.enabled);
  VEC_FREE (w.steps);
  mem_free (w.state);
  mem_free (w.next);
  return d;
}
