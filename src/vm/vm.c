/* The virtual machine as a struct ts. See vm.h. */
#include "vm/vm.h"

#include "vm/machine.h"

static uint32_t
vm_words (struct ts *ts, const uint32_t *state)
{
  return shape_of ((struct vm *) ts, state)->words;
}

/* The kind of a terminal state: valid if every process is at its end or at an end label, and a trace automaton too. */
static enum end_kind
vm_end (struct ts *ts, const uint32_t *state)
{
  struct vm *vm = (struct vm *) ts;
  vm_look (vm, state);
  if (vm_somebody_at (ts, state, LOC_EXIT))
    return END_VALID;
  for (uint32_t pid = 0; pid < vm->shape->nproc; pid++) {
    vm_enter (vm, pid);
    if (!(vm->proc->source->locs[vm_pc (vm->proc, vm->frame)].flags & LOC_END))
      return END_INVALID;
  }
  if (vm->promela->trace_proc != PG_ALL && vm->shape->nproc) {
    uint32_t at = vm_read (vm->mem + vm->code->event_offset, 4);
    const struct pg_proc *p = &vm->pg->procs[vm->promela->trace_proc];
    assert (at < p->nlocs);
    if (pg_kind (p) == PG_TRACE && !(p->locs[at].flags & LOC_END))
      return END_INVALID;
  }
  for (uint32_t i = 0; i < vm->shape->nchan; i++) {
    const struct chantype *c = vm_chantype (vm, i);
    if (c->capacity && vm_length (c, vm->mem + vm->shape->chan_offset[i]) > 0)
      return END_MESSAGES;
  }
  return END_VALID;
}

static void
code_free (struct code *code)
{
  VEC_FREE (code->nodes);
  VEC_FREE (code->wides);
  arena_release (&code->arena);
  mem_free (code);
}

static void
vm_free (struct ts *ts)
{
  struct vm *vm = (struct vm *) ts;
  mem_free (vm->shapes);
  arena_release (&vm->arena);
  if (vm->own)
    code_free (vm->own);
  mem_free (vm);
}

static const struct ts_class vm_class = {
  .initial = vm_initial, .enabled = vm_enabled, .step = vm_step, .words = vm_words, .end = vm_end,
  .describe = vm_describe, .cells = vm_cells, .where = vm_where, .unreached = vm_unreached, .free = vm_free,
};

/* Room for the longest message and the most arguments there are. */
static void
make_buffers (struct vm *vm)
{
  uint32_t longest = vm->code->longest;
  vm->offer.fields = arena_alloc (&vm->arena, 3 * (size_t) longest * sizeof *vm->values);
  vm->values = vm->offer.fields + longest;
  vm->event = vm->values + longest;
}

static struct vm *
machine_new (const struct code *code)
{
  struct vm *vm = mem_zalloc (sizeof *vm);
  vm->ts.class = &vm_class;
  vm->ts.max_words = VM_MAX_WORDS;
  vm->ts.threads = code->pg->threads;
  vm->ts.has_processes = true;
  vm->code = code;
  vm->pg = code->pg;
  vm->promela = code->promela;
  vm->nodes = code->nodes.data;
  vm->procs = code->procs;
  vm->chans = code->chans;
  vm->reached = arena_alloc (&vm->arena, code->nlocs);
  make_buffers (vm);
  vm->root = shape_root (vm);
  assert (vm->nshapes == 1 && code->global_words <= VM_MAX_WORDS);
  return vm;
}

struct ts *
vm_new (const struct pg *pg, struct diag *diag)
{
  struct code *code = mem_zalloc (sizeof *code);
  if (!code_compile (code, pg, diag)) {
    code_free (code);
    return NULL;
  }
  struct vm *vm = machine_new (code);
  vm->own = code;
  return &vm->ts;
}

struct ts *
vm_worker (struct ts *first)
{
  struct vm *vm = (struct vm *) first;
  assert (vm->ts.class == &vm_class && vm->own);
  vm->shared = true;
  return &machine_new (vm->code)->ts;
}

struct operand
vm_compile_expr (struct vm *vm, const struct pg_expr *e, const struct pg_proc *proc)
{
  assert (vm->own && !vm->shared);
  struct operand o = code_compile_expr (vm->own, e, proc);
  vm->nodes = vm->code->nodes.data;
  return o;
}

int32_t
vm_eval (struct ts *ts, const uint32_t *state, const struct vm_expr *e, struct fault *fault)
{
  struct vm *vm = (struct vm *) ts;
  vm_look (vm, state);
  vm->pid = VM_NOBODY;
  vm->testing = true;
  vm->timeout = false;
  vm->fault = fault;
  fault->kind = FAULT_NONE;
  return vm_value (vm, (struct operand) {e->kind, e->value});
}

struct vm_expr
vm_expr (struct ts *ts, const struct pg_expr *e)
{
  struct operand o = vm_compile_expr ((struct vm *) ts, e, NULL);
  return (struct vm_expr) {o.kind, o.value};
}

bool
vm_somebody_at (struct ts *ts, const uint32_t *state, uint32_t flag)
{
  const struct vm *vm = (struct vm *) ts;
  const struct shape *shape = shape_of (vm, state);
  const uint8_t *mem = (const uint8_t *) state;
  for (uint32_t pid = 0; pid < shape->nproc; pid++) {
    const struct proctype *p = &vm->procs[shape->proc_type[pid]];
    if (p->source->locs[vm_pc (p, mem + shape->proc_offset[pid])].flags & flag)
      return true;
  }
  return false;
}
