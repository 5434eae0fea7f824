/* Queries of reductions about a state (model/inspector.h). */
#include "model/inspector.h"

#include "vm/machine.h"
#include "vm/vm.h"

struct vm_inspector {
  struct inspector inspector;
  struct vm *vm;
  struct fault fault;
};

static struct inspector_expr
inspector_compile (struct inspector *inspector, const struct pg_expr *e, const struct pg_proc *proc)
{
  struct operand o = vm_compile_expr (((struct vm_inspector *) inspector)->vm, e, proc);
  return (struct inspector_expr) {o.kind, o.value};
}

static void
inspector_look (struct inspector *inspector, const uint32_t *state)
{
  struct vm_inspector *v = (struct vm_inspector *) inspector;
  struct vm *vm = v->vm;
  vm_look (vm, state);
  vm->fault = &v->fault;
  vm->testing = true;
  vm->timeout = false;
  inspector->nprocs = vm->shape->nproc;
  inspector->nchans = vm->shape->nchan;
}

static void
inspector_process (struct inspector *inspector, uint32_t pid, uint32_t *type, uint32_t *location)
{
  struct vm *vm = ((struct vm_inspector *) inspector)->vm;
  assert (pid < vm->shape->nproc);
  *type = vm->shape->proc_type[pid];
  *location = vm_pc (&vm->procs[*type], vm->mem + vm->shape->proc_offset[pid]);
}

static int32_t
inspector_eval (struct inspector *inspector, uint32_t pid, struct inspector_expr e)
{
  struct vm_inspector *v = (struct vm_inspector *) inspector;
  vm_enter (v->vm, pid);
  v->fault.kind = FAULT_NONE;
  int32_t value = vm_value (v->vm, (struct operand) {e.kind, e.value});
  return v->fault.kind == FAULT_NONE ? value : 0;
}

static const uint8_t *
inspector_frame (struct inspector *inspector, uint32_t pid)
{
  struct vm *vm = ((struct vm_inspector *) inspector)->vm;
  return vm->mem + vm->shape->proc_offset[pid];
}

/* Channels above a process in the state are removed with it. A rendezvous channel takes no room, a process always does. */
static void
inspector_channel (struct inspector *inspector, uint32_t id, struct inspector_chan *out)
{
  struct vm *vm = ((struct vm_inspector *) inspector)->vm;
  const struct shape *s = vm->shape;
  assert (id >= 1 && id <= s->nchan);
  const struct chantype *c = vm_chantype (vm, id - 1);
  uint32_t owner = 0;
  while (owner < s->nproc && s->proc_offset[owner] < s->chan_offset[id - 1])
    owner++;
  *out = (struct inspector_chan) {.type = s->chan_type[id - 1], .capacity = c->capacity,
                             .length = c->capacity ? vm_length (c, vm->mem + s->chan_offset[id - 1]) : 0, .owner = owner - 1};
}

static const struct inspector_class vm_inspector_class = {
  .compile = inspector_compile, .look = inspector_look, .process = inspector_process, .eval = inspector_eval, .frame = inspector_frame,
  .channel = inspector_channel,
};

struct inspector *
vm_inspector (struct ts *ts)
{
  struct vm *vm = (struct vm *) ts;
  struct vm_inspector *v = ARENA_NEW (&vm->arena, struct vm_inspector);
  v->inspector.class = &vm_inspector_class;
  v->vm = vm;
  return &v->inspector;
}
