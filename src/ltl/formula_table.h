/* The table of formulas, for the files of this room that fill it. */
#ifndef LTL_FORMULA_TABLE_H
#define LTL_FORMULA_TABLE_H

#include "base/table.h"
#include "base/vec.h"
#include "ltl/formula.h"

/* An answer of form_implied, kept. */
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
  size_t implied_steps;           /* since they were last set to 0 */
};

/* form_implied within the bound of steps that the caller has set to 0. */
bool formulas_implies (struct formulas *, formula_id a, formula_id b);

#endif
