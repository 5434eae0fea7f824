/* Expressions of any width, and the cells that hold their values. Promela computes with 32 bits, and the nodes of eval.c
 * support only these. An expression in which some width differs is a tree of its own whose values are 64-bit words with the
 * bits above the width 0; a part in which all widths are 32 is an operand of the usual kind. */
#include "vm/machine.h"

static uint64_t
mask (unsigned bits)
{
  assert (bits >= 1 && bits <= 64);
  return bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1;
}

static int64_t
as_signed (uint64_t v, unsigned bits)
{
  assert (bits >= 1 && bits <= 64);
  return (int64_t) (v << (64 - bits)) >> (64 - bits);
}

/* ---- cells ---- */

static unsigned
cell_bytes (const struct pg_type *t)
{
  return t->bits <= 8 ? 1 : t->bits <= 16 ? 2 : t->bits <= 32 ? 4 : 8;
}

int64_t
vm_cell (const struct pg_type *t, const uint8_t *p)
{
  uint64_t v = 0;
  memcpy (&v, p, cell_bytes (t));
  return t->is_signed ? as_signed (v, t->bits) : (int64_t) v;
}

void
vm_set_cell (const struct pg_type *t, uint8_t *p, uint64_t v)
{
  v &= mask (t->bits);
  memcpy (p, &v, cell_bytes (t));
}

/* ---- compilation ---- */

static const struct pg_var *
place_var (const struct code *code, const struct pg_place *p, const struct pg_proc *proc)
{
  return p->region == REGION_GLOBAL ? &code->pg->vars[p->var] : &proc->vars[p->var];
}

/* Whether some width in the expression is not 32, or it needs an operator that only wide ones have. */
bool
code_is_wide (const struct code *code, const struct pg_expr *e, const struct pg_proc *proc)
{
  if (pg_bits (e) != 32 || (e->op >= E_UDIV && e->op <= E_INPUT))
    return true;
  if (e->op == E_LOAD && vm_type_is_wide (&place_var (code, e->place, proc)->type))
    return true;
  if (e->op > E_COND)
    return false;
  for (int i = 0; i < 3; i++)
    if (e->kid[i] && code_is_wide (code, e->kid[i], proc))
      return true;
  return false;
}

static uint32_t
compile (struct code *code, const struct pg_expr *e, const struct pg_proc *proc)
{
  struct wide w = {.op = (uint8_t) e->op, .bits = (uint8_t) pg_bits (e), .source = e};
  assert (e->op != E_INPUT);      /* pg_expand_inputs has replaced them by constants */
  if (e->op == E_CONST)
    w.value = (uint64_t) e->value & mask (w.bits);
  else if (e->op == E_LOAD)
    w.place = code_compile_place (code, e->place, proc, proc);
  else if (e->op > E_COND && e->op < E_UDIV) {
    w.op = E_RUN;
    w.narrow = code_compile_expr (code, e, proc);
  } else
    for (int i = 0; i < 3; i++)
      if (e->kid[i])
        w.kid[i] = compile (code, e->kid[i], proc);
  w.from = (uint8_t) (e->kid[0] ? pg_bits (e->kid[0]) : w.bits);
  VEC_PUSH (code->wides, w);
  return (uint32_t) code->wides.count - 1;
}

struct operand
code_compile_wide (struct code *code, const struct pg_expr *e, const struct pg_proc *proc)
{
  return (struct operand) {OPD_CONST, (int32_t) compile (code, e, proc)};
}

/* ---- evaluation ---- */

static uint64_t
load (struct vm *vm, const struct wide *w)
{
  const struct target *t = w->place;
  uint32_t at = t->nindex ? vm_address (vm, t) : (uint32_t) t->offset;
  return (uint64_t) vm_cell (&t->var->type, (t->var->region == REGION_FRAME ? vm->frame : vm->mem) + at);
}

static uint64_t
quotient (struct vm *vm, const struct wide *w, uint64_t x, uint64_t y)
{
  if (!y) {
    vm_fault (vm, FAULT_DIVISION, false, w->source->pos, "division by zero");
    return 0;
  }
  if (w->op == E_UDIV || w->op == E_UMOD)
    return w->op == E_UDIV ? x / y : x % y;
  int64_t a = as_signed (x, w->bits), b = as_signed (y, w->bits);
  if (b == -1)
    return w->op == E_DIV ? -(uint64_t) a : 0;
  return (uint64_t) (w->op == E_DIV ? a / b : a % b);
}

static uint64_t
shifted (const struct wide *w, uint64_t x, uint64_t y)
{
  unsigned by = (unsigned) (y % w->bits);
  if (w->op == E_SHL)
    return x << by;
  return w->op == E_LSHR ? x >> by : (uint64_t) (as_signed (x, w->bits) >> by);
}

static bool
compared (const struct wide *w, uint64_t x, uint64_t y)
{
  int64_t a = as_signed (x, w->from), b = as_signed (y, w->from);
  switch (w->op) {
  case E_LT: return a < b;
  case E_LE: return a <= b;
  case E_GT: return a > b;
  case E_GE: return a >= b;
  case E_EQ: return x == y;
  case E_NE: return x != y;
  case E_ULT: return x < y;
  default: assert (w->op == E_ULE); return x <= y;
  }
}

static uint64_t
binary (struct vm *vm, const struct wide *w)
{
  uint64_t x = vm_wide (vm, w->kid[0]), y = vm_wide (vm, w->kid[1]);
  switch (w->op) {
  case E_ADD: return x + y;
  case E_SUB: return x - y;
  case E_MUL: return x * y;
  case E_BITAND: return x & y;
  case E_BITOR: return x | y;
  case E_BITXOR: return x ^ y;
  case E_DIV: case E_MOD: case E_UDIV: case E_UMOD: return quotient (vm, w, x, y);
  case E_SHL: case E_SHR: case E_LSHR: return shifted (w, x, y);
  default: return compared (w, x, y);
  }
}

uint64_t
vm_wide (struct vm *vm, uint32_t index)
{
  assert (index < vm->code->wides.count);
  const struct wide *w = &vm->code->wides.data[index];
  uint64_t v;
#define A vm_wide (vm, w->kid[0])
  switch (w->op) {
  case E_CONST: return w->value;
  case E_LOAD: v = load (vm, w); break;
  case E_RUN: v = (uint64_t) (int64_t) vm_value (vm, w->narrow); break;
  case E_NEG: v = -A; break;
  case E_COMPL: v = ~A; break;
  case E_NOT: return !A;
  case E_AND: return A && vm_wide (vm, w->kid[1]);
  case E_OR: return A || vm_wide (vm, w->kid[1]);
  case E_COND: return vm_wide (vm, w->kid[A ? 1 : 2]);
  case E_ZEXT: return A;
  case E_TRUNC: v = A; break;
  case E_SEXT: v = (uint64_t) as_signed (A, w->from); break;
  default: v = binary (vm, w); break;
  }
#undef A
  return v & mask (w->bits);
}

int32_t
vm_wide_value (struct vm *vm, uint32_t index)
{
  const struct wide *w = &vm->code->wides.data[index];
  uint64_t v = vm_wide (vm, index);
  if (w->bits > 32)               /* it is tested against 0, or used as an index: both must not lose bits */
    return v > INT32_MAX ? INT32_MAX : (int32_t) v;
  return (int32_t) (uint32_t) v;
}

/* Assigns a value; one narrower than its cell is extended with its sign, as in Promela. */
void
vm_assign_wide (struct vm *vm, const struct action *a)
{
  const struct target *t = a->place;
  const struct wide *w = &vm->code->wides.data[a->value.value];
  uint64_t v = vm_wide (vm, (uint32_t) a->value.value);
  if (w->bits < t->var->type.bits)
    v = (uint64_t) as_signed (v, w->bits);
  uint32_t at = t->nindex ? vm_address (vm, t) : (uint32_t) t->offset;
  if (!vm_failed (vm))
    vm_set_cell (&t->var->type, (t->var->region == REGION_FRAME ? vm->frame : vm->mem) + at, v);
}
