/* Making steps: the effect of transitions on a state. */
#include "vm/machine.h"

/* The state grew or shrank: the header names the new shape. */
static void
set_shape (struct vm *vm, const struct shape *s)
{
  uint32_t header;
  memcpy (&header, vm->mem, 4);
  header = (header & 0xff000000u) | s->id;
  memcpy (vm->mem, &header, 4);
  vm->shape = s;
}

static bool
grow (struct vm *vm, uint32_t component, struct pos pos)
{
  struct shape *s = shape_push (vm, vm->shapes.data[vm->shape->id], component);
  if (!s) {
    vm_fault (vm, FAULT_RESOURCE, false, pos, "a state needs more than %u bytes", VM_MAX_WORDS * 4);
    return false;
  }
  memset (vm->mem + (size_t) vm->shape->words * 4, 0, (size_t) (s->words - vm->shape->words) * 4);
  set_shape (vm, s);
  return true;
}

static void
store_cell (struct vm *vm, const struct target *t, int32_t value)
{
  uint32_t at = t->nindex ? vm_address (vm, t) : (uint32_t) t->offset;
  if (vm->fault->kind != FAULT_NONE && !vm->fault->goes_on)
    return;
  vm_store ((t->kind >= OPD_F8 ? vm->frame : vm->mem) + at, t->kind, t->mask, value);
}

static void
new_channel (struct vm *vm, const struct action *a)
{
  if (vm->shape->nchan >= VM_MAX_CHANS) {
    vm_fault (vm, FAULT_RESOURCE, false, a->source->pos, "more than %u channels", VM_MAX_CHANS);
    return;
  }
  if (grow (vm, SHAPE_CHAN | a->chan_type, a->source->pos))
    store_cell (vm, a->place, (int32_t) vm->shape->nchan);
}

/* Initialisers: of the globals, and of a new process. */
static void
run_init (struct vm *vm, const struct action *acts, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (acts[i].kind == ACT_NEW_CHAN)
      new_channel (vm, &acts[i]);
    else
      store_cell (vm, acts[i].place, vm_value (vm, acts[i].value));
}

int32_t
vm_run (struct vm *vm, uint32_t proctype, const int32_t *args, uint32_t nargs, int32_t priority, struct pos pos)
{
  uint32_t self = vm->pid, pid = vm->shape->nproc;
  if (pid >= VM_MAX_PROCS) {
    vm_fault (vm, FAULT_PROCESS, false, pos, "more than %u processes", VM_MAX_PROCS);
    return 0;
  }
  if (!grow (vm, proctype, pos))
    return 0;
  vm_enter (vm, pid);
  const struct pg_proc *src = vm->proc->source;
  vm_set_pc (vm->proc, vm->frame, src->start);
  vm->proc->reached[src->start] = 1;
  if (vm->pg->uses_priority)
    vm->frame[vm->proc->priority_offset] = (uint8_t) priority;
  for (uint32_t i = 0; i < nargs && i < src->nparams; i++) {
    const struct pg_var *v = &src->vars[i];
    unsigned kind = v->type.bits <= 8 ? OPD_F8 : v->type.bits <= 16 ? OPD_FU16 : OPD_F32;
    vm_store (vm->frame + v->offset, kind, v->type.bits >= 32 ? UINT32_MAX : (1u << v->type.bits) - 1, args[i]);
  }
  run_init (vm, vm->proc->init, vm->proc->ninit);
  if (self != VM_NOBODY)
    vm_enter (vm, self);
  return (int32_t) pid;
}

static void
end_process (struct vm *vm)
{
  const struct shape *s = vm->shape;
  while (s->component & SHAPE_CHAN)
    s = s->parent;
  set_shape (vm, s->parent);
}

/* ---- channels ---- */

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

/* Another process claims to be the only one to do this on the channel. */
static void
check_exclusive (struct vm *vm, const struct action *a, int32_t id)
{
  uint32_t self = vm->pid;
  bool receive = a->kind == ACT_RECV;
  for (uint32_t i = 0; i < vm->shape->nproc; i++) {
    vm_enter (vm, i);
    for (uint32_t k = 0; k < vm->proc->nclaims[receive] && i != self; k++)
      if (vm_value (vm, vm->proc->claims[receive][k]) == id)
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
  uint16_t at = (uint16_t) loc;
  memcpy (vm->mem + vm->event_offset, &at, 2);
  p->reached[at] = 1;
}

/* Where a notrace automaton goes when an event does not fit: it is over. */
static uint32_t
trace_end (const struct proctype *p)
{
  for (uint32_t i = 0; i < p->nlocs; i++)
    if (trace_is_over (p, i))
      return i;
  return p->source->start;
}

/* Moves the trace automaton over the event, or finds that it cannot. */
static void
trace_event (struct vm *vm, bool send, int32_t id, const int32_t *fields, uint32_t nfields, struct pos pos)
{
  bool watched = false;
  for (uint32_t i = 0; i < vm->ntrace_chans && !watched; i++)
    watched = vm->trace_sends[i] == send && vm_value (vm, vm->trace_chans[i]) == id;
  if (!watched)
    return;
  const struct proctype *p = &vm->procs[vm->pg->trace_proc];
  uint16_t at;
  memcpy (&at, vm->mem + vm->event_offset, 2);
  const struct location *l = &p->locs[at];
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
    if (p->source->kind == PG_NOTRACE && trace_is_over (p, e->dst))
      vm_fault (vm, FAULT_TRACE, true, pos, "the events match the notrace automaton to its end");
    return;
  }
  if (p->source->kind == PG_TRACE)
    vm_fault (vm, FAULT_TRACE, true, pos, "the event does not match the trace automaton");
  else
    trace_set (vm, p, trace_end (p));
}

static void
note_event (struct vm *vm, const struct action *a, int32_t id, const uint8_t *slot, const struct chantype *c)
{
  int32_t fields[256];
  uint32_t n = c->nfields < 256 ? c->nfields : 256;
  for (uint32_t i = 0; i < n; i++)
    fields[i] = vm_field (vm, slot, c, i);
  trace_event (vm, a->kind == ACT_SEND, id, fields, n, a->source->pos);
}

/* Where a sorted send puts its message: before the first larger one. */
static uint32_t
sorted_slot (const struct vm *vm, const uint8_t *base, const struct chantype *c, const int32_t *fields)
{
  uint32_t len = base[0];
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

static void
send (struct vm *vm, const struct action *a)
{
  int32_t id = vm_value (vm, a->chan);
  if (!vm_channel (vm, id, a->source->pos))
    return;
  const struct chantype *c = &vm->chans[vm->shape->chan_type[id - 1]];
  if (!arity_fits (vm, a, c))
    return;
  int32_t fields[256];
  for (uint32_t i = 0; i < c->nfields && i < 256; i++)
    fields[i] = i < a->msg->nargs ? vm_value (vm, a->msg->args[i].value) : 0;
  uint8_t *base = vm->mem + vm->shape->chan_offset[id - 1];
  uint32_t len = base[0];
  if (len >= c->capacity)
    return;                       /* only with lossy sends */
  uint32_t at = a->msg->sorted ? sorted_slot (vm, base, c, fields) : len;
  uint8_t *slot = vm_slot (c, base, at);
  memmove (slot + c->slot_bytes, slot, (len - at) * c->slot_bytes);
  memset (slot, 0, c->slot_bytes);
  for (uint32_t i = 0; i < c->nfields; i++)
    vm_store (slot + c->fields[i].offset, c->fields[i].kind, c->fields[i].mask, fields[i]);
  base[0] = (uint8_t) (len + 1);
  if (vm->pg->nexclusives)
    check_exclusive (vm, a, id);
  if (vm->ntrace_chans)
    note_event (vm, a, id, slot, c);
}

/* Puts a message into the variables of a receive. The slot stays readable
 * meanwhile: an index may depend on a field stored just before. */
static void
store_fields (struct vm *vm, const struct message *m, const struct chantype *c, const int32_t *fields)
{
  for (uint32_t i = 0; i < m->nargs && i < c->nfields; i++)
    if (m->args[i].kind == ARG_STORE)
      store_cell (vm, m->args[i].place, fields[i]);
}

static void
receive (struct vm *vm, const struct action *a)
{
  int32_t id = vm_value (vm, a->chan);
  uint32_t at;
  if (!vm_channel (vm, id, a->source->pos))
    return;
  const struct chantype *c = &vm->chans[vm->shape->chan_type[id - 1]];
  if (!c->capacity) {
    vm_fault (vm, FAULT_CHANNEL, false, a->source->pos, "polling a rendezvous channel (it never holds a message)");
    return;
  }
  if (!arity_fits (vm, a, c) || !vm_match (vm, (uint32_t) id - 1, a->msg, &at))
    return;
  uint8_t *base = vm->mem + vm->shape->chan_offset[id - 1];
  uint8_t *slot = vm_slot (c, base, at);
  int32_t fields[256];
  for (uint32_t i = 0; i < c->nfields && i < 256; i++)
    fields[i] = vm_field (vm, slot, c, i);
  if (vm->pg->nexclusives)
    check_exclusive (vm, a, id);
  if (vm->ntrace_chans && !a->msg->keep)
    note_event (vm, a, id, slot, c);
  store_fields (vm, a->msg, c, fields);
  if (a->msg->keep)
    return;
  uint32_t len = base[0] - 1u;
  memmove (slot, slot + c->slot_bytes, (len - at) * c->slot_bytes);
  memset (vm_slot (c, base, len), 0, c->slot_bytes);
  base[0] = (uint8_t) len;
}

/* ---- actions and edges ---- */

static void
set_priority (struct vm *vm, const struct action *a)
{
  int32_t pid = vm_value (vm, a->args[0]), priority = vm_value (vm, a->value);
  if (pid < 0 || (uint32_t) pid >= vm->shape->nproc)
    return;
  if (priority < 1 || priority > 255) {
    vm_fault (vm, FAULT_PROCESS, false, a->source->pos, "priority %d is outside 1..255", priority);
    return;
  }
  vm->mem[vm->shape->proc_offset[pid] + vm->procs[vm->shape->proc_type[pid]].priority_offset] = (uint8_t) priority;
}

static void
execute (struct vm *vm, const struct action *a)
{
  switch (a->kind) {
  case ACT_GUARD: vm_value (vm, a->value); break;           /* for its `run` and its faults */
  case ACT_ASSIGN: store_cell (vm, a->place, vm_value (vm, a->value)); break;
  case ACT_SEND: send (vm, a); break;
  case ACT_RECV: receive (vm, a); break;
  case ACT_ASSERT:
    if (!vm_value (vm, a->value))
      vm_fault (vm, FAULT_ASSERTION, true, a->source->pos, "assertion failed: %s", a->source->text ? a->source->text : "");
    break;
  case ACT_PRINT:
  case ACT_PRINTM:
    if (vm->output)
      vm_print (vm, a);
    break;
  case ACT_NEW_CHAN: new_channel (vm, a); break;
  case ACT_SET_PRIORITY: set_priority (vm, a); break;
  case ACT_END: end_process (vm); break;
  default: break;
  }
}

static bool
failed (const struct vm *vm)
{
  return vm->fault->kind != FAULT_NONE && !vm->fault->goes_on;
}

/* Where the edge starts, and what was merged into it. */
static void
note_passed (const struct proctype *p, const struct edge *e)
{
  p->reached[e->src] = 1;
  for (uint32_t i = 0; i < e->nthrough; i++)
    p->reached[e->through[i]] = 1;
}

static void
take_edge (struct vm *vm, const struct edge *e)
{
  const struct proctype *p = vm->proc;
  note_passed (p, e);
  for (uint32_t i = 0; i < e->nacts && !failed (vm); i++)
    execute (vm, &e->acts[i]);
  if (failed (vm) || e->dst == PG_ALL)
    return;
  p->reached[e->dst] = 1;
  vm_set_pc (p, vm->frame, e->dst);
}

/* The rest of a d_step: the first executable edge each time. One that runs this
 * long is given up, for it may be endless. */
#define DSTEP_LIMIT 1000000u

static const struct edge *
finish_dstep (struct vm *vm, const struct edge *e)
{
  for (uint32_t n = 0; (e->flags & EDGE_DSTEP) && !failed (vm); n++) {
    const struct location *l = &vm->proc->locs[e->dst];
    const struct edge *next = NULL;
    vm->testing = true;
    for (uint32_t i = 0; i < l->count && !next && !failed (vm); i++)
      if (vm_edge_executable (vm, &vm->proc->edges[l->first + i], false))
        next = &vm->proc->edges[l->first + i];
    vm->testing = false;
    if (failed (vm))
      break;
    struct pos pos = vm->proc->source->locs[e->dst].pos;
    if (!next) {
      vm_fault (vm, FAULT_DSTEP, false, pos, "a d_step is blocked after its first statement");
      break;
    }
    if (n >= DSTEP_LIMIT) {
      vm_fault (vm, FAULT_RESOURCE, false, pos, "the d_step at line %d does not end within %u steps", pos.line, DSTEP_LIMIT);
      break;
    }
    e = next;
    take_edge (vm, e);
  }
  return e;
}

static const struct edge *
rendezvous (struct vm *vm, const struct edge *s, uint32_t partner, uint32_t partner_edge)
{
  const struct action *a = &s->acts[0];
  if (!vm_offer (vm, s))
    return s;
  struct rendezvous offer = vm->offer;
  const struct chantype *c = &vm->chans[vm->shape->chan_type[offer.chan - 1]];
  if (!arity_fits (vm, a, c))
    return s;
  if (vm->pg->nexclusives)
    check_exclusive (vm, a, (int32_t) offer.chan);
  if (vm->ntrace_chans)
    trace_event (vm, true, (int32_t) offer.chan, offer.fields, c->nfields, a->source->pos);
  note_passed (vm->proc, s);
  vm->proc->reached[s->dst] = 1;
  vm_set_pc (vm->proc, vm->frame, s->dst);
  for (uint32_t i = 1; i < s->nacts && !failed (vm); i++)
    execute (vm, &s->acts[i]);
  vm_enter (vm, partner);
  const struct edge *r = &vm->proc->edges[partner_edge];
  if (failed (vm) || !arity_fits (vm, &r->acts[0], c))
    return r;
  if (vm->pg->nexclusives)
    check_exclusive (vm, &r->acts[0], (int32_t) offer.chan);
  if (vm->ntrace_chans)
    trace_event (vm, false, (int32_t) offer.chan, offer.fields, c->nfields, r->source->pos);
  store_fields (vm, r->acts[0].msg, c, offer.fields);
  note_passed (vm->proc, r);
  vm->proc->reached[r->dst] = 1;
  vm_set_pc (vm->proc, vm->frame, r->dst);
  for (uint32_t i = 1; i < r->nacts && !failed (vm); i++)
    execute (vm, &r->acts[i]);
  return r;
}

static void
begin (struct vm *vm, uint32_t *out, const struct shape *shape, struct fault *fault)
{
  vm->mem = (uint8_t *) out;
  vm->shape = shape;
  vm->fault = fault;
  vm->testing = false;
  vm->timeout = false;
  fault->kind = FAULT_NONE;
  fault->goes_on = false;
}

uint32_t
vm_step (struct ts *ts, const uint32_t *state, trans_id t, uint32_t *out, struct fault *fault)
{
  struct vm *vm = (struct vm *) ts;
  const struct shape *shape = shape_of (vm, state);
  memcpy (out, state, (size_t) shape->words * 4);
  out[0] &= 0xffffff;
  begin (vm, out, shape, fault);
  if (t == TRANS_RELEASE)
    return shape->words;
  uint32_t pid = t & 0xff, edge = (uint32_t) (t >> 8) & 0xffffff, partner_edge = (uint32_t) (t >> 40);
  vm_enter (vm, pid);
  const struct edge *e = &vm->proc->edges[edge];
  if (partner_edge)
    e = rendezvous (vm, e, (uint32_t) (t >> 32) & 0xff, partner_edge - 1);
  else
    take_edge (vm, e);
  e = finish_dstep (vm, e);
  if (vm->pg->uses_last)
    vm->mem[vm->last_offset] = (uint8_t) vm->pid;
  if ((e->flags & EDGE_ATOMIC) && e->dst != PG_ALL)
    out[0] |= (vm->pid + 1) << 24;
  return vm->shape->words;
}

uint32_t
vm_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  struct vm *vm = (struct vm *) ts;
  memset (out, 0, (size_t) vm->global_words * 4);
  begin (vm, out, vm->shapes.data[0], fault);
  vm->pid = VM_NOBODY;
  vm->frame = NULL;
  run_init (vm, vm->init, vm->pg->ninit);
  if (vm->pg->trace_proc != PG_ALL) {
    uint16_t at = (uint16_t) vm->pg->procs[vm->pg->trace_proc].start;
    memcpy (vm->mem + vm->event_offset, &at, 2);
  }
  for (uint32_t i = 0; i < vm->pg->nstarts; i++) {
    vm->pid = VM_NOBODY;
    const struct pg_proc *p = &vm->pg->procs[vm->pg->starts[i]];
    vm_run (vm, vm->pg->starts[i], NULL, 0, p->priority, p->pos);
  }
  return vm->shape->words;
}
