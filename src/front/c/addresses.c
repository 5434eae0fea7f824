/* Addresses as numbers.
 *
 * Where an object lies is not part of the model: a number that is an address may be stored, compared for equality, moved by
 * an offset and converted back to a pointer, and addresses in one object may be subtracted and ordered. Other uses (a
 * remainder, upper bits, ordering of addresses in different objects) are rejected with a message. The lowest bits, below
 * the alignment of all objects that it may point to, are known. */
#include "front/c/walk.h"

static void
refuse_if (struct walker *w, struct path *p, struct pg_expr *cond, const char *text)
{
  path_fault_if (w, p, cond, FAULT_RESOURCE, text);
  path_assume (w, p, x_not (w->c, cond));
}

/* Refuses a number that is an address and whose value matters. */
void
address_looked_at (struct walker *w, struct path *p, LLVMValueRef v, struct pg_expr *e)
{
  if (pg_bits (e) == POINTER_BITS && x_signed_width (e) > OFFSET_BITS && program_may_be_address (w->c, p->ctx->f, v))
    refuse_if (w, p, value_is_far (w, e), "an address as a number: where objects lie is not known");
}

/* Whether the operation uses only bits below the alignment, which do not depend on where objects lie. */
static bool
is_below_alignment (struct walker *w, struct path *p, LLVMOpcode op, LLVMValueRef v, struct pg_expr *k)
{
  uint64_t align = program_alignment (w->c, p->ctx->f, v), n = x_is_const (k) ? x_value (k) : 0;
  if (op == LLVMURem)
    return n && n <= align && !(n & (n - 1));
  return x_is_const (k) && (op == LLVMAnd || op == LLVMOr || op == LLVMXor) && (n < align || ~n < align);
}

static bool
is_cast (LLVMValueRef v)
{
  return LL (IsAInstruction) (v) ? LL (GetInstructionOpcode) (v) == LLVMPtrToInt
                                 : LL (IsAConstantExpr) (v) && LL (GetConstOpcode) (v) == LLVMPtrToInt;
}

void
address_computed (struct walker *w, struct path *p, const struct c_inst *i, struct pg_expr *a, struct pg_expr *b)
{
  LLVMValueRef x = LL (GetOperand) (i->v, 0), y = LL (GetOperand) (i->v, 1);
  if (i->op == LLVMSub && is_cast (x) && is_cast (y) && pg_bits (a) == POINTER_BITS)
    refuse_if (w, p, value_is_far (w, x_binary (w->c, E_SUB, a, b)), "the difference of addresses in different objects");
  if (i->op == LLVMAdd || i->op == LLVMSub || is_below_alignment (w, p, i->op, x, b))
    return;
  address_looked_at (w, p, x, a);
  address_looked_at (w, p, y, b);
}

void
address_ordered (struct walker *w, struct path *p, LLVMValueRef comparison, struct c_value a, struct c_value b)
{
  if (a.second && b.second)
    refuse_if (w, p, x_binary (w->c, E_NE, a.e, b.e), "which of two objects lies above the other is not known");
  else if (!a.second && !b.second) {
    address_looked_at (w, p, LL (GetOperand) (comparison, 0), a.e);
    address_looked_at (w, p, LL (GetOperand) (comparison, 1), b.e);
  }
}
