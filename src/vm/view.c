/* What reductions want to know about a state. */
#include "model/view.h"

#include "vm/machine.h"
#include "vm/vm.h"

struct vm_view {
  struct view view;
  struct vm *vm;
  struct fault fault;
};

static struct view_expr
view_compile (struct view *view, const struct pg_expr *e, const struct pg_proc *proc)
{
  struct operand o = vm_compile_expr (((struct vm_view *) view)->vm, e, proc);
  return (struct view_expr) {o.kind, o.value};
}

static void
view_look (struct view *view, const uint32_t *state)
{
  struct vm_view *v = (struct vm_view *) view;
  struct vm *vm = v->vm;
  vm->mem = (uint8_t *) (uintptr_t) state;     /* evaluation only reads */
  vm->shape = shape_of (vm, state);
  vm->fault = &v->fault;
  vm->testing = true;
  vm->timeout = false;
  view->nprocs = vm->shape->nproc;
  view->nchans = vm->shape->nchan;
}

static void
view_process (struct view *view, uint32_t pid, uint32_t *type, uint32_t *location)
{
  struct vm *vm = ((struct vm_view *) view)->vm;
  *type = vm->shape->proc_type[pid];
  *location = vm_pc (&vm->procs[*type], vm->mem + vm->shape->proc_offset[pid]);
}

static int32_t
view_eval (struct view *view, uint32_t pid, struct view_expr e)
{
  struct vm_view *v = (struct vm_view *) view;
  vm_enter (v->vm, pid);
  v->fault.kind = FAULT_NONE;
  int32_t value = vm_value (v->vm, (struct operand) {e.kind, e.value});
  return v->fault.kind == FAULT_NONE ? value : 0;
}

static const uint8_t *
view_frame (struct view *view, uint32_t pid)
{
  struct vm *vm = ((struct vm_view *) view)->vm;
  return vm->mem + vm->shape->proc_offset[pid];
}

/* Channels above a process in the state go with it. A rendezvous channel takes
 * no room, a process always does. */
static void
view_channel (struct view *view, uint32_t id, struct view_chan *out)
{
  struct vm *vm = ((struct vm_view *) view)->vm;
  const struct shape *s = vm->shape;
  const struct chantype *c = &vm->chans[s->chan_type[id - 1]];
  uint32_t owner = 0;
  while (owner < s->nproc && s->proc_offset[owner] < s->chan_offset[id - 1])
    owner++;
  *out = (struct view_chan) {.type = s->chan_type[id - 1], .capacity = c->capacity,
                             .length = c->capacity ? vm->mem[s->chan_offset[id - 1]] : 0, .owner = owner - 1};
}

static const struct view_class vm_view_class = {
  .compile = view_compile, .look = view_look, .process = view_process, .eval = view_eval, .frame = view_frame,
  .channel = view_channel,
};

struct view *
vm_view (struct ts *ts)
{
  struct vm *vm = (struct vm *) ts;
  struct vm_view *v = ARENA_NEW (&vm->arena, struct vm_view);
  v->view.class = &vm_view_class;
  v->vm = vm;
  return &v->view;
}
