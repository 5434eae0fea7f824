/* Cubes (conjunctions of literals over 64 atoms) and labels (disjunctions of
 * cubes). A cube with an atom on both sides is false and is never stored. */
#ifndef LTL_CUBE_H
#define LTL_CUBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cube {
  uint64_t pos, neg;              /* atoms that must hold, atoms that must not */
};

/* All zeros is the empty label: false. Compatible with VEC. */
struct label {
  struct cube *data;
  size_t count, room;
};

/* Does the letter, a set of atoms that hold, satisfy the cube? */
static inline bool
cube_holds (struct cube c, uint64_t letter)
{
  return (letter & c.pos) == c.pos && (letter & c.neg) == 0;
}

static inline bool
cube_implies (struct cube a, struct cube b)
{
  return (b.pos & ~a.pos) == 0 && (b.neg & ~a.neg) == 0;
}

static inline bool
cube_disjoint (struct cube a, struct cube b)
{
  return (a.pos & b.neg) != 0 || (a.neg & b.pos) != 0;
}

static inline struct cube
cube_and (struct cube a, struct cube b)
{
  return (struct cube) { a.pos | b.pos, a.neg | b.neg };
}

/* Does every letter of c satisfy one of the cubes? Gives up after a bounded number of splits and returns false; callers
 * must stay correct then. */
bool cube_covered (struct cube c, const struct cube *cubes, size_t n);

/* Replaces the label by an equivalent one with few, short cubes. */
void label_minimise (struct label *);

#endif
