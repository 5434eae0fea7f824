/* A protocol as a transition system: enabled transitions and their successors. */
#include <assert.h>
#include <string.h>

#include "front/protocol/parts.h"

/* ---- numbers of transitions ---- */

static trans_id
name_of (const struct protocol *p, uint32_t pid, const struct mp_choice *c)
{
  uint32_t ordinal = c->ordinal < MP_CHOICES ? c->ordinal : MP_CHOICES - 1;
  return trans_of (pid, (c->instance - p->first_instance[pid]) * MP_CHOICES + ordinal);
}

/* NULL: no such transition (trace files may contain any number). */
const struct mp_instance *
mp_instance_of (const struct protocol *p, trans_id id)
{
  if (!trans_is_statement (id) || trans_is_rendezvous (id) || trans_pid (id) >= p->nprocesses)
    return NULL;
  uint32_t pid = trans_pid (id), i = p->first_instance[pid] + trans_edge (id) / MP_CHOICES;
  return i < p->first_instance[pid + 1] ? &p->instances.data[i] : NULL;
}

/* Faults may happen, but need not. */
bool
mp_is_fault (const struct ts *ts, trans_id id)
{
  const struct protocol *p = (const struct protocol *) ts;
  const struct mp_instance *x = mp_instance_of (p, id);
  return x && p->transitions.data[x->transition].kind != MP_ORDINARY;
}

/* ---- guards ---- */

/* Without messages: for `when` only. */
static void
begin_step (struct mp_running *r, struct protocol *p, const struct mp_open *o, uint32_t pid, struct mp_transition *t,
            const struct mz_message *messages)
{
  *r = (struct mp_running) {.protocol = p, .transition = t};
  r->step = (struct mz_step) {.self = (int) pid, .index = (int) pid - p->first[t->type], .first = p->first, .count = p->count,
                              .message = messages, .messages = messages ? t->consumes : 0, .local = o->local[pid], .send = mp_send, .fail = mp_fail};
  for (int i = 0; i < r->step.messages; i++)
    r->senders |= (uint64_t) 1 << messages[i].from;
}

static uint32_t
count_crashed (const struct protocol *p, const struct mp_open *o, uint32_t type)
{
  uint32_t n = 0;
  for (int i = 0; i < p->count[type]; i++)
    n += o->fault[p->first[type] + i] & MP_CRASHED;
  return n;
}

/* A guard that fails counts as true: its step reports the fault. Without messages only `when` is evaluated. */
static bool
guard_holds (struct protocol *p, struct mp_open *o, uint32_t pid, struct mp_transition *t, const struct mz_message *messages)
{
  struct mp_running r;
  struct fault fault = {0};
  bool holds = true;
  if (t->kind == MP_CRASH)
    return (int) count_crashed (p, o, t->type) < p->types.data[t->type].source->crashes;
  if (t->kind == MP_FORGE)
    return (int) pid - p->first[t->type] < p->types.data[t->type].source->byzantine
           && (int) (o->fault[pid] >> MP_LIE_SHIFT) < p->types.data[t->type].source->lies;
  if (t->kind == MP_COPY)
    return (int) (o->fault[pid] >> p->messages.data[t->input].copy_shift & MP_MOST_COPIES) < p->messages.data[t->input].source->copies;
  if (t->kind == MP_LOSS || t->wrong.kind != FAULT_NONE || !(messages ? t->source->guard != NULL : t->source->when || t->source->over))
    return true;
  begin_step (&r, p, o, pid, t, messages);
  r.fault = &fault;
  mp_keep_block (p, o);
  if (mp_call_guard (&r, &holds))
    mp_check_guard (&r, holds);
  if (!mp_same_block (p, o, UINT32_MAX)) {
    mp_fault (&fault, t->pos, "the guard of transition %s writes variables", t->name);
    t->wrong = fault;
  }
  return holds || fault.kind != FAULT_NONE;
}

bool
mp_when_holds (struct protocol *p, struct mp_open *o, uint32_t pid, struct mp_transition *t)
{
  return !t->source || !(t->source->when || t->source->over) || guard_holds (p, o, pid, t, NULL);
}

bool
mp_is_over (struct protocol *p, struct mp_open *o, uint32_t pid, struct mp_transition *t)
{
  struct mp_running r;
  struct fault fault = {0};
  bool holds = false;
  if (!t->source || !t->source->over || t->wrong.kind != FAULT_NONE)
    return false;
  begin_step (&r, p, o, pid, t, NULL);
  r.fault = &fault;
  r.only_over = true;
  return mp_call_guard (&r, &holds) && fault.kind == FAULT_NONE && holds;
}

struct enabling {
  struct protocol *protocol;
  uint32_t pid;
  struct mp_transition *transition;
  mp_enabled_fn *fn;
  void *context;
};

static bool
tell_if_enabled (void *context, const struct mp_choice *c)
{
  struct enabling *e = context;
  if (guard_holds (e->protocol, &e->protocol->now, e->pid, e->transition, c->messages))
    e->fn (e->context, name_of (e->protocol, e->pid, c), c);
  return true;
}

void
mp_each_enabled (struct protocol *p, const uint32_t *state, mp_enabled_fn *fn, void *context)
{
  mp_open_state (p, state, &p->now);
  for (uint32_t pid = 0; pid < p->nprocesses; pid++) {
    if (p->now.fault[pid] & MP_CRASHED)
      continue;
    for (uint32_t i = 0; i < p->transitions.count; i++) {
      struct enabling e = {p, pid, &p->transitions.data[i], fn, context};
      if (e.transition->type == p->type_of[pid] && mp_when_holds (p, &p->now, pid, e.transition))
        mp_choices (p, &p->now, pid, i, tell_if_enabled, &e);
    }
  }
}

static void
add_enabled (void *context, trans_id name, const struct mp_choice *c)
{
  struct trans_list *list = context;
  (void) c;
  VEC_PUSH (*list, name);
}

static void
mp_enabled (struct ts *ts, const uint32_t *state, struct trans_list *list)
{
  struct protocol *p = (struct protocol *) ts;
  mp_each_enabled (p, state, add_enabled, list);
  if (p->exploits)
    mp_check_symmetry (p, state);
}

/* ---- steps ---- */

static uint32_t
close_state (struct protocol *p, uint32_t *out)
{
  return p->exploits ? mp_close_symmetric (p, &p->now, out) : mp_close_state (p, &p->now, out);
}

struct finding_choice {
  uint32_t instance, ordinal;
  struct mp_taken *taken;
  int wanted;
  bool found;
};

static bool
take_if_it (void *context, const struct mp_choice *c)
{
  struct finding_choice *f = context;
  if (c->instance != f->instance || c->ordinal != f->ordinal)
    return true;
  f->found = true;
  f->taken->count = f->wanted;
  memcpy (f->taken->messages, c->messages, (size_t) f->wanted * sizeof *c->messages);
  memcpy (f->taken->places, c->places, (size_t) f->wanted * sizeof *c->places);
  return false;
}

bool
mp_find_choice (struct protocol *p, const struct mp_open *o, trans_id id, struct mp_taken *taken)
{
  const struct mp_instance *x = mp_instance_of (p, id);
  struct finding_choice f = {.instance = (uint32_t) (x - p->instances.data), .ordinal = trans_edge (id) % MP_CHOICES, .taken = taken,
                             .wanted = p->transitions.data[x->transition].consumes};
  mp_choices (p, o, x->pid, x->transition, take_if_it, &f);
  return f.found;
}

static void
consume (struct mp_open *o, const struct mp_taken *taken)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < o->nmessages; i++) {
    bool gone = false;
    for (int k = 0; k < taken->count; k++)
      gone |= taken->places[k] == i;
    if (!gone)
      o->messages[n++] = o->messages[i];
  }
  assert (n + (uint32_t) taken->count == o->nmessages);
  o->nmessages = n;
}

static void
apply (struct protocol *p, struct mp_open *o, uint32_t pid, struct mp_transition *t, const struct mp_taken *taken, struct fault *fault)
{
  struct mp_running r;
  consume (o, taken);
  switch (t->kind) {
  case MP_CRASH:
    o->fault[pid] |= MP_CRASHED;
    return;
  case MP_LOSS:
    return;
  case MP_COPY:
    if (o->nmessages + 2 > p->most_messages) {
      mp_fault (fault, t->pos, "transition %s: more than %u messages are undelivered (.most_messages)", t->name, p->most_messages);
      return;
    }
    o->messages[o->nmessages++] = taken->messages[0];
    o->messages[o->nmessages++] = taken->messages[0];
    o->fault[pid] += UINT32_C (1) << p->messages.data[t->input].copy_shift;
    return;
  case MP_FORGE:
    if (o->nmessages + 1 > p->most_messages) {
      mp_fault (fault, t->pos, "transition %s: more than %u messages are undelivered (.most_messages)", t->name, p->most_messages);
      return;
    }
    o->messages[o->nmessages] = t->forged;
    o->messages[o->nmessages++].from = (int) pid;
    o->fault[pid] += UINT32_C (1) << MP_LIE_SHIFT;
    return;
  case MP_ORDINARY:
    break;
  }
  if (!t->source->effect)
    return;
  begin_step (&r, p, o, pid, t, taken->messages);
  r.open = o;
  r.fault = fault;
  mp_keep_block (p, o);
  uint32_t first = o->nmessages;
  if (!mp_call_effect (&r))
    return;
  if (!mp_same_block (p, o, pid)) {
    mp_fault (fault, t->pos, "the effect of transition %s writes beside its variables", t->name);
    return;
  }
  mp_check_effect (&r, p->scratch.local[pid]);
  mp_check_repeats (&r, p->scratch.local[pid], o->messages + first, o->nmessages - first);
}

static uint32_t
mp_step (struct ts *ts, const uint32_t *state, trans_id id, uint32_t *out, struct fault *fault)
{
  struct protocol *p = (struct protocol *) ts;
  const struct mp_instance *x = mp_instance_of (p, id);
  struct mp_transition *t = &p->transitions.data[x->transition];
  struct mp_taken taken = {.count = 0};
  fault->kind = FAULT_NONE;
  fault->goes_on = false;
  mp_open_state (p, state, &p->now);
  bool found = mp_find_choice (p, &p->now, id, &taken);
  assert (found);
  (void) found;
  t->runs++;
  if (t->wrong.kind != FAULT_NONE || (p->asymmetric.kind != FAULT_NONE && p->exploits))
    *fault = t->wrong.kind != FAULT_NONE ? t->wrong : p->asymmetric;
  else if (trans_edge (id) % MP_CHOICES == MP_CHOICES - 1)
    mp_fault (fault, t->pos, "transition %s can consume messages in more than %d ways", t->name, MP_CHOICES - 1);
  else if (t->source && (t->source->guard || t->source->when || t->source->over)) {
    struct mp_running r;
    bool holds = true;
    begin_step (&r, p, &p->now, x->pid, t, taken.messages);
    r.fault = fault;
    mp_call_guard (&r, &holds);
    if (fault->kind == FAULT_NONE && !holds)
      mp_fault (fault, t->pos, "the guard of transition %s does not answer the same when it is asked again", t->name);
  }
  if (fault->kind == FAULT_NONE)
    apply (p, &p->now, x->pid, t, &taken, fault);
  return close_state (p, out);
}

static uint32_t
mp_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  struct protocol *p = (struct protocol *) ts;
  *fault = (struct fault) {0};
  p->now.nmessages = 0;
  for (uint32_t i = 0; i < p->nprocesses; i++) {
    const struct mz_process *s = p->types.data[p->type_of[i]].source;
    p->now.fault[i] = 0;
    memset (p->now.local[i], 0, s->size);
    if (s->start)
      mp_call_start (p, i);
  }
  return close_state (p, out);
}

static uint32_t
mp_words (struct ts *ts, const uint32_t *state)
{
  const struct protocol *p = (const struct protocol *) ts;
  const uint32_t *m = state + p->messages_at;
  for (uint32_t i = 0; i < state[0]; i++)
    m += 1 + p->messages.data[*m >> 16].nfields;
  return (uint32_t) (m - state);
}

static bool
may_end (struct protocol *p, struct mp_open *o, uint32_t pid)
{
  const struct mz_process *s = p->types.data[p->type_of[pid]].source;
  return !s->may_end || (o->fault[pid] & MP_CRASHED) || (int) pid - p->first[p->type_of[pid]] < s->byzantine ||
         mp_call_may_end (p, o, pid);
}

bool
mp_all_may_end (struct protocol *p, struct mp_open *o)
{
  uint32_t i = 0;
  while (i < p->nprocesses && may_end (p, o, i))
    i++;
  return i == p->nprocesses;
}

static enum end_kind
mp_end (struct ts *ts, const uint32_t *state)
{
  struct protocol *p = (struct protocol *) ts;
  mp_open_state (p, state, &p->now);
  return !mp_all_may_end (p, &p->now) ? END_INVALID : state[0] ? END_MESSAGES : END_VALID;
}

/* ---- locations of processes, for reports ---- */

static void
mp_where (struct ts *ts, const uint32_t *state, ts_where_fn *fn, void *context)
{
  struct protocol *p = (struct protocol *) ts;
  char name[64];
  mp_open_state (p, state, &p->now);
  for (uint32_t i = 0; i < p->nprocesses; i++) {
    mp_name_process (p, i, name, sizeof name);
    str_clear (&p->text);
    str_add (&p->text, p->now.fault[i] & MP_CRASHED ? "crashed; " : "");
    mp_add_inbox (&p->text, p, &p->now, i);
    const struct mz_process *s = p->types.data[p->type_of[i]].source;
    fn (context, i, name, (struct pos) {s->file ? s->file : p->file, s->line, 0}, str_text (&p->text), may_end (p, &p->now, i));
  }
}

static void
mp_free (struct ts *ts)
{
  protocol_free ((struct protocol *) ts);
}

const struct ts_class mp_class = {mp_initial, mp_enabled, mp_step, mp_words, mp_end, mp_describe, mp_cells, mp_where, mp_unreached, mp_free};
