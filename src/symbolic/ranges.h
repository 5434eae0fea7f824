/* Intervals of values that variables and fields of messages can have, whatever is executed. */
#ifndef SYMBOLIC_RANGES_H
#define SYMBOLIC_RANGES_H

#include "model/graph.h"

/* Wide enough for every 64-bit number, signed or not, and for sums and products on the way. */
__extension__ typedef __int128 range_int;

struct range {
  range_int lo, hi;               /* lo <= hi */
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

/* What a cell of that type can hold. */
struct range range_of_type (const struct pg_type *);
/* How many bits the range needs; is_signed: in two's complement. */
unsigned range_bits (struct range, bool *is_signed);

#endif
