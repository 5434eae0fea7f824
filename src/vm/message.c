/* Messages: sending and receiving, exclusive claims, and the events of a trace automaton. */
#include "vm/machine.h"

static bool
arity_fits (struct vm *vm, const struct action *a, const struct chantype *c)
{
  if (a->msg->nargs == c->nfields)
    return true;
  bool send = a->kind == ACT_SEND;
  bool more = a->msg->nargs > c->nfields;
  vm_fault (vm, FAULT_CHANNEL, !more || send, a->source->pos, "%s with %u values on a channel whose messages have %u",
            send ? "send" : "receive", a->msg->nargs, c->nfields);
  return !more || send;
}

/* Reports an operation on a channel that another process claims exclusively. */
static void
check_exclusive (struct vm *vm, const struct action *a, int32_t id)
{
  uint32_t self = vm->pid;
  bool receive = a->kind == ACT_RECV;
  for (uint32_t i = 0; i < vm->shape->nproc; i++) {
    vm_enter (vm, i);
    for (uint32_t k = 0; k < vm->proc->nexclusive[receive] && i != self; k++)
      if (vm_value (vm, vm->proc->exclusive[receive][k]) == id)
        vm_fault (vm, FAULT_EXCLUSIVE, true, a->source->pos, "%s by another process on a channel that %s (%u) claims with %s",
                  receive ? "receive" : "send", vm->proc->source->name, i, receive ? "xr" : "xs");
  }
  vm_enter (vm, self);
}

static bool
trace_is_over (const struct proctype *p, uint32_t at)
{
  return p->locs[at].count && p->edges[p->locs[at].first].test == TEST_END;
}

static void
trace_set (struct vm *vm, const struct proctype *p, uint32_t loc)
{
  assert (loc < p->nlocs);
  vm_write (vm->mem + vm->code->event_offset, 4, loc);
  vm->reached[p->reached + loc] = 1;
}

/* The location of a notrace automaton after an event that does not match: it has ended. */
static uint32_t
trace_end (const struct proctype *p)
{
  for (uint32_t i = 0; i < p->nlocs; i++)
    if (trace_is_over (p, i))
      return i;
  return p->source->start;
}

/* Executes an event of the trace automaton, or reports that it does not match. */
static void
trace_event (struct vm *vm, bool send, int32_t id, const int32_t *fields, uint32_t nfields, struct pos pos)
{
  bool watched = false;
  for (uint32_t i = 0; i < vm->code->ntrace_chans && !watched; i++)
    watched = vm->code->trace_sends[i] == send && vm_value (vm, vm->code->trace_chans[i]) == id;
  if (!watched)
    return;
  const struct proctype *p = &vm->procs[vm->promela->trace_proc];
  const struct location *l = &p->locs[vm_read (vm->mem + vm->code->event_offset, 4)];
  for (uint32_t i = 0; i < l->count; i++) {
    const struct edge *e = &p->edges[l->first + i];
    const struct action *a = &e->acts[0];
    if (a->kind != (send ? ACT_SEND : ACT_RECV) || vm_value (vm, a->chan) != id)
      continue;
    bool fits = true;
    for (uint32_t k = 0; k < nfields && k < a->msg->nargs && fits; k++)
      fits = a->msg->args[k].kind != ARG_MATCH || vm_value (vm, a->msg->args[k].value) == fields[k];
    if (!fits)
      continue;
    trace_set (vm, p, e->dst);
    if (pg_kind (p->source) == PG_NOTRACE && trace_is_over (p, e->dst))
      vm_fault (vm, FAULT_TRACE, true, pos, "the events match the notrace automaton to its end");
    return;
  }
  if (pg_kind (p->source) == PG_TRACE)
    vm_fault (vm, FAULT_TRACE, true, pos, "the event does not match the trace automaton");
  else
    trace_set (vm, p, trace_end (p));
}

static void
note_event (struct vm *vm, const struct action *a, int32_t id, const uint8_t *slot, const struct chantype *c)
{
  for (uint32_t i = 0; i < c->nfields; i++)
    vm->event[i] = vm_field (vm, slot, c, i);
  trace_event (vm, a->kind == ACT_SEND, id, vm->event, c->nfields, a->source->pos);
}

/* Where a sorted send puts its message: before the first larger one. */
static uint32_t
sorted_slot (const struct vm *vm, const uint8_t *base, const struct chantype *c, const int32_t *fields)
{
  uint32_t len = vm_length (c, base);
  assert (len < c->capacity);
  for (uint32_t i = 0; i < len; i++) {
    const uint8_t *slot = vm_slot (c, base, i);
    for (uint32_t f = 0; f < c->nfields; f++) {
      int32_t there = vm_field (vm, slot, c, f);
      if (fields[f] > there)
        break;
      if (fields[f] < there)
        return i;
    }
  }
  return len;
}

void
vm_send (struct vm *vm, const struct action *a)
{
  int32_t id = vm_value (vm, a->chan);
  if (!vm_channel (vm, id, a->source->pos))
    return;
  const struct chantype *c = vm_chantype (vm, (uint32_t) id - 1);
  if (!arity_fits (vm, a, c))
    return;
  int32_t *fields = vm->values;
  for (uint32_t i = 0; i < c->nfields; i++)
    fields[i] = i < a->msg->nargs ? vm_value (vm, a->msg->args[i].value) : 0;
  assert (c->capacity);           /* a synchronous send is a rendezvous */
  uint8_t *base = vm->mem + vm->shape->chan_offset[id - 1];
  uint32_t len = vm_length (c, base);
  assert (len < c->capacity || vm->pg->lossy_send);
  if (len >= c->capacity)         /* only with lossy sends */
    return;
  uint32_t at = a->msg->sorted ? sorted_slot (vm, base, c, fields) : len;
  assert (at <= len);
  uint8_t *slot = vm_slot (c, base, at);
  memmove (slot + c->slot_bytes, slot, (len - at) * c->slot_bytes);
  memset (slot, 0, c->slot_bytes);
  for (uint32_t i = 0; i < c->nfields; i++)
    vm_store (slot + c->fields[i].offset, c->fields[i].kind, c->fields[i].mask, fields[i]);
  vm_set_length (c, base, len + 1);
  if (vm->promela->nexclusives)
    check_exclusive (vm, a, id);
  if (vm->code->ntrace_chans)
    note_event (vm, a, id, slot, c);
}

/* Stores a message into the variables of a receive. The slot stays readable meanwhile: an index may depend on a field
 * stored just before. */
static void
store_fields (struct vm *vm, const struct message *m, const struct chantype *c, const int32_t *fields)
{
  for (uint32_t i = 0; i < m->nargs && i < c->nfields; i++)
    if (m->args[i].kind == ARG_STORE)
      vm_assign (vm, m->args[i].place, fields[i]);
}

void
vm_receive (struct vm *vm, const struct action *a)
{
  int32_t id = vm_value (vm, a->chan);
  uint32_t at;
  if (!vm_channel (vm, id, a->source->pos))
    return;
  const struct chantype *c = vm_chantype (vm, (uint32_t) id - 1);
  if (!vm_may_poll (vm, c, a->source->pos) || !arity_fits (vm, a, c) || !vm_match (vm, (uint32_t) id - 1, a->msg, &at))
    return;
  uint8_t *base = vm->mem + vm->shape->chan_offset[id - 1];
  uint8_t *slot = vm_slot (c, base, at);
  int32_t *fields = vm->values;
  for (uint32_t i = 0; i < c->nfields; i++)
    fields[i] = vm_field (vm, slot, c, i);
  if (vm->promela->nexclusives)
    check_exclusive (vm, a, id);
  if (vm->code->ntrace_chans && !a->msg->keep)
    note_event (vm, a, id, slot, c);
  store_fields (vm, a->msg, c, fields);
  if (a->msg->keep)
    return;
  assert (at < vm_length (c, base) && vm_length (c, base) <= c->capacity);
  uint32_t len = vm_length (c, base) - 1;
  memmove (slot, slot + c->slot_bytes, (len - at) * c->slot_bytes);
  memset (vm_slot (c, base, len), 0, c->slot_bytes);
  vm_set_length (c, base, len);
}

/* Executes one side of a rendezvous: the message is sent, or received. */
bool
vm_pass (struct vm *vm, const struct action *a, const struct rendezvous *offer)
{
  const struct chantype *c = vm_chantype (vm, offer->chan - 1);
  assert (!c->capacity && (a->kind == ACT_SEND || a->kind == ACT_RECV));
  if (!arity_fits (vm, a, c))
    return false;
  if (vm->promela->nexclusives)
    check_exclusive (vm, a, (int32_t) offer->chan);
  if (vm->code->ntrace_chans)
    trace_event (vm, a->kind == ACT_SEND, (int32_t) offer->chan, offer->fields, c->nfields, a->source->pos);
  if (a->kind == ACT_RECV)
    store_fields (vm, a->msg, c, offer->fields);
  return true;
}
