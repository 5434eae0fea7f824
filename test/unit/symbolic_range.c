/* Sets of numbers against the numbers themselves: whatever two numbers of two sets give is in the set that the operation gives, and so for
 * widths, types, joins and meets; few numbers are not mixed up with others. */
#include "check.h"
#include "symbolic/ranges.h"

static uint64_t seed = 7;

static uint64_t
chance (uint64_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}

static bool
has (const struct range *r, range_int v)
{
  bool in = v >= r->lo && v <= r->hi && !r->n;
  for (unsigned i = 0; i < r->n; i++)
    in |= r->value[i] == v;
  return in;
}

/* Numbers of so many bits, some of them near the ends. */
static range_int
some_number (unsigned bits)
{
  struct range all = range_whole (bits);
  switch (chance (4)) {
  case 0: return all.lo + (range_int) chance (3);
  case 1: return all.hi - (range_int) chance (3);
  default: return (range_int) chance (9) - 4 < all.lo ? 0 : (range_int) chance (7) - 3 < all.lo ? all.lo : (range_int) chance (bits > 3 ? 7 : 1);
  }
}

/* An interval, or a few numbers of which `members` are known. */
static struct range
some_range (unsigned bits, range_int *members, unsigned *count)
{
  struct range r;
  if (chance (2)) {
    range_int a = some_number (bits), b = some_number (bits);
    r = (struct range) {.lo = a < b ? a : b, .hi = a < b ? b : a};
    members[0] = a;
    members[1] = b;
    members[2] = r.lo + (range_int) chance ((uint64_t) (r.hi - r.lo) | 1) % (r.hi - r.lo + 1);
    *count = 3;
    return r;
  }
  *count = 1 + (unsigned) chance (4);
  for (unsigned i = 0; i < *count; i++) {
    members[i] = some_number (bits);
    r = i ? range_join (r, range_one (members[i])) : range_one (members[i]);
  }
  return r;
}

static range_int
wrap (range_int v, unsigned bits)
{
  uint64_t low = bits == 64 ? (uint64_t) v : (uint64_t) v & (((uint64_t) 1 << bits) - 1);
  return low >> (bits - 1) & 1 ? (range_int) low - ((range_int) 1 << bits) : (range_int) low;
}

static range_int
without_sign (range_int v, unsigned bits)
{
  return v < 0 ? v + ((range_int) 1 << bits) : v;
}

/* As graph.h says; division by zero fails, so it gives nothing. */
static bool
compute (enum pg_op op, range_int a, range_int b, unsigned bits, range_int *result)
{
  range_int ua = without_sign (a, bits), ub = without_sign (b, bits);
  unsigned by = (unsigned) (ub % bits);
  if (!b && (op == E_DIV || op == E_MOD || op == E_UDIV || op == E_UMOD))
    return false;
  switch (op) {
  case E_ADD: *result = a + b; break;
  case E_SUB: *result = a - b; break;
  case E_MUL: *result = (range_int) (int64_t) ((uint64_t) a * (uint64_t) b); break;
  case E_DIV: *result = a / b; break;
  case E_MOD: *result = a % b; break;
  case E_UDIV: *result = ua / ub; break;
  case E_UMOD: *result = ua % ub; break;
  case E_BITAND: *result = a & b; break;
  case E_BITOR: *result = a | b; break;
  case E_BITXOR: *result = a ^ b; break;
  case E_SHL: *result = (range_int) (int64_t) ((uint64_t) a << by); break;
  case E_SHR: *result = a >> by; break;
  default: *result = ua >> by; break;
  }
  *result = wrap (*result, bits);
  return true;
}

static void
test_operation (void)
{
  static const enum pg_op ops[] = {E_ADD, E_SUB, E_MUL, E_DIV, E_MOD, E_UDIV, E_UMOD, E_BITAND, E_BITOR, E_BITXOR, E_SHL, E_SHR, E_LSHR};
  static const unsigned widths[] = {4, 8, 32, 64};
  unsigned bits = widths[chance (4)], n, m;
  range_int x[8], y[8], z;
  struct range a = some_range (bits, x, &n), b = some_range (bits, y, &m);
  enum pg_op op = ops[chance (sizeof ops / sizeof *ops)];
  struct range r = range_arithmetic (op, bits, a, b), all = range_whole (bits);
  HOLD (r.lo >= all.lo && r.hi <= all.hi);
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < m; k++)
      if (compute (op, x[i], y[k], bits, &z))
        HOLD (has (&r, z));
}

static void
test_conversion (void)
{
  static const unsigned widths[] = {1, 3, 8, 32, 63, 64};
  unsigned bits = widths[chance (6)], n;
  range_int x[8];
  struct range a = some_range (widths[1 + chance (5)], x, &n), w = range_wrapped (a, bits);
  struct pg_type t = {.bits = (uint8_t) bits, .is_signed = chance (2)};
  struct range stored = range_stored (a, &t), u = range_unsigned (w, bits), type = range_of_type (&t);
  HOLD (stored.lo >= type.lo && stored.hi <= type.hi && u.lo >= 0);
  for (unsigned i = 0; i < n; i++) {
    range_int low = wrap (x[i], bits);
    HOLD (has (&w, low) && has (&u, without_sign (low, bits)) && has (&stored, t.is_signed ? low : without_sign (low, bits)));
  }
}

static void
test_sets (void)
{
  range_int x[8], y[8], values[RANGE_FEW];
  unsigned n, m;
  struct range a = some_range (8, x, &n), b = some_range (8, y, &m), both = range_join (a, b), met = a;
  for (unsigned i = 0; i < n; i++)
    HOLD (has (&both, x[i]));
  for (unsigned i = 0; i < m; i++)
    HOLD (has (&both, y[i]));
  bool some = range_meet (&met, b);
  for (unsigned i = 0; i < n; i++)
    if (x[i] >= b.lo && x[i] <= b.hi)
      HOLD (some && has (&met, x[i]));
  unsigned few = range_values (&both, values);
  for (unsigned i = 0; i < few; i++)
    HOLD (has (&both, values[i]) && (!i || values[i] > values[i - 1]));
  HOLD (range_same (&both, &both) && (!some || (met.lo >= b.lo && met.hi <= b.hi)));
}

int
main (void)
{
  static const struct {
    void (*test) (void);
    const char *property;
  } all[] = {{test_operation, "operations"}, {test_conversion, "widths and types"}, {test_sets, "joins and meets"}};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 30000; i++)
      all[k].test ();
    CHECK_HELD (all[k].property);
  }
  return check_end ();
}
