/* Executes transitions on a state. */
#include "vm/machine.h"

/* Records the new shape in the header after the state has grown or shrunk. */
static void
set_shape (struct vm *vm, const struct shape *s)
{
  assert (s->words <= VM_MAX_WORDS && s->number <= VM_SHAPE_MASK);
  uint32_t header;
  memcpy (&header, vm->mem, 4);
  header = (header & 0xff000000u) | s->number;
  memcpy (vm->mem, &header, 4);
  vm->shape = s;
}

static bool
grow (struct vm *vm, uint32_t component, struct pos pos)
{
  bool chan = component & SHAPE_CHAN;
  uint32_t words = chan ? vm->chans[component & ~SHAPE_CHAN].words : vm->procs[component].words;
  if (vm->shape->words + words > VM_MAX_WORDS) {
    vm_fault (vm, FAULT_RESOURCE, false, pos, "a state needs more than %u bytes", VM_MAX_WORDS * 4);
    return false;
  }
  struct shape *s = shape_push (vm, shape_find (vm, vm->shape->number), component);
  if (!s) {
    vm_fault (vm, FAULT_RESOURCE, false, pos, "more combinations of processes and channels than have different numbers");
    return false;
  }
  assert (s->words >= vm->shape->words && !vm->testing);
  memset (vm->mem + (size_t) vm->shape->words * 4, 0, (size_t) (s->words - vm->shape->words) * 4);
  set_shape (vm, s);
  return true;
}

static void
new_channel (struct vm *vm, const struct action *a)
{
  if (vm->shape->nchan >= VM_MAX_CHANS) {
    vm_fault (vm, FAULT_RESOURCE, false, a->source->pos, "more than %u channels", VM_MAX_CHANS);
    return;
  }
  if (grow (vm, SHAPE_CHAN | a->chan_type, a->source->pos))
    vm_assign (vm, a->place, (int32_t) vm->shape->nchan);
}

static void execute (struct vm *, const struct action *);

/* Initialisers: of the globals, and of a new process. */
static void
run_init (struct vm *vm, const struct action *acts, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (acts[i].kind == ACT_NEW_CHAN)
      new_channel (vm, &acts[i]);
    else
      execute (vm, &acts[i]);
}

int32_t
vm_run (struct vm *vm, uint32_t proctype, const int32_t *args, uint32_t nargs, int32_t priority, struct pos pos)
{
  uint32_t self = vm->pid, pid = vm->shape->nproc;
  if (pid >= VM_MAX_PROCS) {
    vm_fault (vm, FAULT_RESOURCE, false, pos, "more than %u processes", VM_MAX_PROCS);
    return 0;
  }
  if (!grow (vm, proctype, pos))
    return 0;
  vm_enter (vm, pid);
  assert (pid + 1 == vm->shape->nproc && vm->shape->proc_type[pid] == proctype);
  const struct pg_proc *src = vm->proc->source;
  vm_set_pc (vm->proc, vm->frame, src->start);
  vm->reached[vm->proc->reached + src->start] = 1;
  if (vm->promela->uses & USES_PRIORITY)
    vm->frame[vm->proc->priority_offset] = (uint8_t) priority;
  for (uint32_t i = 0; i < nargs && i < src->nparams; i++) {
    const struct pg_var *v = &src->vars[i];
    vm_store (vm->frame + v->offset, vm_cell_kind (&v->type, true), vm_cell_mask (&v->type), args[i]);
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
  assert (vm->pid + 1 == s->nproc);           /* the youngest ends first */
  while (s->component & SHAPE_CHAN)
    s = s->parent;
  set_shape (vm, s->parent);
  assert (vm->shape->nproc == vm->pid && vm->shape->nchan <= s->nchan);
}

/* ---- actions and edges ---- */

static void
set_priority (struct vm *vm, const struct action *a)
{
  assert (vm->promela->uses & USES_PRIORITY);
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
  case ACT_GUARD: vm_value (vm, a->value); break;           /* evaluated for its `run` and its faults */
  case ACT_ASSIGN: vm_assign (vm, a->place, vm_value (vm, a->value)); break;
  case ACT_SEND: vm_send (vm, a); break;
  case ACT_RECV: vm_receive (vm, a); break;
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
  case ACT_CHECK:
    if (!vm_value (vm, a->value))
      vm_fault (vm, a->source->fault, false, a->source->pos, "%s", a->source->text ? a->source->text : "");
    break;
  case ACT_ASSIGN_WIDE: vm_assign_wide (vm, a); break;
  default: break;
  }
}

/* Marks the source of the edge, and the locations merged into it, as reached. */
static void
note_passed (struct vm *vm, const struct proctype *p, const struct edge *e)
{
  uint8_t *reached = vm->reached + p->reached;
  assert (e->src < p->nlocs);
  reached[e->src] = 1;
  for (uint32_t i = 0; i < e->nthrough; i++)
    reached[e->through[i]] = 1;
}

/* Executes the edge's actions from number `first` on. */
static void
follow_edge (struct vm *vm, const struct edge *e, uint32_t first)
{
  const struct proctype *p = vm->proc;
  assert (vm_pc (p, vm->frame) == e->src && !vm->testing);
  note_passed (vm, p, e);
  for (uint32_t i = first; i < e->nacts && !vm_failed (vm); i++)
    execute (vm, &e->acts[i]);
  if (vm_failed (vm) || e->dst == PG_ALL)
    return;
  vm->reached[p->reached + e->dst] = 1;
  vm_set_pc (p, vm->frame, e->dst);
}

/* Executes the rest of a d_step: the first executable edge each time. After this many steps it is given up, because it may
 * be endless. */
#define DSTEP_LIMIT 1000000u

static const struct edge *
finish_dstep (struct vm *vm, const struct edge *e)
{
  for (uint32_t n = 0; (e->flags & EDGE_DSTEP) && !vm_failed (vm); n++) {
    assert (e->dst < vm->proc->nlocs);
    const struct location *l = &vm->proc->locs[e->dst];
    const struct edge *next = NULL;
    vm->testing = true;
    for (uint32_t i = 0; i < l->count && !next && !vm_failed (vm); i++)
      if (vm_edge_executable (vm, &vm->proc->edges[l->first + i], false))
        next = &vm->proc->edges[l->first + i];
    vm->testing = false;
    if (vm_failed (vm))
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
    follow_edge (vm, e, 0);
  }
  return e;
}

/* One step of both processes: the message is passed, then each executes the rest of its edge. */
static const struct edge *
rendezvous (struct vm *vm, const struct edge *s, uint32_t partner, uint32_t partner_edge)
{
  assert (s->test == TEST_SEND && partner != vm->pid && partner < vm->shape->nproc);
  if (!vm_offer (vm, s))
    return s;
  struct rendezvous offer = vm->offer;
  if (!vm_pass (vm, &s->acts[0], &offer))
    return s;
  follow_edge (vm, s, 1);
  vm_enter (vm, partner);
  const struct edge *r = &vm->proc->edges[partner_edge];
  assert (r->test == TEST_RECV);
  if (!vm_failed (vm) && vm_pass (vm, &r->acts[0], &offer))
    follow_edge (vm, r, 1);
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
  if (t == TRANS_RELEASE) {
    assert (ts_transient (state));
    return shape->words;
  }
  assert (!ts_transient (state) || trans_pid (t) == (state[0] >> 24) - 1);
  vm_enter (vm, trans_pid (t));
  const struct edge *e = &vm->proc->edges[trans_edge (t)];
  if (trans_is_rendezvous (t))
    e = rendezvous (vm, e, trans_partner (t), trans_partner_edge (t));
  else
    follow_edge (vm, e, 0);
  e = finish_dstep (vm, e);
  if (vm->promela->uses & USES_LAST)
    vm->mem[vm->code->last_offset] = (uint8_t) vm->pid;
  if ((e->flags & EDGE_ATOMIC) && e->dst != PG_ALL)
    out[0] |= (vm->pid + 1) << 24;
  assert (shape_of (vm, out) == vm->shape && vm->shape->words <= vm->ts.max_words);
  return vm->shape->words;
}

uint32_t
vm_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  struct vm *vm = (struct vm *) ts;
  memset (out, 0, (size_t) vm->code->global_words * 4);
  begin (vm, out, vm->root, fault);
  vm->pid = VM_NOBODY;
  vm->frame = NULL;
  run_init (vm, vm->code->init, vm->pg->ninit);
  if (pg_trace (vm->pg))
    vm_write (vm->mem + vm->code->event_offset, 4, pg_trace (vm->pg)->start);
  for (uint32_t i = 0; i < vm->pg->nstarts; i++) {
    vm->pid = VM_NOBODY;
    const struct pg_proc *p = &vm->pg->procs[vm->pg->starts[i]];
    vm_run (vm, vm->pg->starts[i], NULL, 0, p->promela ? p->promela->priority : 1, p->pos);
  }
  assert (!ts_transient (out) && shape_of (vm, out) == vm->shape);
  return vm->shape->words;
}
