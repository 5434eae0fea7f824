/* Static facts about numbered transitions for reductions, independent of the source language: rows of bits, computed once,
 * and necessary enabling sets, computed in a state. Built by front/protocol/relations.c. Program graphs, whose processes
 * are created and end, have such facts for each edge and location: model/facts.h.
 *
 *     relations->class->look (relations, state);              then
 *     relations->class->necessary (relations, t, k, set);     about that state */
#ifndef MODEL_RELATIONS_H
#define MODEL_RELATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/trans.h"

struct relations {
  const struct relations_class *class;
  uint32_t count;                 /* of transitions */
  uint64_t *can_enable;           /* row t, bit u: t can enable u */
  uint64_t *dependent;            /* row t, bit u: u depends on t */
  uint64_t *visible;              /* transitions that may change what is to be preserved */
  uint64_t *optional;             /* optional transitions: ts.h */
};

struct relations_class {
  uint32_t (*number) (struct relations *, trans_id);    /* number of the transition of which the name is an alternative */
  void (*look) (struct relations *, const uint32_t *state);
  /* Adds the k-th necessary enabling set of the disabled transition t: one of these transitions must be executed before t
   * is enabled. False: there are not so many sets. */
  bool (*necessary) (struct relations *, uint32_t t, uint32_t k, uint64_t *set);
  void (*plainly) (struct relations *, bool);           /* true: steps without symmetry from now on; false: as before */
  void (*free) (struct relations *);
};

static inline size_t
relations_words (uint32_t n)      /* of a row: as in mazurka/lpor.h */
{
  return ((size_t) n + 63) / 64;
}

#endif
