/* Words: numbers as vectors of literals.
 *
 * A word of n bits is a number in two's complement: bit n - 1 is its sign, and is extended to all higher bits. Operations
 * return words as wide as their result can be and no wider (up to WORD_MAX bits), so widths stay small; word_wrap truncates
 * a result to a type, as a processor would. */
#ifndef SYMBOLIC_WORD_H
#define SYMBOLIC_WORD_H

#include "symbolic/aig.h"

enum { WORD_MAX = 66 };           /* 64 bits unsigned and a sign, and one to spare for sums */

struct word {
  uint8_t n;                      /* 1 .. WORD_MAX */
  lit bit[WORD_MAX];
};

struct word word_const (int64_t);
struct word word_bool (lit);
/* `bits` literals read as an unsigned number, or as two's complement. */
struct word word_of_bits (const lit *, unsigned bits, bool is_signed);

static inline lit
word_bit (const struct word *w, unsigned i)
{
  assert (w->n >= 1 && w->n <= WORD_MAX);
  return w->bit[i < w->n ? i : w->n - 1u];
}

bool word_is_const (const struct word *, int64_t *value);
struct word word_wrap (struct word, unsigned bits, bool is_signed);

struct word word_add (struct aig *, struct word, struct word);
struct word word_sub (struct aig *, struct word, struct word);
struct word word_neg (struct aig *, struct word);
struct word word_not (struct word);                    /* bitwise */
enum word_op { WORD_AND, WORD_OR, WORD_XOR };
struct word word_bitwise (struct aig *, enum word_op, struct word, struct word);
struct word word_mux (struct aig *, lit condition, struct word then, struct word otherwise);

/* The lowest `bits` bits of the product, as a signed number. */
struct word word_mul (struct aig *, struct word, struct word, unsigned bits);
/* Rounds to zero, the remainder has the dividend's sign. The divisor is not zero. */
void word_divide (struct aig *, struct word, struct word, struct word *quotient, struct word *remainder);
/* Shifts by the lowest bits of `by`, as many as represent bits - 1. */
struct word word_shl (struct aig *, struct word, struct word by, unsigned bits);
struct word word_shr (struct aig *, struct word, struct word by, unsigned bits);

lit word_nonzero (struct aig *, const struct word *);
lit word_equal (struct aig *, struct word, struct word);
lit word_less (struct aig *, struct word, struct word);
lit word_is (struct aig *, const struct word *, int64_t value);

#endif
