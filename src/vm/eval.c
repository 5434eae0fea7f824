/* Expressions. */
#include "vm/machine.h"
#include "vm/vm.h"

#include <stdarg.h>
#include <stdio.h>

void
vm_fault (struct vm *vm, enum fault_kind kind, bool goes_on, struct pos pos, const char *format, ...)
{
  struct fault *f = vm->fault;
  assert (kind != FAULT_NONE);
  if (f->kind != FAULT_NONE && (!f->goes_on || goes_on))
    return;                       /* the first fault that ends the step is kept */
  f->kind = kind;
  f->goes_on = goes_on;
  f->pos = pos;
  va_list ap;
  va_start (ap, format);
  vsnprintf (f->message, sizeof f->message, format, ap);
  va_end (ap);
}

uint32_t
vm_address (struct vm *vm, const struct target *t)
{
  uint32_t at = (uint32_t) t->offset;
  assert (t->nindex <= t->var->ndims);
  for (uint32_t i = 0; i < t->nindex; i++) {
    int32_t k = vm_value (vm, t->index[i].value);
    if (k < 0 || (uint32_t) k >= t->index[i].bound) {
      vm_fault (vm, FAULT_BOUNDS, false, t->pos, "index %d of %s is outside 0..%u", k, t->var->name,
                t->index[i].bound - 1);
      return (uint32_t) t->offset;
    }
    at += (uint32_t) k * t->index[i].stride;
  }
  assert (at < (t->kind >= OPD_F8 ? UINT32_MAX : vm->code->global_words * 4));
  return at;
}

static int32_t
load_cell (struct vm *vm, const struct target *t)
{
  uint32_t at = vm_address (vm, t);
  return vm_load ((t->kind >= OPD_F8 ? vm->frame : vm->mem) + at, t->kind);
}

bool
vm_channel (struct vm *vm, int32_t id, struct pos pos)
{
  if (id >= 1 && (uint32_t) id <= vm->shape->nchan)
    return true;
  if (id == 0)
    vm_fault (vm, FAULT_CHANNEL, false, pos, "use of a channel variable that was never given a channel");
  else
    vm_fault (vm, FAULT_CHANNEL, false, pos, "channel number %d does not exist (any more)", id);
  return false;
}

bool
vm_may_poll (struct vm *vm, const struct chantype *c, struct pos pos)
{
  if (!c->capacity)
    vm_fault (vm, FAULT_CHANNEL, false, pos, "polling a rendezvous channel (it never holds a message)");
  return c->capacity;
}

int32_t
vm_field (const struct vm *vm, const uint8_t *slot, const struct chantype *c, uint32_t field)
{
  (void) vm;
  assert (field < c->nfields);
  return vm_load (slot + c->fields[field].offset, c->fields[field].kind);
}

static bool
slot_matches (struct vm *vm, const uint8_t *slot, const struct chantype *c, const struct message *m)
{
  uint32_t n = m->nargs < c->nfields ? m->nargs : c->nfields;
  for (uint32_t i = 0; i < n; i++)
    if (m->args[i].kind == ARG_MATCH && vm_field (vm, slot, c, i) != vm_value (vm, m->args[i].value))
      return false;
  return true;
}

/* The slot of the message that a receive would take from a buffered channel. */
bool
vm_match (struct vm *vm, uint32_t chan, const struct message *m, uint32_t *slot)
{
  const struct chantype *c = vm_chantype (vm, chan);
  const uint8_t *base = vm->mem + vm->shape->chan_offset[chan];
  uint32_t len = vm_length (c, base);
  assert (len <= c->capacity);
  bool anywhere = m->random;
  uint32_t last = anywhere ? len : len < 1 ? len : 1;
  for (uint32_t i = 0; i < last; i++)
    if (slot_matches (vm, vm_slot (c, base, i), c, m)) {
      *slot = i;
      return true;
    }
  return false;
}

static int32_t
channel_node (struct vm *vm, const struct node *n)
{
  int32_t id = vm_value (vm, n->a);
  if (!vm_channel (vm, id, n->source->pos))
    return 0;
  uint32_t chan = (uint32_t) id - 1;
  const struct chantype *c = vm_chantype (vm, chan);
  if (n->op == N_POLL) {
    uint32_t slot;
    return vm_may_poll (vm, c, n->source->pos) && vm_match (vm, chan, n->msg, &slot);
  }
  uint32_t len = c->capacity ? vm_length (c, vm->mem + vm->shape->chan_offset[chan]) : 0;
  /* A rendezvous channel has room for one message in transit: it is never full in a state. */
  uint32_t room = c->capacity ? c->capacity : 1;
  switch (n->op) {
  case N_LEN: return (int32_t) len;
  case N_EMPTY: return len == 0;
  case N_NEMPTY: return len > 0;
  case N_FULL: return len == room;
  default: return len != room;
  }
}

/* The process given by the pid operand; without one, the first process of the type. */
static uint32_t
remote_process (struct vm *vm, const struct node *n)
{
  if (n->source->kid[0]) {
    int32_t pid = vm_value (vm, n->a);
    return pid >= 0 && (uint32_t) pid < vm->shape->nproc ? (uint32_t) pid : VM_NOBODY;
  }
  for (uint32_t i = 0; i < vm->shape->nproc; i++)
    if (vm->shape->proc_type[i] == n->source->proc)
      return i;
  return VM_NOBODY;
}

static int32_t
remote_node (struct vm *vm, const struct node *n)
{
  uint32_t pid = remote_process (vm, n);
  if (pid == VM_NOBODY || vm->shape->proc_type[pid] != n->source->proc)
    return 0;
  const struct proctype *p = &vm->procs[n->source->proc];
  assert (pid < vm->shape->nproc);
  uint8_t *frame = vm->mem + vm->shape->proc_offset[pid];
  if (n->op == N_REMOTE_LOC)
    return vm_pc (p, frame) == (uint32_t) n->source->value;
  /* Indices are evaluated in the present process, the cell is in the other one. */
  uint32_t at = vm_address (vm, n->place);
  return vm_load (frame + at, n->place->kind);
}

static int32_t
pc_value (struct vm *vm, int32_t pid)
{
  if (pid < 0 || (uint32_t) pid >= vm->shape->nproc)
    return 0;
  const struct proctype *p = &vm->procs[vm->shape->proc_type[pid]];
  return (int32_t) pg_spin_state (p->source, vm_pc (p, vm->mem + vm->shape->proc_offset[pid]));
}

static int32_t
run_node (struct vm *vm, const struct node *n)
{
  const struct pg_expr *e = n->source;
  if (vm->testing)
    return 1;
  assert (e->proc < vm->pg->nprocs && vm->pid < vm->shape->nproc);
  for (uint32_t i = 0; i < e->nargs; i++)
    vm->values[i] = vm_value (vm, n->args[i]);
  return vm_run (vm, e->proc, vm->values, e->nargs, e->value ? (int32_t) e->value : 1, e->pos);   /* the priority of the proctype applies only to active instances */
}

static int32_t
divide (struct vm *vm, const struct node *n)
{
  int32_t x = vm_value (vm, n->a), y = vm_value (vm, n->b);
  if (!y) {
    vm_fault (vm, FAULT_DIVISION, false, n->source->pos, "division by zero");
    return 0;
  }
  if (y == -1)
    return n->op == N_DIV ? (int32_t) -(uint32_t) x : 0;
  return n->op == N_DIV ? x / y : x % y;
}

static int32_t
system_node (struct vm *vm, const struct node *n)
{
  switch (n->op) {
  case N_RUN: return run_node (vm, n);
  case N_PID: return (int32_t) vm->pid;
  case N_NR_PR: return (int32_t) vm->shape->nproc;
  case N_LAST: return vm->mem[vm->code->last_offset];
  case N_TIMEOUT: return vm->timeout;
  case N_NP: return !vm_somebody_at (&vm->ts, (const uint32_t *) vm->mem, LOC_PROGRESS);
  case N_PC_VALUE: return pc_value (vm, vm_value (vm, n->a));
  case N_GET_PRIORITY: return vm_get_priority (vm, vm_value (vm, n->a));
  case N_ENABLED: {
    int32_t pid = vm_value (vm, n->a);
    if (pid < 0 || (uint32_t) pid >= vm->shape->nproc)
      return 0;
    if ((uint32_t) pid == vm->pid) {
      vm_fault (vm, FAULT_PROCESS, false, n->source->pos, "enabled() asks about the process itself");
      return 0;
    }
    if (vm->asked[pid]) {
      vm_fault (vm, FAULT_PROCESS, false, n->source->pos, "enabled() asks in a circle");
      return 0;
    }
    assert (vm->testing || vm->pid < vm->shape->nproc);
    vm->asked[pid] = true;
    int32_t yes = vm_process_enabled (vm, (uint32_t) pid);
    vm->asked[pid] = false;
    return yes;
  }
  case N_REMOTE_LOC:
  case N_REMOTE_CELL: return remote_node (vm, n);
  case N_WIDE: return vm_wide_value (vm, (uint32_t) n->a.value);
  default: return channel_node (vm, n);
  }
}

int32_t
vm_node (struct vm *vm, uint32_t index)
{
  assert (index < vm->code->nodes.count);
  const struct node *n = &vm->nodes[index];
  int32_t x;
#define A vm_value (vm, n->a)
#define B vm_value (vm, n->b)
#define WRAP(op) (x = A, (int32_t) ((uint32_t) x op (uint32_t) B))
  switch (n->op) {
  case N_NEG: return (int32_t) -(uint32_t) A;
  case N_NOT: return !A;
  case N_COMPL: return ~A;
  case N_ADD: return WRAP (+);
  case N_SUB: return WRAP (-);
  case N_MUL: return WRAP (*);
  case N_DIV:
  case N_MOD: return divide (vm, n);
  case N_BITAND: return WRAP (&);
  case N_BITOR: return WRAP (|);
  case N_BITXOR: return WRAP (^);
  case N_SHL: x = A; return (int32_t) ((uint32_t) x << (B & 31));
  case N_SHR: x = A; return x >> (B & 31);
  case N_LT: x = A; return x < B;
  case N_LE: x = A; return x <= B;
  case N_GT: x = A; return x > B;
  case N_GE: x = A; return x >= B;
  case N_EQ: x = A; return x == B;
  case N_NE: x = A; return x != B;
  case N_AND: return A && B;
  case N_OR: return A || B;
  case N_COND: return A ? B : vm_value (vm, n->c);
  case N_CELL: return load_cell (vm, n->place);
  default: return system_node (vm, n);
  }
#undef A
#undef B
#undef WRAP
}
