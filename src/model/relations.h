/* What a static reduction knows of transitions that can be numbered beforehand, whatever language they were written in: rows of
 * bits, made once, and what must happen first, which the state tells. One builder: front/protocol/relations.c. Program
 * graphs, whose processes come and go, have it for each edge and location: model/facts.h.
 *
 *     relations->class->look (relations, state);              then
 *     relations->class->necessary (relations, t, k, set);     about that state
 */
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
  uint64_t *visible;              /* those that may change what is to be kept */
  uint64_t *optional;             /* those that need not happen: ts.h */
};

struct relations_class {
  uint32_t (*number) (struct relations *, trans_id);    /* of the transition that the name is a way of */
  void (*look) (struct relations *, const uint32_t *state);
  /* The k-th set of transitions of which one must be executed before t, which is disabled, is enabled: added to the set. False: there
   * are not so many. */
  bool (*necessary) (struct relations *, uint32_t t, uint32_t k, uint64_t *set);
  void (*plainly) (struct relations *, bool);           /* steps as they are from now on, without symmetry, or as they were */
  void (*free) (struct relations *);
};

static inline size_t
relations_words (uint32_t n)      /* of a row: as in mazurka/lpor.h */
{
  return ((size_t) n + 63) / 64;
}

#endif
