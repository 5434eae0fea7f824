/* Values that variables and fields of messages can have, whatever is executed. */
#ifndef SYMBOLIC_RANGES_H
#define SYMBOLIC_RANGES_H

#include "model/graph.h"

/* Wide enough for every 64-bit number, signed or not, and for sums and products on the way. */
__extension__ typedef __int128 range_int;

/* All numbers from lo to hi; n > 0: only those of `value`, of which the first is lo and the last is hi, in order and not without gaps. */
enum { RANGE_FEW = 16 };
struct range {
  range_int lo, hi;               /* lo <= hi */
  uint8_t n;
  range_int value[RANGE_FEW];
};

/* What the condition of the edge that is looked at says. */
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
  bool *global_written, **frame_written;  /* by an edge, or by who creates the process; else the value is the initial one */
};

void ranges_init (struct ranges *, const struct pg *);
void ranges_release (struct ranges *);

/* ---- range.c ---- */

/* What a cell of that type can hold. */
struct range range_of_type (const struct pg_type *);
struct range range_whole (unsigned bits);
struct range range_one (range_int);
/* How many bits the range needs; is_signed: in two's complement. */
unsigned range_bits (struct range, bool *is_signed);
/* Its numbers, if they are at most RANGE_FEW; 0: they are more. */
unsigned range_values (const struct range *, range_int *values);

struct range range_join (struct range, struct range);
/* Leaves out what is not between the bounds of the second; false: then nothing would be left, and it stays as it is. */
bool range_meet (struct range *, struct range);
bool range_same (const struct range *, const struct range *);

/* The number that the low bits are in two's complement; without sign; in a variable. */
struct range range_wrapped (struct range, unsigned bits);
struct range range_unsigned (struct range, unsigned bits);
struct range range_stored (struct range, const struct pg_type *);

struct range range_towards_zero (struct range);         /* between zero and those; also if that is negative */
struct range range_arithmetic (enum pg_op, unsigned bits, struct range, struct range);

#endif
