/* Expressions, simplified on construction. See expr.h. */
#include "front/c/expr.h"

static struct pg_expr *
make (struct c_program *c, enum pg_op op, unsigned bits, struct pg_expr *a, struct pg_expr *b, struct pg_expr *d)
{
  assert (bits >= 1 && bits <= 64);
  struct pg_expr *e = ARENA_NEW (c->arena, struct pg_expr);
  *e = (struct pg_expr) {.op = op, .bits = (uint8_t) bits, .kid = {a, b, d}};
  return e;
}

struct pg_expr *
x_const (struct c_program *c, unsigned bits, uint64_t v)
{
  struct pg_expr *e = make (c, E_CONST, bits, NULL, NULL, NULL);
  e->value = (int64_t) v;
  e->value = (int64_t) x_value (e);
  return e;
}

struct pg_expr *
x_load (struct c_program *c, struct pg_place *p, unsigned bits)
{
  struct pg_expr *e = make (c, E_LOAD, bits, NULL, NULL, NULL);
  e->place = p;
  return e;
}

struct pg_expr *
x_input (struct c_program *c, unsigned bits, uint32_t number)
{
  struct pg_expr *e = make (c, E_INPUT, bits, NULL, NULL, NULL);
  e->value = number;
  return e;
}

struct pg_place *
x_place (struct c_program *c, enum pg_region region, uint32_t var)
{
  struct pg_place *p = ARENA_NEW (c->arena, struct pg_place);
  *p = (struct pg_place) {.var = var, .region = region, .inside = true};
  return p;
}

uint32_t
x_size (const struct pg_expr *e)
{
  uint32_t n = 1;
  for (int i = 0; e && i < 3; i++)
    if (e->kid[i])
      n += x_size (e->kid[i]);
  for (uint8_t i = 0; e && e->place && i < e->place->nindex; i++)
    n += x_size (e->place->index[i]);
  return n;
}

/* ---- constants ---- */

static int64_t
as_signed (uint64_t v, unsigned bits)
{
  assert (bits >= 1 && bits <= 64);
  return (int64_t) (v << (64 - bits)) >> (64 - bits);
}

static bool
fold (enum pg_op op, unsigned bits, uint64_t x, uint64_t y, uint64_t *out)
{
  int64_t a = as_signed (x, bits), b = as_signed (y, bits);
  switch (op) {
  case E_ADD: *out = x + y; return true;
  case E_SUB: *out = x - y; return true;
  case E_MUL: *out = x * y; return true;
  case E_UDIV: *out = y ? x / y : 0; return y;
  case E_UMOD: *out = y ? x % y : 0; return y;
  case E_BITAND: *out = x & y; return true;
  case E_BITOR: *out = x | y; return true;
  case E_BITXOR: *out = x ^ y; return true;
  case E_SHL: *out = x << y % bits; return true;
  case E_LSHR: *out = x >> y % bits; return true;
  case E_SHR: *out = (uint64_t) (a >> y % bits); return true;
  case E_LT: *out = a < b; return true;
  case E_LE: *out = a <= b; return true;
  case E_GT: *out = a > b; return true;
  case E_GE: *out = a >= b; return true;
  case E_EQ: *out = x == y; return true;
  case E_NE: *out = x != y; return true;
  case E_ULT: *out = x < y; return true;
  case E_ULE: *out = x <= y; return true;
  default: return false;
  }
}

/* x op constant where the constant is neutral or absorbing. */
static struct pg_expr *
identity (struct c_program *c, enum pg_op op, struct pg_expr *a, struct pg_expr *b)
{
  unsigned bits = pg_bits (a);
  if (x_is (b, 0) && (op == E_ADD || op == E_SUB || op == E_BITOR || op == E_BITXOR || op == E_SHL || op == E_LSHR || op == E_SHR))
    return a;
  if (x_is (a, 0) && (op == E_ADD || op == E_BITOR || op == E_BITXOR))
    return b;
  if (x_is (b, 1) && (op == E_MUL || op == E_DIV || op == E_UDIV))
    return a;
  if ((x_is (b, 0) || x_is (a, 0)) && (op == E_MUL || op == E_BITAND))
    return x_const (c, bits, 0);
  if (bits == 1 && x_is (b, 1) && op == E_BITXOR)
    return x_not (c, a);          /* `!x` as compilers generate it */
  if (bits == 1 && x_is_const (b) && (op == E_NE || op == E_EQ))
    return (op == E_NE) == x_is (b, 0) ? a : x_not (c, a);
  if ((op == E_NE || op == E_EQ) && a->op == E_ZEXT && x_is_const (b) && x_value (b) == (x_value (b) & ((1ull << pg_bits (a->kid[0])) - 1)))
    return x_binary (c, op, a->kid[0], x_const (c, pg_bits (a->kid[0]), x_value (b)));
  if (op == E_ADD && x_is_const (b) && a->op == E_ADD && x_is_const (a->kid[1]))
    return x_binary (c, E_ADD, a->kid[0], x_const (c, bits, x_value (a->kid[1]) + x_value (b)));
  return NULL;
}

struct pg_expr *
x_binary (struct c_program *c, enum pg_op op, struct pg_expr *a, struct pg_expr *b)
{
  unsigned bits = pg_bits (a), to = pg_compares (op) ? 1 : bits;
  uint64_t v;
  assert (pg_bits (b) == bits);
  if (x_is_const (a) && x_is_const (b) && fold (op, bits, x_value (a), x_value (b), &v))
    return x_const (c, to, v);
  if (x_is_const (a) && !x_is_const (b) && (op == E_ADD || op == E_MUL || op == E_EQ || op == E_NE || op == E_BITAND || op == E_BITOR))
    return x_binary (c, op, b, a);
  struct pg_expr *same = identity (c, op, a, b);
  if (same)
    return same;
  if ((op == E_EQ || op == E_NE || op == E_ULT || op == E_LT) && pg_expr_same (a, b))
    return x_const (c, 1, op == E_EQ);
  return make (c, op, to, a, b, NULL);
}

/* ---- tests ---- */

static enum pg_op
opposite (enum pg_op op)
{
  switch (op) {
  case E_EQ: return E_NE;
  case E_NE: return E_EQ;
  case E_LT: return E_GE;
  case E_GE: return E_LT;
  case E_GT: return E_LE;
  case E_LE: return E_GT;
  default: return E_CONST;
  }
}

struct pg_expr *
x_not (struct c_program *c, struct pg_expr *a)
{
  if (x_is_const (a))
    return x_const (c, 1, !x_value (a));
  if (a->op == E_NOT && pg_bits (a->kid[0]) == 1)
    return a->kid[0];
  if (opposite (a->op) != E_CONST)
    return make (c, opposite (a->op), 1, a->kid[0], a->kid[1], NULL);
  return make (c, E_NOT, 1, a, NULL, NULL);
}

struct pg_expr *
x_and (struct c_program *c, struct pg_expr *a, struct pg_expr *b)
{
  assert ((!a || pg_bits (a) == 1) && (!b || pg_bits (b) == 1));
  if (!a || (x_is_const (a) && x_value (a)))
    return b;
  if (!b || (x_is_const (b) && x_value (b)) || x_is (a, 0))
    return a;
  return make (c, E_AND, 1, a, b, NULL);
}

struct pg_expr *
x_or (struct c_program *c, struct pg_expr *a, struct pg_expr *b)
{
  assert (pg_bits (a) == 1 && pg_bits (b) == 1);
  if (x_is (a, 0) || (x_is_const (b) && x_value (b) && !x_is_const (a)))
    return b;
  if (x_is_const (a) || x_is (b, 0))
    return a;
  return make (c, E_OR, 1, a, b, NULL);
}

struct pg_expr *
x_cond (struct c_program *c, struct pg_expr *test, struct pg_expr *a, struct pg_expr *b)
{
  assert (pg_bits (a) == pg_bits (b));
  if (x_is_const (test))
    return x_value (test) ? a : b;
  if (pg_expr_same (a, b))
    return a;
  if (pg_bits (a) == 1 && x_is (a, 1) && x_is (b, 0) && pg_bits (test) == 1)
    return test;
  return make (c, E_COND, pg_bits (a), test, a, b);
}

/* ---- widths ---- */

struct pg_expr *
x_zext (struct c_program *c, struct pg_expr *a, unsigned bits)
{
  unsigned from = pg_bits (a);
  if (bits == from)
    return a;
  if (x_is_const (a))
    return x_const (c, bits, x_value (a));
  if (bits < from) {
    if ((a->op == E_ZEXT || a->op == E_SEXT) && pg_bits (a->kid[0]) >= bits)
      return x_zext (c, a->kid[0], bits);
    if (a->op == E_ZEXT)
      return x_zext (c, a->kid[0], bits);
    return make (c, E_TRUNC, bits, a, NULL, NULL);
  }
  if (a->op == E_ZEXT)
    return x_zext (c, a->kid[0], bits);
  return make (c, E_ZEXT, bits, a, NULL, NULL);
}

struct pg_expr *
x_sext (struct c_program *c, struct pg_expr *a, unsigned bits)
{
  unsigned from = pg_bits (a);
  if (bits <= from)
    return x_zext (c, a, bits);
  if (x_is_const (a))
    return x_const (c, bits, (uint64_t) as_signed (x_value (a), from));
  if (a->op == E_ZEXT)
    return x_zext (c, a->kid[0], bits);
  return make (c, E_SEXT, bits, a, NULL, NULL);
}

static unsigned
most (unsigned a, unsigned b)
{
  return a > b ? a : b;
}

unsigned
x_signed_width (const struct pg_expr *e)
{
  unsigned bits = pg_bits (e), width = bits;
  int64_t v = x_is_const (e) ? as_signed (x_value (e), bits) : 0;
  switch (e->op) {
  case E_CONST:
    for (width = 1; width < bits && as_signed ((uint64_t) v, width) != v;)
      width++;
    break;
  case E_SEXT: width = x_signed_width (e->kid[0]); break;
  case E_ZEXT: width = pg_bits (e->kid[0]) + 1; break;
  case E_ADD: case E_SUB: width = most (x_signed_width (e->kid[0]), x_signed_width (e->kid[1])) + 1; break;
  case E_MUL: width = x_signed_width (e->kid[0]) + x_signed_width (e->kid[1]); break;
  case E_COND: width = most (x_signed_width (e->kid[1]), x_signed_width (e->kid[2])); break;
  default: break;
  }
  return width < bits ? width : bits;
}

/* ---- offsets ---- */

bool
x_residue (const struct pg_expr *e, uint64_t m, uint64_t *r)
{
  uint64_t a, b;
  if (m == 1)
    return *r = 0, true;
  if ((m & (m - 1)) && e->op != E_CONST)      /* wrapping at 2^64 preserves residues only for powers of two */
    return false;
  switch (e->op) {
  case E_CONST:
    *r = x_value (e) % m;
    return true;
  case E_ADD:
    if (!x_residue (e->kid[0], m, &a) || !x_residue (e->kid[1], m, &b))
      return false;
    *r = (a + b) % m;
    return true;
  case E_MUL:
    if (!x_is_const (e->kid[1]) || x_value (e->kid[1]) % m)
      return false;
    *r = 0;
    return true;
  default:
    return false;
  }
}

/* e / m where every subexpression is known to be divisible by m. A value that wraps around is outside of every object,
 * before and after the division. */
static struct pg_expr *
exact_quotient (struct c_program *c, struct pg_expr *e, uint64_t m)
{
  unsigned bits = pg_bits (e);
  if (x_is_const (e)) {
    int64_t v = as_signed (x_value (e), bits);
    return v % (int64_t) m ? NULL : x_const (c, bits, (uint64_t) (v / (int64_t) m));
  }
  if (e->op == E_MUL && x_is_const (e->kid[1]) && x_value (e->kid[1]) % m == 0)
    return x_binary (c, E_MUL, e->kid[0], x_const (c, bits, x_value (e->kid[1]) / m));
  if (e->op != E_ADD)
    return NULL;
  struct pg_expr *a = exact_quotient (c, e->kid[0], m), *b = a ? exact_quotient (c, e->kid[1], m) : NULL;
  return b ? x_binary (c, E_ADD, a, b) : NULL;
}

struct pg_expr *
x_quotient (struct c_program *c, struct pg_expr *e, uint64_t m)
{
  assert (m);
  struct pg_expr *exact = m == 1 ? e : exact_quotient (c, e, m);
  return exact ? exact : x_binary (c, E_UDIV, e, x_const (c, pg_bits (e), m));
}
