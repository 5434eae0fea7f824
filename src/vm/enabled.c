/* Enabled transitions. Processes are considered from the youngest to the oldest and their edges in order, as in SPIN. A
 * synchronous send is enabled together with each receive that matches its message: one transition per pair. `timeout` is
 * true only if a first pass found no transition. */
#include "vm/machine.h"

int32_t
vm_get_priority (const struct vm *vm, int32_t pid)
{
  if (pid < 0 || (uint32_t) pid >= vm->shape->nproc)
    return 0;
  if (!(vm->promela->uses & USES_PRIORITY))
    return 1;
  return vm->mem[vm->shape->proc_offset[pid] + vm->procs[vm->shape->proc_type[pid]].priority_offset];
}

static bool
channel_is_full (struct vm *vm, uint32_t chan, const struct chantype *c)
{
  assert (c->capacity && vm_length (c, vm->mem + vm->shape->chan_offset[chan]) <= c->capacity);
  return vm_length (c, vm->mem + vm->shape->chan_offset[chan]) >= c->capacity;
}

/* Channel of the edge's first action: its number, or VM_NOBODY with a fault. */
static uint32_t
edge_channel (struct vm *vm, const struct edge *e)
{
  int32_t id = vm_value (vm, e->acts[0].chan);
  assert (e->test == TEST_SEND || e->test == TEST_RECV);
  if (!vm_channel (vm, id, e->source->pos))
    return VM_NOBODY;
  return (uint32_t) id - 1;
}

static bool
recv_executable (struct vm *vm, const struct edge *e)
{
  uint32_t chan = edge_channel (vm, e), slot;
  if (chan == VM_NOBODY)
    return true;                  /* its step will report the fault */
  const struct chantype *c = vm_chantype (vm, chan);
  if (!c->capacity)               /* a synchronous receive is part of the sender's step */
    return e->acts[0].msg->keep && !vm_may_poll (vm, c, e->source->pos);
  return vm_match (vm, chan, e->acts[0].msg, &slot);
}

/* Whether the edge is executable; not for synchronous sends. `earlier`: an earlier edge of the location was executable. */
static inline bool
edge_executable (struct vm *vm, const struct edge *e, bool earlier)
{
  bool yes;
  switch (e->test) {
  case TEST_ALWAYS: return true;
  case TEST_ELSE: return !earlier;
  case TEST_END: return vm->pid + 1 == vm->shape->nproc;
  case TEST_COMPARE: return vm_compare (e->compare, vm_value (vm, e->a), vm_value (vm, e->b));
  case TEST_GUARD: yes = vm_value (vm, e->acts[0].value) != 0; break;
  case TEST_RECV: yes = recv_executable (vm, e); break;
  default: {
    uint32_t chan = edge_channel (vm, e);
    if (chan == VM_NOBODY)
      return true;
    const struct chantype *c = vm_chantype (vm, chan);
    yes = c->capacity && (vm->pg->lossy_send || !channel_is_full (vm, chan, c));
  }
  }
  return yes || vm_failed (vm);
}

bool
vm_edge_executable (struct vm *vm, const struct edge *e, bool earlier)
{
  return edge_executable (vm, e, earlier);
}

bool
vm_process_enabled (struct vm *vm, uint32_t pid)
{
  uint32_t self = vm->pid;
  assert (pid < vm->shape->nproc && (self < vm->shape->nproc || self == VM_NOBODY));
  bool testing = vm->testing, found = false;
  vm->testing = true;
  vm_enter (vm, pid);
  const struct location *l = &vm->proc->locs[vm_pc (vm->proc, vm->frame)];
  for (uint32_t i = 0; i < l->count && !found; i++)
    found = vm_edge_executable (vm, &vm->proc->edges[l->first + i], false);
  vm->testing = testing;
  vm->pid = self;
  if (self != VM_NOBODY)          /* otherwise a property is evaluated, which has no frame */
    vm_enter (vm, self);
  return found;
}

/* Evaluates the provided clause of a process in its own frame. */
static bool
is_provided (struct vm *vm, uint32_t pid, uint32_t self)
{
  vm_enter (vm, pid);
  bool yes = !vm->proc->has_provided || vm_value (vm, vm->proc->provided);
  vm_enter (vm, self);
  return yes;
}

/* Whether no process of higher priority could run. */
static bool
has_highest_priority (struct vm *vm, uint32_t pid)
{
  int32_t mine = vm_get_priority (vm, (int32_t) pid);
  for (uint32_t i = 0; i < vm->shape->nproc; i++)
    if (i != pid && vm_get_priority (vm, (int32_t) i) > mine && is_provided (vm, i, pid) && vm_process_enabled (vm, i))
      return false;
  return true;
}

static bool
may_run (struct vm *vm, uint32_t pid)
{
  if (vm->proc->has_provided && !vm_value (vm, vm->proc->provided))
    return false;
  return !(vm->promela->uses & USES_PRIORITY) || has_highest_priority (vm, pid);
}

/* Computes the message a synchronous send would pass, as the receiver sees it. */
bool
vm_offer (struct vm *vm, const struct edge *e)
{
  uint32_t chan = edge_channel (vm, e);
  if (chan == VM_NOBODY)
    return false;
  const struct chantype *c = vm_chantype (vm, chan);
  const struct message *m = e->acts[0].msg;
  for (uint32_t i = 0; i < c->nfields; i++) {
    uint8_t cell[4];
    int32_t v = i < m->nargs ? vm_value (vm, m->args[i].value) : 0;
    vm_store (cell, c->fields[i].kind, c->fields[i].mask, v);
    vm->offer.fields[i] = vm_load (cell, c->fields[i].kind);
  }
  vm->offer.chan = chan + 1;
  return true;
}

static bool
takes_offer (struct vm *vm, const struct edge *e)
{
  if (e->test != TEST_RECV || vm_value (vm, e->acts[0].chan) != (int32_t) vm->offer.chan)
    return false;
  const struct message *m = e->acts[0].msg;
  const struct chantype *c = vm_chantype (vm, vm->offer.chan - 1);
  if (m->keep)
    return false;
  for (uint32_t i = 0; i < m->nargs && i < c->nfields; i++)
    if (m->args[i].kind == ARG_MATCH && vm->offer.fields[i] != vm_value (vm, m->args[i].value))
      return false;
  return true;
}

/* Adds the pairs of the send `edge` of process `pid` with every receive that matches it. Not inlined: the loop over the
 * edges needs the registers. */
static bool __attribute__ ((noinline))
add_partners (struct vm *vm, uint32_t pid, uint32_t edge, struct trans_list *list)
{
  assert (vm->offer.chan && !vm_chantype (vm, vm->offer.chan - 1)->capacity);
  bool found = false;
  for (uint32_t j = vm->shape->nproc; j-- > 0;) {
    if (j == pid)
      continue;
    vm_enter (vm, j);
    const struct location *l = &vm->proc->locs[vm_pc (vm->proc, vm->frame)];
    if (!l->receives)
      continue;
    if ((vm->proc->has_provided || (vm->promela->uses & USES_PRIORITY)) && !may_run (vm, j))
      continue;
    uint32_t group = PG_OWN;
    for (uint32_t i = 0; i < l->count; i++) {
      const struct edge *f = &vm->proc->edges[l->first + i];
      if (group != PG_OWN && f->group != group)
        break;
      if (!takes_offer (vm, f))
        continue;
      found = true;
      group = f->group;
      VEC_PUSH (*list, trans_of_rendezvous (pid, edge, j, l->first + i));
    }
  }
  vm_enter (vm, pid);
  return found;
}

/* Adds a send: the pairs of a synchronous one, or itself if there is room. */
static bool
add_send (struct vm *vm, uint32_t pid, uint32_t edge, struct trans_list *list)
{
  const struct edge *e = &vm->proc->edges[edge];
  int32_t id = vm_value (vm, e->acts[0].chan);
  if (id >= 1 && (uint32_t) id <= vm->shape->nchan) {
    const struct chantype *c = vm_chantype (vm, (uint32_t) id - 1);
    if (!c->capacity)
      return vm_offer (vm, e) && add_partners (vm, pid, edge, list);
    if (channel_is_full (vm, (uint32_t) id - 1, c) && !vm->pg->lossy_send && vm->fault->kind == FAULT_NONE)
      return false;
  }
  VEC_PUSH (*list, trans_of (pid, edge));       /* without a channel its step reports the fault */
  return true;
}

static void
look_at_process (struct vm *vm, uint32_t pid, const struct location *l, struct trans_list *list)
{
  const struct proctype *p = vm->proc;
  assert (vm->pid == pid && vm->testing && vm->fault->kind == FAULT_NONE);
  if ((p->has_provided || (vm->promela->uses & USES_PRIORITY)) && !may_run (vm, pid))
    return;
  const struct edge *e = p->edges + l->first;
  bool any = false;
  uint32_t picked = 0;            /* the d_step with an executable guard */
  for (uint32_t i = l->first, end = i + l->count; i < end; i++, e++) {
    if (any && l->grouped && i > l->first && e->group != e[-1].group)
      break;
    if (e->pick && e->pick == picked)
      continue;
    bool yes;
    if (e->test == TEST_SEND)
      yes = add_send (vm, pid, i, list);
    else if ((yes = edge_executable (vm, e, any)))
      VEC_PUSH (*list, trans_of (pid, i));
    if (yes) {
      any = true;
      picked = e->pick;
    }
    vm->fault->kind = FAULT_NONE;
  }
}

static bool
cached_fits (const struct cached *c, const struct proctype *p, const uint8_t *frame)
{
  const uint32_t *words = (const uint32_t *) (const void *) frame;    /* frames are whole words */
  if (c->proc != p)
    return false;
  uint32_t differ = 0;
  for (uint32_t i = 0; i < p->words; i++)
    differ |= c->frame[i] ^ words[i];
  return !differ;
}

static void
cached_set (struct cached *c, const struct proctype *p, const uint8_t *frame, const trans_id *trans, size_t n)
{
  assert (p->words <= CACHED_WORDS);
  c->proc = n <= CACHED_TRANS ? p : NULL;
  if (!c->proc)
    return;
  memcpy (c->frame, frame, p->words * sizeof *c->frame);
  if (n)
    memcpy (c->trans, trans, n * sizeof *trans);
  c->count = (uint32_t) n;
}

/* Checks, for a fraction of the uses, that the cached transitions are those that would be computed now. */
#ifndef NDEBUG
static bool
cached_check (struct vm *vm, uint32_t pid, const struct location *l, const struct cached *c)
{
  if (vm->cached_uses++ % 16)
    return true;
  struct trans_list fresh = {0};
  look_at_process (vm, pid, l, &fresh);
  bool same = fresh.count == c->count && (!c->count || !memcmp (fresh.data, c->trans, c->count * sizeof *c->trans));
  VEC_FREE (fresh);
  return same;
}
#endif

static void
add_process (struct vm *vm, uint32_t pid, struct trans_list *list)
{
  vm_enter (vm, pid);
  const struct location *l = &vm->proc->locs[vm_pc (vm->proc, vm->frame)];
  if (!l->local) {
    look_at_process (vm, pid, l, list);
    return;
  }
  struct cached *c = &vm->cached[pid];
  if (cached_fits (c, vm->proc, vm->frame)) {
    assert (cached_check (vm, pid, l, c));
    VEC_RESERVE (*list, list->count + c->count);
    for (uint32_t i = 0; i < c->count; i++)
      list->data[list->count++] = c->trans[i];
    return;
  }
  size_t before = list->count;
  look_at_process (vm, pid, l, list);
  cached_set (c, vm->proc, vm->frame, list->data + before, list->count - before);
}

void
vm_enabled (struct ts *ts, const uint32_t *state, struct trans_list *list)
{
  struct vm *vm = (struct vm *) ts;
  struct fault scratch = {.kind = FAULT_NONE};
  vm_look (vm, state);
  vm->fault = &scratch;
  vm->testing = true;
  vm->timeout = false;
  size_t before = list->count;
  if (ts_transient (state)) {
    assert ((state[0] >> 24) - 1 < vm->shape->nproc);
    add_process (vm, (state[0] >> 24) - 1, list);
    if (list->count == before)
      VEC_PUSH (*list, TRANS_RELEASE);
    return;
  }
  for (uint32_t pid = vm->shape->nproc; pid-- > 0;)
    add_process (vm, pid, list);
  if (list->count == before && (vm->promela->uses & USES_TIMEOUT)) {
    vm->timeout = true;
    for (uint32_t pid = vm->shape->nproc; pid-- > 0;)
      add_process (vm, pid, list);
    vm->timeout = false;
  }
}
