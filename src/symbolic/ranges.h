/* The values that variables and message fields can have in any execution. */
#ifndef SYMBOLIC_RANGES_H
#define SYMBOLIC_RANGES_H

#include "model/graph.h"

/* Wide enough for every 64-bit number, signed or not, and for intermediate sums and products. */
__extension__ typedef __int128 range_int;

/* All numbers from lo to hi; n > 0: only those in `value`, sorted, with gaps; the first is lo and the last is hi. */
enum { RANGE_FEW = 16 };
struct range {
  range_int lo, hi;               /* lo <= hi */
  uint8_t n;
  range_int value[RANGE_FEW];
};

/* What the condition of the current edge implies. */
enum { RANGES_KNOWN = 16 };
struct known_range {
  const struct pg_place *place;
  struct range range;
};

struct ranges {
  const struct pg *pg;
  struct range *globals;          /* by variable */
  struct range **frames;          /* by process type and variable */
  struct range **fields;          /* by channel type and field */
  struct known_range known[RANGES_KNOWN];
  uint32_t nknown;
  bool *global_written, **frame_written;  /* by an edge, or on creation of the process; otherwise the value is the initial one */
};

void ranges_init (struct ranges *, const struct pg *);
void ranges_release (struct ranges *);

/* ---- range.c ---- */

/* The values that a cell of that type can hold. */
struct range range_of_type (const struct pg_type *);
struct range range_whole (unsigned bits);
struct range range_one (range_int);
/* How many bits the range needs; is_signed: in two's complement. */
unsigned range_bits (struct range, bool *is_signed);
/* Its numbers, if they are at most RANGE_FEW; 0: there are more. */
unsigned range_values (const struct range *, range_int *values);

struct range range_join (struct range, struct range);
/* Intersects it with the second; false: the intersection is empty, and it stays unchanged. */
bool range_meet (struct range *, struct range);
bool range_same (const struct range *, const struct range *);

/* The low bits read as two's complement; as an unsigned number; as a variable's value. */
struct range range_wrapped (struct range, unsigned bits);
struct range range_unsigned (struct range, unsigned bits);
struct range range_stored (struct range, const struct pg_type *);

struct range range_towards_zero (struct range);         /* the hull with zero, also for negative numbers */
struct range range_arithmetic (enum pg_op, unsigned bits, struct range, struct range);

#endif
