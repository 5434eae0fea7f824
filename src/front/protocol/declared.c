/* Checks that transitions obey their declarations, which reductions rely on.
 *
 * Idea. Reads and writes of functions are checked in every call (accesses.c), sends when they happen, decreasing variables
 * by comparison before and after. Promises about larger values hold for all values (.compares, .over), and are sampled: a
 * compared time stamp is increased, and a false guard must stay false. A function that fails (an assertion too) only when a
 * variable is changed has read it.
 * Where we differ. Promises are sampled in a fraction of the calls (in all of them with --verify-relations).
 * A wrong declaration ends the check (mp_declared_wrongly). */
#include <stdio.h>
#include <string.h>

#include "front/protocol/accesses.h"

enum { ALWAYS = 2000, SHARE = 61 };

int64_t
mp_get (const uint8_t *at, uint32_t unit)
{
  int8_t b;
  int16_t h;
  int32_t w;
  int64_t d;
  switch (unit) {
  case 1: memcpy (&b, at, 1); return b;
  case 2: memcpy (&h, at, 2); return h;
  case 4: memcpy (&w, at, 4); return w;
  default: memcpy (&d, at, 8); return d;
  }
}

static bool
is_due (struct protocol *p)
{
  p->calls++;
  return p->verify || p->calls < ALWAYS || p->calls % SHARE == 0;
}

/* Adds a number to every element of the variable; subtracting it restores the old values. */
static void
shift (uint8_t *at, const struct mp_variable *v, int by)
{
  for (size_t i = 0; i < v->size; i += v->unit) {
    int64_t value = (int64_t) ((uint64_t) mp_get (at + i, v->unit) + (uint64_t) by);
    memcpy (at + i, &value, v->unit);       /* little-endian, as elsewhere in packed states */
  }
}

/* Calls the guard again with the variable changed; returns its value, or `otherwise` if it fails. */
static bool
ask_changed (struct mp_running *r, const struct mp_variable *v, int by, bool otherwise)
{
  uint8_t *at = (uint8_t *) r->step.local + v->offset;
  struct fault ignored = {0}, *fault = r->fault;
  bool holds = otherwise;
  shift (at, v, by);
  r->fault = &ignored;
  if (!mp_call_guard (r, &holds) || ignored.kind != FAULT_NONE)
    holds = otherwise;
  r->fault = fault;
  shift (at, v, -by);
  return holds;
}

/* `over` must stay true under any other change, and for larger time stamps. */
static void
check_over (struct mp_running *r)
{
  struct mp_transition *t = r->transition;
  const struct mp_type *type = &r->protocol->types.data[t->type];
  bool holds = false;
  r->only_over = true;
  if (mp_call_guard (r, &holds) && holds)
    for (size_t i = 0; i < type->variables.count && r->fault->kind == FAULT_NONE; i++)
      for (int by = t->compares >> i & 1 ? 1 : -1; by <= 2; by++)
        if (by && !ask_changed (r, &type->variables.data[i], by, t->compares >> i & 1))
          mp_declared_wrongly (t->pos, "transition %s: with another %s it is not over (.over), which may look at what it compares alone, and hold with larger values",
                               t->name, type->variables.data[i].name);
  r->only_over = false;
}

void
mp_check_guard (struct mp_running *r, bool holds)
{
  struct protocol *p = r->protocol;
  struct mp_transition *t = r->transition;
  const struct mp_type *type = &p->types.data[t->type];
  if (!is_due (p))
    return;
  if (ask_changed (r, &(struct mp_variable) {.size = 0}, 0, !holds) != holds) {
    mp_fault (r->fault, t->pos, "the guard of transition %s does not answer the same when it is asked again", t->name);
    t->wrong = *r->fault;
  }
  if (t->source->over)
    check_over (r);
  for (size_t i = 0; i < type->variables.count && r->fault->kind == FAULT_NONE && !holds; i++)
    for (int by = 1; by <= 2 && (t->compares >> i & 1); by++)
      if (ask_changed (r, &type->variables.data[i], by, false))
        mp_declared_wrongly (t->pos, "the guard of transition %s becomes true with a larger %s, which it declares to compare (.compares)",
                             t->name, type->variables.data[i].name);
}

/* Bytes that belong to no variable stay 0. */
static bool
writes_elsewhere (const struct mp_type *t, const uint8_t *local)
{
  size_t at = 0;
  for (;;) {
    const struct mp_variable *here = NULL;
    for (size_t i = 0; i < t->variables.count; i++)
      if (t->variables.data[i].offset == at)
        here = &t->variables.data[i];
    if (here)
      at += here->size;
    else if (at >= t->source->size)
      return false;
    else if (local[at++])
      return true;
  }
}

void
mp_check_effect (struct mp_running *r, const uint8_t *before)
{
  const struct mp_transition *t = r->transition;
  const struct mp_type *type = &r->protocol->types.data[t->type];
  const uint8_t *after = r->step.local;
  for (size_t i = 0; i < type->variables.count; i++) {
    const struct mp_variable *v = &type->variables.data[i];
    if (!memcmp (before + v->offset, after + v->offset, v->size))
      continue;
    if (!(t->writes >> i & 1))         /* by code without instrumentation */
      mp_declared_wrongly (t->pos, "transition %s writes %s, which it does not declare (.writes)", t->name, v->name);
    for (uint32_t k = 0; k < v->size && (t->increments >> i & 1); k += v->unit)
      if (mp_get (after + v->offset + k, v->unit) < mp_get (before + v->offset + k, v->unit))
        mp_declared_wrongly (t->pos, "transition %s makes %s smaller, which it declares to increment (.increments)", t->name, v->name);
  }
  if (writes_elsewhere (type, after))
    mp_declared_wrongly (t->pos, "transition %s writes to a part of its structure that is no variable of process %s (.variables)", t->name, type->source->name);
}

/* Repeats the effect: does it send the same messages and leave the same variables? */
static bool
does_same (struct mp_running *r, const uint8_t *before, const struct mz_message *sent, uint32_t nsent)
{
  struct protocol *p = r->protocol;
  size_t bytes = p->types.data[r->transition->type].source->size;
  uint8_t *again = p->trial.local[r->step.self];
  struct fault ignored = {0};
  struct mp_running trial = *r;
  memcpy (again, before, bytes);
  trial.step.local = again;
  trial.open = &p->trial;
  trial.fault = &ignored;
  p->trial.nmessages = 0;
  if (!mp_call_effect (&trial) || ignored.kind != FAULT_NONE)
    return false;
  bool same = p->trial.nmessages == nsent && !memcmp (again, r->step.local, bytes);
  for (uint32_t i = 0; i < nsent && same; i++)
    same = !mp_compare_messages (&p->trial.messages[i], &sent[i]);
  return same;
}

void
mp_check_repeats (struct mp_running *r, const uint8_t *before, const struct mz_message *sent, uint32_t nsent)
{
  const struct mp_transition *t = r->transition;
  if (r->fault->kind == FAULT_NONE && is_due (r->protocol) && !does_same (r, before, sent, nsent))
    mp_fault (r->fault, t->pos, "the effect of transition %s does not do the same when it is called again", t->name);
}

static bool
carries_more (const struct mz_message *m, uint32_t nfields)
{
  for (uint32_t i = nfields; i < MZ_FIELDS; i++)
    if (m->value[i])
      return true;
  return false;
}

void
mp_send (struct mz_step *step, const struct mz_message *m)
{
  struct mp_running *r = (struct mp_running *) step;
  struct protocol *p = r->protocol;
  const struct mp_transition *t = r->transition;
  accesses_touch (m, sizeof *m, false);
  if (!r->open)
    mp_fault (r->fault, t->pos, "the guard of transition %s sends a message", t->name);
  else if (m->type < 0 || (size_t) m->type >= p->messages.count || m->to < 0 || (uint32_t) m->to >= p->nprocesses)
    mp_fault (r->fault, t->pos, "transition %s sends a message of type %d to process %d; there is no such type or process", t->name, m->type, m->to);
  else if (!(t->sends >> m->type & 1))
    mp_declared_wrongly (t->pos, "transition %s sends %s, which it does not declare (.sends)", t->name, p->messages.data[m->type].source->name);
  else if (!((t->to_sender ? r->senders : t->to) >> m->to & 1))
    mp_declared_wrongly (t->pos, "transition %s sends to process %d, which it does not declare (.to)", t->name, m->to);
  else if (carries_more (m, p->messages.data[m->type].nfields))
    mp_declared_wrongly (t->pos, "transition %s sends %s with more values than it has fields", t->name, p->messages.data[m->type].source->name);
  else if (r->open->nmessages >= p->most_messages)
    mp_fault (r->fault, t->pos, "transition %s sends without bound: more than %u messages are undelivered (.most_messages)", t->name, p->most_messages);
  else {
    struct mz_message *x = &r->open->messages[r->open->nmessages++];
    *x = *m;
    x->from = step->self;
  }
}

void
mp_fail (struct mz_step *step, const char *text, const char *file, int line)
{
  struct mp_running *r = (struct mp_running *) step;
  struct fault *f = r->fault;
  if (f->kind != FAULT_NONE)
    return;
  *f = (struct fault) {.kind = FAULT_ASSERTION, .pos = {arena_strdup (&r->protocol->arena, file), line, 0}};
  snprintf (f->message, sizeof f->message, "assertion failed: %s", text);
}

static struct pos
property_pos (const struct protocol *p, const struct mp_observable *o)
{
  return (struct pos) {o->source->file ? o->source->file : p->file, o->source->line, 0};
}

/* The value of the property with the bytes at `at` changed; `otherwise` if it fails. */
static bool
ask_property (struct protocol *p, struct mp_observable *o, const struct mz_view *view, uint8_t *at, uint32_t unit, int64_t value, bool otherwise)
{
  uint8_t kept[8];
  struct fault ignored = {0};
  bool now = otherwise;
  memcpy (kept, at, unit);
  memcpy (at, &value, unit);
  if (!mp_call_property (p, o, view, &now, &ignored))
    now = otherwise;
  memcpy (at, kept, unit);
  return now;
}

/* Larger values never make it true: where it holds it also holds for smaller values, where it does not it does not for
 * larger ones. */
static void
check_compared (struct protocol *p, struct mp_observable *o, const struct mz_view *view, bool holds, uint32_t pid, size_t variable)
{
  const struct mp_type *type = &p->types.data[p->type_of[pid]];
  const struct mp_variable *v = &type->variables.data[variable];
  for (uint32_t k = 0; k < v->size; k += v->unit) {
    uint8_t *at = p->now.local[pid] + v->offset + k;
    int64_t value = mp_get (at, v->unit);
    bool wrong = holds && value > 0 && !ask_property (p, o, view, at, v->unit, value - 1, true);
    for (int by = 1; by < 3 && !holds; by++)
      wrong |= ask_property (p, o, view, at, v->unit, value + by, false);
    if (wrong)
      mp_declared_wrongly (property_pos (p, o), "property %s depends on %s.%s not only by a larger one making it false, which it declares (.compares)",
                o->source->name, type->source->name, v->name);
  }
}

void
mp_check_property (struct protocol *p, struct mp_observable *o, const struct mz_view *view, bool holds)
{
  if (!is_due (p))
    return;
  for (uint32_t pid = 0; pid < p->nprocesses; pid++)
    for (size_t i = 0; i < p->types.data[p->type_of[pid]].variables.count; i++)
      if (o->compares[p->type_of[pid]] >> i & 1)
        check_compared (p, o, view, holds, pid, i);
}
