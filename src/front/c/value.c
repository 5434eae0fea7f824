/* Pointers as values: object and offset, one number of 64 bits; integers as pointers (parts.h). */
#include "front/c/path.h"

struct c_value
value_scalar (struct pg_expr *e)
{
  return (struct c_value) {.e = e};
}

struct c_value
value_address (struct walker *w, uint32_t object, uint64_t offset)
{
  assert (object < w->c->objects.count);
  return (struct c_value) {.e = x_const (w->c, OBJECT_BITS, object), .second = x_const (w->c, 64, offset)};
}

/* Offsets are signed: an address belongs to the object with the nearest start. */
static const uint64_t half = (uint64_t) 1 << (OFFSET_BITS - 1);

struct c_value
value_pointer (struct walker *w, struct pg_expr *whole)
{
  struct c_program *c = w->c;
  assert (pg_bits (whole) == POINTER_BITS);
  struct pg_expr *object = x_binary (c, E_LSHR, x_binary (c, E_ADD, whole, x_const (c, 64, half)), x_const (c, 64, OFFSET_BITS));
  return (struct c_value) {.e = x_zext (c, object, OBJECT_BITS), .second = x_sext (c, x_zext (c, whole, OFFSET_BITS), 64), .whole = whole};
}

struct pg_expr *
value_is_far (struct walker *w, struct pg_expr *e)
{
  return x_binary (w->c, E_ULE, x_const (w->c, 64, 2 * half), x_binary (w->c, E_ADD, e, x_const (w->c, 64, half)));
}

struct pg_expr *
value_whole (struct walker *w, struct path *p, struct c_value v)
{
  struct c_program *c = w->c;
  if (v.whole)
    return v.whole;
  assert (pg_bits (v.e) == OBJECT_BITS && pg_bits (v.second) == 64);
  if (x_signed_width (v.second) > OFFSET_BITS) {
    struct pg_expr *far = value_is_far (w, v.second);
    path_fault_if (w, p, far, FAULT_RESOURCE, "an address too far from its object: not translated");
    path_assume (w, p, x_not (c, far));
  }
  return x_binary (c, E_ADD, x_binary (c, E_SHL, x_zext (c, v.e, POINTER_BITS), x_const (c, POINTER_BITS, OFFSET_BITS)), v.second);
}

/* Converts a number to a pointer. A number in the range of objects' addresses is not supported, unless it may be computed
 * from an address. */
struct c_value
value_of_number (struct walker *w, struct path *p, LLVMValueRef number, struct pg_expr *e)
{
  struct c_value v = value_pointer (w, x_zext (w->c, e, POINTER_BITS));
  if (x_signed_width (v.whole) <= OFFSET_BITS || program_may_be_address (w->c, p->ctx->f, number))
    return v;
  struct pg_expr *no_object = x_binary (w->c, E_SUB, v.e, x_const (w->c, OBJECT_BITS, 1));
  struct pg_expr *taken = x_binary (w->c, E_ULT, no_object, x_const (w->c, OBJECT_BITS, w->c->objects.count - 1));
  path_fault_if (w, p, taken, FAULT_RESOURCE, "a large number used as a pointer: not translated");
  path_assume (w, p, x_not (w->c, taken));
  return v;
}
