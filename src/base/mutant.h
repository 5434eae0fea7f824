/* Mistakes made on purpose, to see that the tests notice them.
 *
 *     if (MUTANT (store_ignores_length)) ...
 *
 * is true where the environment says MAZURKA_MUTANT=store_ignores_length, or a
 * test has chosen it; one at a time. All of them are listed in test/mutants, a
 * file for each room. They exist in test builds only (-DMUTANTS): elsewhere
 * MUTANT is the constant false. */
#ifndef BASE_MUTANT_H
#define BASE_MUTANT_H

#include <stdbool.h>

#ifdef MUTANTS

enum mutant {
  MUTANT_NONE,
#define X(name, tests, what) MUTANT_##name,
#include "mutants/list.h"
#undef X
  MUTANT_COUNT
};

extern enum mutant mutant_chosen;

#define MUTANT(name) __builtin_expect (mutant_chosen == MUTANT_##name, 0)

const char *mutant_name (enum mutant);

#else

#define MUTANT(name) false

#endif
#endif
