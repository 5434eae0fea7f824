/* A circuit unrolled in time: frame k is the state after k steps and the choice of the next one. The frames are one graph,
 * so that constants and nodes common to several frames are simplified across them. */
#ifndef SYMBOLIC_UNROLL_H
#define SYMBOLIC_UNROLL_H

#include "symbolic/circuit.h"

struct frame {
  lit *map;                       /* by node of the circuit: its literal, or LIT_NONE */
};

struct unroll {
  struct circuit *c;
  struct aig g;
  bool initial;                   /* frame 0 is the initial state; otherwise any state */
  VEC (struct frame) frames;
};

void unroll_init (struct unroll *, struct circuit *, bool initial);
void unroll_release (struct unroll *);
void unroll_extend (struct unroll *);
lit unroll_lit (struct unroll *, size_t frame, lit);      /* a literal of the circuit, in that frame */

#endif
