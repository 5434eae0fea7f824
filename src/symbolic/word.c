/* Idea. Arithmetic of words as circuits: ripple-carry adders, shift-and-add multipliers, restoring division of magnitudes,
 * barrel shifters.
 * Source. D. Kroening, O. Strichman, "Decision Procedures", Springer 2008, chapter on bit-vectors.
 * Where we differ. Words carry their own width, which follows from the operands.
 * Why that is sound. A word denotes an integer; each operation denotes the operation on integers, exactly; only word_wrap
 * and the explicit `bits` truncate. */
#include "symbolic/word.h"

static struct word
trim (struct word w)
{
  assert (w.n >= 1 && w.n <= WORD_MAX);
  while (w.n > 1 && w.bit[w.n - 1] == w.bit[w.n - 2])
    w.n--;
  return w;
}

struct word
word_const (int64_t value)
{
  struct word w = {.n = 64};
  for (unsigned i = 0; i < 64; i++)
    w.bit[i] = (uint64_t) value >> i & 1 ? LIT_TRUE : LIT_FALSE;
  return trim (w);
}

struct word
word_bool (lit a)
{
  return trim ((struct word) {.n = 2, .bit = {a, LIT_FALSE}});
}

struct word
word_of_bits (const lit *bit, unsigned bits, bool is_signed)
{
  struct word w = {.n = (uint8_t) (bits + !is_signed)};
  assert (bits >= 1 && bits <= 64);
  for (unsigned i = 0; i < bits; i++)
    w.bit[i] = bit[i];
  if (!is_signed)
    w.bit[bits] = LIT_FALSE;
  return trim (w);
}

bool
word_is_const (const struct word *w, int64_t *value)
{
  uint64_t v = 0;
  if (w->n > 64)
    return false;
  for (unsigned i = 0; i < 64; i++) {
    lit b = word_bit (w, i);
    if (b > LIT_TRUE)
      return false;
    v |= (uint64_t) b << i;
  }
  *value = (int64_t) v;
  return true;
}

struct word
word_wrap (struct word w, unsigned bits, bool is_signed)
{
  assert (bits >= 1 && bits <= 64);
  if (is_signed && w.n <= bits)
    return w;
  if (!is_signed && w.n <= bits + 1u && w.bit[w.n - 1] == LIT_FALSE)
    return w;
  lit bit[64];
  for (unsigned i = 0; i < bits; i++)
    bit[i] = word_bit (&w, i);
  return word_of_bits (bit, bits, is_signed);
}

static struct word
sum (struct aig *g, struct word a, struct word b, lit carry)
{
  struct word w;
  unsigned n = (a.n > b.n ? a.n : b.n) + 1u;
  w.n = (uint8_t) (n > WORD_MAX ? WORD_MAX : n);
  for (unsigned i = 0; i < w.n; i++) {
    lit x = word_bit (&a, i), y = word_bit (&b, i), xy = aig_xor (g, x, y);
    w.bit[i] = aig_xor (g, xy, carry);
    carry = aig_or (g, aig_and (g, x, y), aig_and (g, xy, carry));
  }
  return trim (w);
}

struct word
word_add (struct aig *g, struct word a, struct word b)
{
  return sum (g, a, b, LIT_FALSE);
}

struct word
word_not (struct word a)
{
  for (unsigned i = 0; i < a.n; i++)
    a.bit[i] = lit_not (a.bit[i]);
  return a;
}

struct word
word_sub (struct aig *g, struct word a, struct word b)
{
  return sum (g, a, word_not (b), LIT_TRUE);
}

struct word
word_neg (struct aig *g, struct word a)
{
  return word_sub (g, word_const (0), a);
}

struct word
word_bitwise (struct aig *g, enum word_op op, struct word a, struct word b)
{
  struct word w = {.n = a.n > b.n ? a.n : b.n};
  for (unsigned i = 0; i < w.n; i++) {
    lit x = word_bit (&a, i), y = word_bit (&b, i);
    w.bit[i] = op == WORD_AND ? aig_and (g, x, y) : op == WORD_OR ? aig_or (g, x, y) : aig_xor (g, x, y);
  }
  return trim (w);
}

struct word
word_mux (struct aig *g, lit condition, struct word then, struct word otherwise)
{
  struct word w = {.n = then.n > otherwise.n ? then.n : otherwise.n};
  if (condition <= LIT_TRUE)
    return condition ? then : otherwise;
  for (unsigned i = 0; i < w.n; i++)
    w.bit[i] = aig_mux (g, condition, word_bit (&then, i), word_bit (&otherwise, i));
  return trim (w);
}

struct word
word_mul (struct aig *g, struct word a, struct word b, unsigned bits)
{
  assert (bits >= 1 && bits <= 64);
  struct word product = word_const (0);
  unsigned need = a.n + b.n < bits ? a.n + b.n : bits;
  for (unsigned i = 0; i < need; i++) {
    lit by = word_bit (&b, i);
    if (by == LIT_FALSE)
      continue;
    struct word part = {.n = (uint8_t) need};
    for (unsigned k = 0; k < need; k++)
      part.bit[k] = k < i ? LIT_FALSE : aig_and (g, word_bit (&a, k - i), by);
    product = word_wrap (word_add (g, product, trim (part)), need, true);
  }
  return product;
}

/* The absolute value, which may take one more bit. */
static struct word
magnitude (struct aig *g, struct word a)
{
  return word_mux (g, a.bit[a.n - 1], word_neg (g, a), a);
}

void
word_divide (struct aig *g, struct word a, struct word b, struct word *quotient, struct word *remainder)
{
  struct word x = magnitude (g, a), y = magnitude (g, b), rest = word_const (0), q = {.n = (uint8_t) (x.n + 1)};
  lit minus_a = a.bit[a.n - 1], minus_b = b.bit[b.n - 1];
  assert (x.n < WORD_MAX && y.n < WORD_MAX);
  for (unsigned i = 0; i < q.n; i++)
    q.bit[i] = LIT_FALSE;
  for (unsigned i = x.n; i-- > 0;) {
    struct word next = {.n = (uint8_t) (rest.n + 1 > WORD_MAX ? WORD_MAX : rest.n + 1)};
    next.bit[0] = x.bit[i];
    for (unsigned k = 1; k < next.n; k++)
      next.bit[k] = word_bit (&rest, k - 1);
    next = trim (next);
    if (next.bit[next.n - 1] != LIT_FALSE && next.n < WORD_MAX)     /* it is never negative */
      next.bit[next.n++] = LIT_FALSE;
    lit fits = lit_not (word_less (g, next, y));
    q.bit[i] = fits;
    rest = word_mux (g, fits, word_sub (g, next, y), next);
    rest = word_wrap (rest, y.n > 64 ? 64 : y.n, false);            /* the remainder is smaller than the divisor */
  }
  q = trim (q);
  *quotient = word_mux (g, aig_xor (g, minus_a, minus_b), word_neg (g, q), q);
  *remainder = word_mux (g, minus_a, word_neg (g, rest), rest);
}

static unsigned
bits_to_say (unsigned bits)
{
  unsigned n = 0;
  while ((1u << n) < bits)
    n++;
  return n;
}

struct word
word_shl (struct aig *g, struct word a, struct word by, unsigned bits)
{
  assert (bits >= 1 && bits <= 64);
  for (unsigned s = 0; s < bits_to_say (bits); s++) {
    if (word_bit (&by, s) == LIT_FALSE)
      continue;
    struct word moved = {.n = (uint8_t) (a.n + (1u << s) > bits ? bits : a.n + (1u << s))};
    for (unsigned i = 0; i < moved.n; i++)
      moved.bit[i] = i < 1u << s ? LIT_FALSE : word_bit (&a, i - (1u << s));
    a = word_wrap (word_mux (g, word_bit (&by, s), trim (moved), a), bits, true);
  }
  return a;
}

struct word
word_shr (struct aig *g, struct word a, struct word by, unsigned bits)
{
  assert (bits >= 1 && bits <= 64);
  for (unsigned s = 0; s < bits_to_say (bits); s++) {
    struct word moved = {.n = a.n};
    for (unsigned i = 0; i < moved.n; i++)
      moved.bit[i] = word_bit (&a, i + (1u << s));
    a = word_mux (g, word_bit (&by, s), trim (moved), a);
  }
  return a;
}

lit
word_nonzero (struct aig *g, const struct word *w)
{
  lit any = LIT_FALSE;
  for (unsigned i = 0; i < w->n; i++)
    any = aig_or (g, any, w->bit[i]);
  return any;
}

lit
word_equal (struct aig *g, struct word a, struct word b)
{
  lit same = LIT_TRUE;
  for (unsigned i = 0; i < (a.n > b.n ? a.n : b.n); i++)
    same = aig_and (g, same, aig_equal (g, word_bit (&a, i), word_bit (&b, i)));
  return same;
}

lit
word_less (struct aig *g, struct word a, struct word b)
{
  unsigned n = a.n > b.n ? a.n : b.n;
  lit less = LIT_FALSE;
  for (unsigned i = 0; i + 1 < n; i++) {
    lit x = word_bit (&a, i), y = word_bit (&b, i);
    less = aig_mux (g, aig_xor (g, x, y), y, less);
  }
  lit x = word_bit (&a, n - 1), y = word_bit (&b, n - 1);
  return aig_mux (g, aig_xor (g, x, y), x, less);          /* sign bits compare the other way round */
}

lit
word_is (struct aig *g, const struct word *w, int64_t value)
{
  return word_equal (g, *w, word_const (value));
}
