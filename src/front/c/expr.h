/* Expressions of the graph, simplified on construction. */
#ifndef FRONT_C_EXPR_H
#define FRONT_C_EXPR_H

#include "front/c/parts.h"

struct pg_expr *x_const (struct c_program *, unsigned bits, uint64_t);
struct pg_expr *x_load (struct c_program *, struct pg_place *, unsigned bits);
struct pg_expr *x_input (struct c_program *, unsigned bits, uint32_t number);
struct pg_expr *x_binary (struct c_program *, enum pg_op, struct pg_expr *, struct pg_expr *);   /* arithmetic: as wide as the operands; comparisons: 1 */
struct pg_expr *x_not (struct c_program *, struct pg_expr *);                 /* comparison with 0 */
struct pg_expr *x_and (struct c_program *, struct pg_expr *, struct pg_expr *);   /* NULL is true */
struct pg_expr *x_or (struct c_program *, struct pg_expr *, struct pg_expr *);
struct pg_expr *x_cond (struct c_program *, struct pg_expr *, struct pg_expr *, struct pg_expr *);
struct pg_expr *x_zext (struct c_program *, struct pg_expr *, unsigned bits);     /* to any width: extends, truncates or returns it unchanged */
struct pg_expr *x_sext (struct c_program *, struct pg_expr *, unsigned bits);

static inline bool
x_is_const (const struct pg_expr *e)
{
  return e->op == E_CONST;
}

static inline uint64_t
x_value (const struct pg_expr *e)
{
  assert (e->op == E_CONST);
  return (uint64_t) e->value & (pg_bits (e) == 64 ? UINT64_MAX : ((uint64_t) 1 << pg_bits (e)) - 1);
}

static inline bool
x_is (const struct pg_expr *e, uint64_t v)
{
  return e->op == E_CONST && x_value (e) == v;
}

/* The expression modulo m is known: r. */
bool x_residue (const struct pg_expr *, uint64_t m, uint64_t *r);
/* e / m for an e divisible by m: simplified where possible, otherwise a division. */
struct pg_expr *x_quotient (struct c_program *, struct pg_expr *, uint64_t m);
uint32_t x_size (const struct pg_expr *);
/* An upper bound of the number of bits that represent the value as a signed number. */
unsigned x_signed_width (const struct pg_expr *);

/* Frame and global cells without indices. */
struct pg_place *x_place (struct c_program *, enum pg_region, uint32_t var);

#endif
