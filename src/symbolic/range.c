/* Sets of numbers: an interval, or an explicit list of a few.
 *
 * Numbers of an expression are in two's complement of its width; those of a variable are what its type holds. On lists an
 * operation is computed number by number, by the interval rules for single numbers; where such a rule does not give a
 * single number, the interval is used. */
#include "symbolic/ranges.h"

#include <assert.h>

/* All numbers of that many bits in two's complement. */
struct range
range_whole (unsigned bits)
{
  return (struct range) {.lo = -((range_int) 1 << (bits - 1)), .hi = ((range_int) 1 << (bits - 1)) - 1};
}

struct range
range_one (range_int value)
{
  return (struct range) {.lo = value, .hi = value};
}

struct range
range_of_type (const struct pg_type *t)
{
  return t->is_signed ? range_whole (t->bits) : (struct range) {.hi = ((range_int) 1 << t->bits) - 1};
}

unsigned
range_bits (struct range r, bool *is_signed)
{
  unsigned bits = 0;
  assert (r.lo <= r.hi);
  *is_signed = r.lo < 0;
  if (!*is_signed) {
    while (r.hi >> bits)
      bits++;
    return bits;
  }
  while (r.lo < -((range_int) 1 << bits) || r.hi > ((range_int) 1 << bits) - 1)
    bits++;
  return bits + 1;
}

/* ---- a few numbers ---- */

unsigned
range_values (const struct range *r, range_int *values)
{
  if (r->n) {
    for (unsigned i = 0; i < r->n; i++)
      values[i] = r->value[i];
    return r->n;
  }
  if (r->hi - r->lo >= RANGE_FEW)
    return 0;
  for (range_int v = r->lo; v <= r->hi; v++)
    *values++ = v;
  return (unsigned) (r->hi - r->lo + 1);
}

/* Inserts a number into a sorted set; false: there are too many. */
static bool
insert (struct range *r, range_int value)
{
  unsigned i = 0;
  while (i < r->n && r->value[i] < value)
    i++;
  if (i < r->n && r->value[i] == value)
    return true;
  if (r->n == RANGE_FEW)
    return false;
  for (unsigned k = r->n++; k > i; k--)
    r->value[k] = r->value[k - 1];
  r->value[i] = value;
  return true;
}

/* Recomputes its bounds; a set without gaps becomes an interval. */
static struct range
closed (struct range r)
{
  assert (r.n);
  r.lo = r.value[0];
  r.hi = r.value[r.n - 1];
  if (r.hi - r.lo + 1 == r.n)
    r.n = 0;
  return r;
}

struct range
range_join (struct range a, struct range b)
{
  range_int x[RANGE_FEW], y[RANGE_FEW];
  unsigned n = range_values (&a, x), m = range_values (&b, y);
  struct range both = {.lo = 0}, hull = {.lo = a.lo < b.lo ? a.lo : b.lo, .hi = a.hi > b.hi ? a.hi : b.hi};
  bool few = n && m;
  for (unsigned i = 0; i < n && few; i++)
    few = insert (&both, x[i]);
  for (unsigned i = 0; i < m && few; i++)
    few = insert (&both, y[i]);
  return few ? closed (both) : hull;
}

bool
range_meet (struct range *r, struct range bounds)
{
  range_int x[RANGE_FEW];
  unsigned n = range_values (r, x);
  struct range within = {.lo = r->lo > bounds.lo ? r->lo : bounds.lo, .hi = r->hi < bounds.hi ? r->hi : bounds.hi};
  if (within.lo > within.hi)
    return false;
  struct range few = {.lo = 0};
  for (unsigned i = 0; i < n; i++)
    if (x[i] >= within.lo && x[i] <= within.hi)
      insert (&few, x[i]);
  if (n && !few.n)
    return false;
  *r = n ? closed (few) : within;
  return true;
}

bool
range_same (const struct range *a, const struct range *b)
{
  bool same = a->lo == b->lo && a->hi == b->hi && a->n == b->n;
  for (unsigned i = 0; i < a->n && same; i++)
    same = a->value[i] == b->value[i];
  return same;
}

/* Applies the rule to each number. False: too many results, or the rule gives no single number. */
static bool
one_by_one (struct range a, struct range (*rule) (struct range, unsigned), unsigned bits, struct range *result)
{
  range_int x[RANGE_FEW];
  unsigned n = range_values (&a, x);
  struct range all = {.lo = 0};
  bool few = n;
  for (unsigned i = 0; i < n && few; i++) {
    struct range one = rule (range_one (x[i]), bits);
    few = one.lo == one.hi && insert (&all, one.lo);
  }
  if (few)
    *result = closed (all);
  return few;
}

/* ---- widths ---- */

/* A value that may not fit its width may be anything; a single value is wrapped exactly. */
static struct range
wrap (struct range r, unsigned bits)
{
  struct range all = range_whole (bits);
  if (r.lo >= all.lo && r.hi <= all.hi)
    return r;
  if (r.lo != r.hi)
    return all;
  range_int modulus = (range_int) 1 << bits, low = (r.lo - all.lo) % modulus;
  return range_one ((low < 0 ? low + modulus : low) + all.lo);
}

struct range
range_wrapped (struct range r, unsigned bits)
{
  struct range few;
  return one_by_one (r, wrap, bits, &few) ? few : wrap (r, bits);
}

static struct range
without_sign (struct range r, unsigned bits)
{
  range_int modulus = (range_int) 1 << bits;
  if (r.lo >= 0)
    return r;
  return r.lo == r.hi ? range_one (r.lo + modulus) : (struct range) {.hi = modulus - 1};
}

struct range
range_unsigned (struct range r, unsigned bits)
{
  struct range few;
  return one_by_one (r, without_sign, bits, &few) ? few : without_sign (r, bits);
}

struct range
range_stored (struct range r, const struct pg_type *t)
{
  struct range all = range_of_type (t), w;
  if (r.lo >= all.lo && r.hi <= all.hi)
    return r;
  w = range_wrapped (r, t->bits);
  w = t->is_signed ? w : range_unsigned (w, t->bits);
  return w.lo < all.lo || w.hi > all.hi ? all : w;
}

/* ---- operations ---- */

static struct range
product (struct range a, struct range b)
{
  range_int p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  struct range r = range_one (p[0]);
  for (int i = 1; i < 4; i++) {
    r.lo = p[i] < r.lo ? p[i] : r.lo;
    r.hi = p[i] > r.hi ? p[i] : r.hi;
  }
  return r;
}

struct range
range_towards_zero (struct range a)
{
  return (struct range) {.lo = a.lo < 0 ? a.lo : 0, .hi = a.hi > 0 ? a.hi : 0};
}

static bool
are_single (struct range a, struct range b)
{
  return a.lo == a.hi && b.lo == b.hi;
}

/* `bits`: the expression's width. */
static struct range
of_bits (struct range a, struct range b, enum pg_op op, unsigned bits)
{
  range_int top = 1;
  if (are_single (a, b))
    return range_one (op == E_BITAND ? a.lo & b.lo : op == E_BITOR ? a.lo | b.lo : a.lo ^ b.lo);
  if (op == E_BITAND && (a.lo >= 0 || b.lo >= 0))
    return (struct range) {.hi = a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : a.hi < b.hi ? a.hi : b.hi};
  if (a.lo < 0 || b.lo < 0)
    return range_whole (bits);
  while (top <= a.hi || top <= b.hi)
    top *= 2;
  return (struct range) {.hi = top - 1};
}

static struct range
of_shift (struct range a, struct range by, bool left, unsigned bits)
{
  if (by.lo < 0 || by.hi >= bits || a.lo < 0)
    return left ? range_whole (bits) : range_towards_zero (a);
  if (!left)
    return (struct range) {.lo = a.lo >> (int) by.hi, .hi = a.hi >> (int) by.lo};
  return by.hi + 64 > 126 ? range_whole (bits) : wrap ((struct range) {.lo = a.lo << (int) by.lo, .hi = a.hi << (int) by.hi}, bits);
}

static struct range
of_quotient (struct range a, struct range b, bool rest)
{
  if (!rest)
    return range_towards_zero (b.lo >= 0 ? a : range_join (a, (struct range) {.lo = -a.hi, .hi = -a.lo}));
  range_int most = b.hi > -b.lo ? b.hi : -b.lo;
  return (struct range) {.lo = a.lo < 0 ? -most : 0, .hi = a.hi > 0 ? most : 0};
}

static struct range
of_intervals (enum pg_op op, unsigned bits, struct range a, struct range b)
{
  switch (op) {
  case E_ADD: return wrap ((struct range) {.lo = a.lo + b.lo, .hi = a.hi + b.hi}, bits);
  case E_SUB: return wrap ((struct range) {.lo = a.lo - b.hi, .hi = a.hi - b.lo}, bits);
  case E_MUL: return bits > 62 && (a.lo < INT32_MIN || b.lo < INT32_MIN || a.hi > INT32_MAX || b.hi > INT32_MAX) ? range_whole (bits)
                                                                                                           : wrap (product (a, b), bits);
  case E_DIV: case E_MOD: return wrap (of_quotient (a, b, op == E_MOD), bits);
  case E_UDIV: case E_UMOD: return wrap (of_quotient (without_sign (a, bits), without_sign (b, bits), op == E_UMOD), bits);
  case E_BITAND: case E_BITOR: case E_BITXOR: return of_bits (a, b, op, bits);
  case E_LSHR: return wrap (of_shift (without_sign (a, bits), b, false, bits), bits);
  default: return of_shift (a, b, op == E_SHL, bits);
  }
}

struct range
range_arithmetic (enum pg_op op, unsigned bits, struct range a, struct range b)
{
  range_int x[RANGE_FEW], y[RANGE_FEW];
  unsigned n = range_values (&a, x), m = range_values (&b, y);
  struct range all = {.lo = 0};
  bool few = n && m;
  for (unsigned i = 0; i < n && few; i++)
    for (unsigned k = 0; k < m && few; k++) {
      struct range one = of_intervals (op, bits, range_one (x[i]), range_one (y[k]));
      few = one.lo == one.hi && insert (&all, one.lo);
    }
  return few ? closed (all) : of_intervals (op, bits, a, b);
}
