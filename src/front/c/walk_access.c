/* Instructions that access memory. */
#include "front/c/walk.h"

/* Races are detected only between accesses to one whole cell each. Accesses to parts of a cell need not overlap, and an access
 * to several cells could announce only the first; in both cases the result is unknown. True: the path has ended. */
static bool
is_no_whole_cell (struct walker *w, struct path *p, const struct cells *x)
{
  struct c_object *o = &w->c->objects.data[x->object];
  bool may_race = false;
  for (uint32_t i = 0; i < x->count; i++) {
    struct c_leaf *f = &o->leaves.data[x->piece[i].leaf - o->leaves.data];
    assert (f < o->leaves.data + o->leaves.count);
    f->in_parts |= x->piece[i].shift < 0 || (uint32_t) x->piece[i].shift / 8 + f->bytes > x->bytes;
    may_race |= f->mark != NONE;
  }
  if (x->count < 2 || !may_race || p->atomic || w->c->is_first_walk)
    return false;
  path_fault (w, p, FAULT_RESOURCE, "an access to several variables at once, which may race");
  return true;
}

/* An access to shared memory is the step's visible operation. */
static bool
begins (struct walker *w, struct path *p, const struct cells *x, enum pg_sync kind, enum access_kind access)
{
  const struct c_object *o = &w->c->objects.data[x->object];
  if (o->constant && kind != SYNC_LOAD) {
    path_fault (w, p, FAULT_MEMORY, "write to a constant");
    return true;
  }
  for (uint32_t i = 0; i < x->count; i++)
    if (x->piece[i].leaf->inner) {
      walk_unsupported (w, p, "an access to the inside of a lock");
      return true;
    }
  if (!o->visible)
    return false;
  if (walk_begins (w, p))
    return true;
  path_note (w, p, kind, o, x->piece[0].leaf->name);
  if (is_no_whole_cell (w, p, x))
    return true;
  for (uint32_t i = 0; i < x->count; i++)
    if (race_begins (w, p, x->object, &x->piece[i], access))
      return true;
  return false;
}

static enum access_kind
kind_of (LLVMValueRef v, bool write)
{
  bool plain = LL (GetOrdering) (v) == LLVMAtomicOrderingNotAtomic;
  return plain ? write ? ACCESS_WRITE : ACCESS_READ : write ? ACCESS_ATOMIC_WRITE : ACCESS_ATOMIC_READ;
}

static LLVMValueRef
present (const struct path *p)
{
  return p->ctx->f->insts[p->inst].v;
}

static void
load_cells (struct walker *w, struct path *p, const struct cells *x)
{
  LLVMTypeRef t = LL (TypeOf) (present (p));
  if (begins (w, p, x, SYNC_LOAD, kind_of (present (p), false)))
    return;
  struct pg_expr *e = cells_load (w, p, x, program_bits (t));
  if (!e) {
    path_end_here (w, p, 0);
    return;
  }
  path_result (p, LL (GetTypeKind) (t) == LLVMPointerTypeKind ? value_pointer (w, e) : value_scalar (e));
  walk_on (w, p);
}

static void
store_cells (struct walker *w, struct path *p, const struct cells *x)
{
  if (begins (w, p, x, SYNC_STORE, kind_of (present (p), true)))
    return;
  struct pg_expr *value = path_scalar (w, p, LL (GetOperand) (present (p), 0));
  if (!cells_load (w, p, x, 8)) {
    path_end_here (w, p, 0);
    return;
  }
  cells_store (w, p, x, value);
  walk_on (w, p);
}

static struct pg_expr *
updated (struct walker *w, LLVMAtomicRMWBinOp op, struct pg_expr *old, struct pg_expr *v)
{
  struct c_program *c = w->c;
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: return v;
  case LLVMAtomicRMWBinOpAdd: return x_binary (c, E_ADD, old, v);
  case LLVMAtomicRMWBinOpSub: return x_binary (c, E_SUB, old, v);
  case LLVMAtomicRMWBinOpAnd: return x_binary (c, E_BITAND, old, v);
  case LLVMAtomicRMWBinOpOr: return x_binary (c, E_BITOR, old, v);
  case LLVMAtomicRMWBinOpXor: return x_binary (c, E_BITXOR, old, v);
  case LLVMAtomicRMWBinOpMax: return x_cond (c, x_binary (c, E_LT, old, v), v, old);
  case LLVMAtomicRMWBinOpMin: return x_cond (c, x_binary (c, E_LT, v, old), v, old);
  case LLVMAtomicRMWBinOpUMax: return x_cond (c, x_binary (c, E_ULT, old, v), v, old);
  case LLVMAtomicRMWBinOpUMin: return x_cond (c, x_binary (c, E_ULT, v, old), v, old);
  default: return NULL;
  }
}

static void
update_cells (struct walker *w, struct path *p, const struct cells *x)
{
  LLVMValueRef v = present (p);
  LLVMTypeRef t = LL (TypeOf) (v);
  if (begins (w, p, x, SYNC_UPDATE, ACCESS_ATOMIC_WRITE))
    return;
  struct pg_expr *old = cells_load (w, p, x, program_bits (t)), *operand = path_scalar (w, p, LL (GetOperand) (v, 1));
  struct pg_expr *now = old && operand ? updated (w, LL (GetAtomicRMWBinOp) (v), old, operand) : NULL;
  if (!old) {
    path_end_here (w, p, 0);
    return;
  }
  if (!now) {
    walk_unsupported (w, p, "this atomic operation");
    return;
  }
  cells_store (w, p, x, now);
  path_result (p, LL (GetTypeKind) (t) == LLVMPointerTypeKind ? value_pointer (w, old) : value_scalar (old));
  walk_on (w, p);
}

/* A failed compare-and-exchange is a load, with a memory order of its own. */
static bool
fails_unordered (LLVMValueRef v)
{
  LLVMAtomicOrdering order = LL (GetCmpXchgFailureOrdering) (v);
  return order != LLVMAtomicOrderingSequentiallyConsistent && order != LLVMAtomicOrderingAcquire;
}

/* Two paths: the exchange succeeds, or the value differs. */
static void
exchange_cells (struct walker *w, struct path *p, const struct cells *x)
{
  struct c_program *c = w->c;
  LLVMValueRef v = present (p);
  LLVMTypeRef t = LL (TypeOf) (LL (GetOperand) (v, 1));
  if (begins (w, p, x, SYNC_UPDATE, ACCESS_ATOMIC_WRITE))
    return;
  struct pg_expr *old = cells_load (w, p, x, program_bits (t)), *wanted = path_scalar (w, p, LL (GetOperand) (v, 1));
  struct pg_expr *now = path_scalar (w, p, LL (GetOperand) (v, 2));
  if (!old || !wanted || !now || LL (GetTypeKind) (t) == LLVMPointerTypeKind) {
    if (!old)
      path_end_here (w, p, 0);
    else
      walk_unsupported (w, p, "a compare-and-exchange of this type");
    return;
  }
  struct pg_expr *same = x_binary (c, E_EQ, old, wanted);
  struct pg_expr *differs = c->config->spurious && LL (GetWeak) (v) ? x_const (c, 1, 1) : x_not (c, same);
  bool is_refused = fails_unordered (v) && race_unordered (w, p, differs);
  struct path *fails = is_refused ? NULL : path_fork (w, p, differs);
  if (fails) {
    path_result (fails, (struct c_value) {.e = old, .second = x_const (c, 1, 0)});
    fails->inst++;
    fails->length++;
  }
  path_assume (w, p, same);
  if (path_impossible (p))
    return;
  cells_store (w, p, x, now);
  path_result (p, (struct c_value) {.e = wanted, .second = x_const (c, 1, 1)});
  walk_on (w, p);
}

static const char weaker[] = "an atomic access weaker than memory_order_seq_cst (--memory-model=sc takes it for one)";

/* Orders weaker than sequential consistency are executed only if the user permits it. */
static bool
is_weak (const struct walker *w, LLVMAtomicOrdering order)
{
  return order != LLVMAtomicOrderingNotAtomic && order != LLVMAtomicOrderingSequentiallyConsistent && !w->c->config->weak_atomics;
}

/* A load must acquire, a store release, a read-modify-write both. */
static bool
orders_nothing (const struct path *p, LLVMAtomicOrdering order)
{
  LLVMOpcode op = p->ctx->f->insts[p->inst].op;
  if (order == LLVMAtomicOrderingNotAtomic || order == LLVMAtomicOrderingSequentiallyConsistent || order == LLVMAtomicOrderingAcquireRelease)
    return false;
  return !(op == LLVMLoad && order == LLVMAtomicOrderingAcquire) && !(op == LLVMStore && order == LLVMAtomicOrderingRelease);
}

static void
access_typed (struct walker *w, struct path *p, LLVMValueRef pointer, LLVMTypeRef t, LLVMAtomicOrdering order, cells_fn *fn)
{
  if (!program_bits (t))
    walk_unsupported (w, p, "a value that is neither an integer nor a pointer");
  else if (orders_nothing (p, order) && race_unordered (w, p, NULL))
    return;
  else if (is_weak (w, order))
    path_fault (w, p, FAULT_RESOURCE, weaker);
  else
    memory_access (w, p, pointer, program_bytes (w->c, t), fn);
}

bool
walk_access (struct walker *w, struct path *p, const struct c_inst *i)
{
  LLVMValueRef v = i->v;
  switch (i->op) {
  case LLVMLoad:
    access_typed (w, p, LL (GetOperand) (v, 0), LL (TypeOf) (v), LL (GetOrdering) (v), load_cells);
    return true;
  case LLVMStore:
    if (!path_scalar (w, p, LL (GetOperand) (v, 0)))
      walk_unsupported (w, p, "the value stored here");
    else
      access_typed (w, p, LL (GetOperand) (v, 1), LL (TypeOf) (LL (GetOperand) (v, 0)), LL (GetOrdering) (v), store_cells);
    return true;
  case LLVMAtomicRMW:
    access_typed (w, p, LL (GetOperand) (v, 0), LL (TypeOf) (v), LL (GetOrdering) (v), update_cells);
    return true;
  case LLVMAtomicCmpXchg:
    if (is_weak (w, LL (GetCmpXchgFailureOrdering) (v)))
      path_fault (w, p, FAULT_RESOURCE, weaker);
    else
      access_typed (w, p, LL (GetOperand) (v, 0), LL (TypeOf) (LL (GetOperand) (v, 1)), LL (GetCmpXchgSuccessOrdering) (v), exchange_cells);
    return true;
  default:
    return false;
  }
}
