/* Which bytes of shared memory a step reads and writes in a state, for the order of steps in stories. Not fast. Only what
 * is actually evaluated counts: of `a && b` where a is false, b is not read. Written is what differs afterwards, and what
 * is assigned. */
#include "vm/machine.h"

static void add_operand (struct vm *, struct ts_ranges *, struct operand);

static uint32_t
bytes_of (unsigned kind)
{
  return kind == OPD_G8 ? 1 : kind == OPD_GU16 || kind == OPD_GS16 ? 2 : 4;
}

static bool
is_global (const struct target *t)
{
  return t->var->region == REGION_GLOBAL;
}

/* Adds the cell itself, if its indices are within the bounds. */
static void
add_cell (struct vm *vm, struct ts_ranges *out, const struct target *t)
{
  uint32_t at = vm_address (vm, t);
  if (is_global (t) && !vm_failed (vm))
    VEC_PUSH (*out, ((struct ts_range) {at, t->var->type.bits > 32 ? 8 : bytes_of (t->kind)}));
}

/* Adds what is read to evaluate the indices of the cell. */
static void
add_indices (struct vm *vm, struct ts_ranges *out, const struct target *t)
{
  for (uint32_t i = 0; i < t->nindex; i++)
    add_operand (vm, out, t->index[i].value);
}

static void
add_load (struct vm *vm, struct ts_ranges *out, const struct target *t)
{
  add_indices (vm, out, t);
  add_cell (vm, out, t);
}

static void
add_wide (struct vm *vm, struct ts_ranges *out, uint32_t number)
{
  const struct wide w = vm->code->wides.data[number];
  if (w.op == E_CONST)
    return;
  if (w.op == E_LOAD)
    add_load (vm, out, w.place);
  else if (w.op == E_RUN)
    add_operand (vm, out, w.narrow);
  else {
    add_wide (vm, out, w.kid[0]);
    bool first = w.op == E_COND || w.op == E_AND || w.op == E_OR ? vm_wide (vm, w.kid[0]) != 0 : false;
    if (w.source->kid[1] && (w.op == E_COND || w.op == E_AND ? first : w.op == E_OR ? !first : true))
      add_wide (vm, out, w.kid[1]);
    if (w.source->kid[2] && !first)
      add_wide (vm, out, w.kid[2]);
  }
}

static void
add_node (struct vm *vm, struct ts_ranges *out, const struct node n)
{
  if (n.op == N_WIDE) {
    add_wide (vm, out, (uint32_t) n.a.value);
    return;
  }
  if (n.op == N_CELL) {
    add_load (vm, out, n.place);
    return;
  }
  for (uint32_t i = 0; n.op == N_RUN && i < n.source->nargs; i++)
    add_operand (vm, out, n.args[i]);
  add_operand (vm, out, n.a);
  bool decides = n.op == N_AND || n.op == N_OR || n.op == N_COND, first = decides && vm_value (vm, n.a);
  if (!decides || (n.op == N_OR ? !first : first))
    add_operand (vm, out, n.b);
  if (!decides || (n.op == N_COND && !first))
    add_operand (vm, out, n.c);
}

static void
add_operand (struct vm *vm, struct ts_ranges *out, struct operand o)
{
  if (o.kind == OPD_NODE)
    add_node (vm, out, vm->nodes[o.value]);
  else if (o.kind >= OPD_G8 && o.kind <= OPD_G32)
    VEC_PUSH (*out, ((struct ts_range) {(uint32_t) o.value, bytes_of (o.kind)}));
}

static void
add_action (struct vm *vm, struct step_info *info, const struct action *a)
{
  if (a->kind == ACT_ASSIGN_WIDE)
    add_wide (vm, &info->reads, (uint32_t) a->value.value);
  else
    add_operand (vm, &info->reads, a->value);
  if (a->place) {
    add_indices (vm, &info->reads, a->place);
    add_cell (vm, &info->writes, a->place);
  }
  for (uint32_t i = 0; i < a->nargs; i++)
    add_operand (vm, &info->reads, a->args[i]);
  for (uint32_t i = 0; a->msg && i < a->msg->nargs; i++)
    if (a->msg->args[i].kind == ARG_MATCH)
      add_operand (vm, &info->reads, a->msg->args[i].value);
}

/* Adds the globals that differ. They have the same place in both states. */
static void
add_changed (const struct vm *vm, struct ts_ranges *out, const uint32_t *before, const uint32_t *after)
{
  const uint8_t *x = (const uint8_t *) before, *y = (const uint8_t *) after;
  for (uint32_t i = 4; i < vm->code->global_words * 4; i++)
    if (x[i] != y[i])
      VEC_PUSH (*out, ((struct ts_range) {i, 1}));
}

const struct pg_var *
vm_var_at (const struct vm *vm, uint32_t at)
{
  for (uint32_t i = 0; i < vm->pg->nvars && at >= 4; i++) {
    const struct pg_var *v = &vm->pg->vars[i];
    if (at - 4 >= v->offset && at - 4 < v->offset + pg_var_elements (v) * pg_var_bytes (v))
      return v;
  }
  return NULL;
}

static const struct ts_range *
find_in (const struct vm *vm, const char *variable, const struct ts_ranges *ranges)
{
  for (size_t i = 0; i < ranges->count; i++) {
    const struct pg_var *v = vm_var_at (vm, ranges->data[i].at);
    if (v && !strcmp (v->name, variable))
      return &ranges->data[i];
  }
  return NULL;
}

const struct ts_range *
vm_find_touched (const struct vm *vm, const char *variable, const struct step_info *info)
{
  const struct ts_range *read = find_in (vm, variable, &info->reads);
  return read ? read : find_in (vm, variable, &info->writes);
}

/* Whether reads of the operation give no order: a signal reads which threads wait, an unlock which thread holds the lock,
 * but these did not enable it. */
static bool
learns_nothing (enum pg_sync kind)
{
  return kind == SYNC_SIGNAL || kind == SYNC_BROADCAST || kind == SYNC_SEM_POST || kind == SYNC_CREATE || kind == SYNC_UNLOCK
      || kind == SYNC_WAIT || kind == SYNC_EXIT;
}

void
vm_keep_learned (const struct vm *vm, const struct pg_note *note, struct step_info *info)
{
  const struct ts_range *about = note->kind == SYNC_WAKE && note->object ? find_in (vm, note->object, &info->reads) : NULL;
  if (about) {
    info->reads.data[0] = *about;
    info->reads.count = 1;
  }
  if (learns_nothing (note->kind))
    info->reads.count = 0;
}

void
vm_add_touched (struct vm *vm, const struct edge *e, const uint32_t *before, const uint32_t *after, struct step_info *info)
{
  for (uint32_t i = 0; i < e->nacts && !vm_failed (vm); i++)
    add_action (vm, info, &e->acts[i]);
  add_changed (vm, &info->writes, before, after);
}
