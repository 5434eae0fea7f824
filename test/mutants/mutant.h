/* Which of the mistakes of test/mutants is made. Only in the copy of src that plant.py writes: there it is
 * base/mutant.h, and every file includes it first (Makefile). */
#ifndef BASE_MUTANT_H
#define BASE_MUTANT_H

enum mutant {
  MUTANT_NONE,
#define X(name) MUTANT_##name,
#include "mutant_names.h"         /* made by plant.py */
#undef X
  MUTANT_COUNT
};

/* One at a time: by the environment (MAZURKA_MUTANT=name), or by a test. */
extern enum mutant mutant_chosen;

#define MUTANT(name) __builtin_expect (mutant_chosen == MUTANT_##name, 0)

const char *mutant_name (enum mutant);

#endif
