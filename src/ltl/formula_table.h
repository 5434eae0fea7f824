/* The table of formulas, for the files of this room that modify it. */
#ifndef LTL_FORMULA_TABLE_H
#define LTL_FORMULA_TABLE_H

#include "base/table.h"
#include "base/vec.h"
#include "ltl/formula.h"

/* A cached result of formulas_implies. */
struct implied {
  formula_id a, b;
  enum { IMPLIED_UNKNOWN, IMPLIED_NO, IMPLIED_YES } answer;
};

struct formulas {
  VEC (struct form) nodes;
  VEC (formula_id) kids;
  struct table numbers;           /* of the nodes */
  char *atoms[FORM_MAX_ATOMS];
  int natoms;
  VEC (struct implied) implied;   /* a cache: an entry may be overwritten */
  size_t implied_steps;           /* steps counted since the caller reset them to 0 */
};

/* True only if every word that satisfies a satisfies b, as far as a bounded number of steps tells (implied.c); the caller has
 * set implied_steps to 0. */
bool formulas_implies (struct formulas *, formula_id a, formula_id b);

#endif
