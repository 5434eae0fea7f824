/* Shared by the two checks for stutter-invariance. */
#ifndef LTL_STUTTER_H
#define LTL_STUTTER_H

#include "ltl/ltl.h"

enum { STUTTER_MAX_ATOMS = 10 };  /* 2 to the power of this letters are enumerated */

uint64_t atoms_used (const struct automaton *);

static inline bool
letter_fits (const struct automaton *a, const struct ba_edge *e, uint64_t letter)
{
  for (uint32_t k = 0; k < e->ncubes; k++)
    if (cube_holds (a->cubes.data[e->cube + k], letter))
      return true;
  return false;
}

#endif
