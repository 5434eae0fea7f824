/* Values of instructions without side effects. */
#include "front/c/walk.h"

static enum pg_op
operator_of (LLVMOpcode op)
{
  switch (op) {
  case LLVMAdd: return E_ADD;
  case LLVMSub: return E_SUB;
  case LLVMMul: return E_MUL;
  case LLVMUDiv: return E_UDIV;
  case LLVMSDiv: return E_DIV;
  case LLVMURem: return E_UMOD;
  case LLVMSRem: return E_MOD;
  case LLVMShl: return E_SHL;
  case LLVMLShr: return E_LSHR;
  case LLVMAShr: return E_SHR;
  case LLVMAnd: return E_BITAND;
  case LLVMOr: return E_BITOR;
  case LLVMXor: return E_BITXOR;
  default: return E_CONST;
  }
}

static void
check_operands (struct walker *w, struct path *p, enum pg_op op, struct pg_expr *a, struct pg_expr *b)
{
  struct c_program *c = w->c;
  unsigned bits = pg_bits (a);
  struct pg_expr *wrong = NULL;
  const char *text = "division by zero";
  if (op == E_DIV || op == E_MOD || op == E_UDIV || op == E_UMOD)
    wrong = x_binary (c, E_EQ, b, x_const (c, bits, 0));
  if (op == E_SHL || op == E_SHR || op == E_LSHR) {
    wrong = x_binary (c, E_ULE, x_const (c, bits, bits), b);
    text = "shift by as many bits as the value has, or more";
  }
  if (!wrong)
    return;
  path_fault_if (w, p, wrong, FAULT_CRASH, text);
  path_assume (w, p, x_not (c, wrong));
  if (op != E_DIV && op != E_MOD)
    return;
  wrong = x_and (c, x_binary (c, E_EQ, b, x_const (c, bits, -1)), x_binary (c, E_EQ, a, x_const (c, bits, (uint64_t) 1 << (bits - 1))));
  path_fault_if (w, p, wrong, FAULT_CRASH, "division of the least value by -1");
  path_assume (w, p, x_not (c, wrong));
}

static struct pg_expr *
compared (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct c_program *c = w->c;
  LLVMValueRef l = LL (GetOperand) (v, 0), r = LL (GetOperand) (v, 1);
  LLVMIntPredicate how = LL (GetICmpPredicate) (v);
  struct c_value a = path_value (w, p, l), b = path_value (w, p, r);
  if (!a.e || !b.e)
    return NULL;
  bool known = a.second && b.second && (a.whole || x_is_const (a.e)) && (b.whole || x_is_const (b.e));
  if (a.second && b.second && !known && (how == LLVMIntEQ || how == LLVMIntNE)) {
    struct pg_expr *same = x_and (c, x_binary (c, E_EQ, a.e, b.e), x_binary (c, E_EQ, a.second, b.second));
    return how == LLVMIntEQ ? same : x_not (c, same);
  }
  if (how != LLVMIntEQ && how != LLVMIntNE)
    address_ordered (w, p, v, a, b);
  struct pg_expr *x = a.second ? value_whole (w, p, a) : a.e, *y = b.second ? value_whole (w, p, b) : b.e;
  switch (how) {
  case LLVMIntEQ: return x_binary (c, E_EQ, x, y);
  case LLVMIntNE: return x_binary (c, E_NE, x, y);
  case LLVMIntUGT: return x_binary (c, E_ULT, y, x);
  case LLVMIntUGE: return x_binary (c, E_ULE, y, x);
  case LLVMIntULT: return x_binary (c, E_ULT, x, y);
  case LLVMIntULE: return x_binary (c, E_ULE, x, y);
  case LLVMIntSGT: return x_binary (c, E_GT, x, y);
  case LLVMIntSGE: return x_binary (c, E_GE, x, y);
  case LLVMIntSLT: return x_binary (c, E_LT, x, y);
  default: return x_binary (c, E_LE, x, y);
  }
}

static struct c_value
element_address (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct c_program *c = w->c;
  struct c_value a = path_value (w, p, LL (GetOperand) (v, 0));
  LLVMTypeRef t = LL (GetElementType) (LL (TypeOf) (LL (GetOperand) (v, 0)));
  if (!a.e || !a.second)
    return (struct c_value) {0};
  struct pg_expr *offset = a.second;
  for (int i = 1; i < LL (GetNumOperands) (v); i++) {
    LLVMValueRef k = LL (GetOperand) (v, (unsigned) i);
    if (i > 1 && LL (GetTypeKind) (t) == LLVMStructTypeKind) {
      unsigned n = (unsigned) LL (ConstIntGetZExtValue) (k);
      offset = x_binary (c, E_ADD, offset, x_const (c, 64, LL (OffsetOfElement) (c->layout, t, n)));
      t = LL (StructGetTypeAtIndex) (t, n);
      continue;
    }
    if (i > 1)
      t = LL (GetElementType) (t);
    struct pg_expr *x = path_scalar (w, p, k);
    if (!x)
      return (struct c_value) {0};
    uint64_t bytes = LL (ABISizeOfType) (c->layout, t);
    offset = x_binary (c, E_ADD, offset, x_binary (c, E_MUL, x_sext (c, x, 64), x_const (c, 64, bytes)));
  }
  return (struct c_value) {.e = a.e, .second = offset, .whole = pg_expr_same (offset, a.second) ? a.whole : NULL};
}

static struct c_value
selected (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct pg_expr *test = path_scalar (w, p, LL (GetOperand) (v, 0));
  struct c_value a = path_value (w, p, LL (GetOperand) (v, 1)), b = path_value (w, p, LL (GetOperand) (v, 2));
  if (!test || !a.e || !b.e)
    return (struct c_value) {0};
  struct c_value out = {.e = x_cond (w->c, test, a.e, b.e)};
  if (a.second)
    out.second = x_cond (w->c, test, a.second, b.second);
  return out;
}

/* The value of an instruction without side effects; empty: not supported. */
struct c_value
walk_computed (struct walker *w, struct path *p, const struct c_inst *i)
{
  struct c_program *c = w->c;
  uint32_t bits = program_bits (LL (TypeOf) (i->v));
  struct pg_expr *a, *b;
  switch (i->op) {
  case LLVMICmp:
    return value_scalar (compared (w, p, i->v));
  case LLVMGetElementPtr:
    return element_address (w, p, i->v);
  case LLVMSelect:
    return selected (w, p, i->v);
  case LLVMBitCast: case LLVMFreeze:
    return bits ? path_value (w, p, LL (GetOperand) (i->v, 0)) : (struct c_value) {0};
  case LLVMZExt: case LLVMTrunc: case LLVMPtrToInt:
    a = path_scalar (w, p, LL (GetOperand) (i->v, 0));
    if (a && bits && bits < pg_bits (a))
      address_looked_at (w, p, LL (GetOperand) (i->v, 0), a);
    return value_scalar (a && bits ? x_zext (c, a, bits) : NULL);
  case LLVMSExt:
    a = path_scalar (w, p, LL (GetOperand) (i->v, 0));
    return value_scalar (a && bits ? x_sext (c, a, bits) : NULL);
  case LLVMIntToPtr:
    a = path_scalar (w, p, LL (GetOperand) (i->v, 0));
    return a ? value_of_number (w, p, LL (GetOperand) (i->v, 0), a) : (struct c_value) {0};
  case LLVMExtractValue: {
    struct c_value pair = path_value (w, p, LL (GetOperand) (i->v, 0));
    return pair.e && LL (GetNumIndices) (i->v) == 1 ? value_scalar (LL (GetIndices) (i->v)[0] ? pair.second : pair.e) : (struct c_value) {0};
  }
  default:
    if (operator_of (i->op) == E_CONST || !bits)
      return (struct c_value) {0};
    a = path_scalar (w, p, LL (GetOperand) (i->v, 0));
    b = path_scalar (w, p, LL (GetOperand) (i->v, 1));
    if (!a || !b)
      return (struct c_value) {0};
    check_operands (w, p, operator_of (i->op), a, b);
    address_computed (w, p, i, a, b);
    return value_scalar (x_binary (c, operator_of (i->op), a, b));
  }
}
