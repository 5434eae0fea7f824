/* What a property forbids, as an automaton over expressions of the model.
 *
 *     struct claim c;
 *     if (claim_of_formula (&c, property->formula, why, sizeof why))
 *       ... c.automaton accepts the runs that violate the property; its atom i
 *           is the expression c.atoms.data[i] ...
 *     claim_release (&c);
 */
#ifndef SEARCH_CLAIM_H
#define SEARCH_CLAIM_H

#include "base/vec.h"
#include "ltl/ltl.h"
#include "model/graph.h"

struct claim {
  struct automaton *automaton;
  VEC (const struct pg_expr *) atoms;  /* empty for labels: atom 0 is theirs */
  enum ltl_stutter stutter;       /* of formulas and labels; for never claims use claim_stutter */
  bool is_never;
};

/* The automaton of the negation of an ltl formula, which states what must hold. */
bool claim_of_formula (struct claim *, const struct pg_ltl *, char *why, size_t room);

/* The automaton of a never claim, which describes violations: it makes one move per state, accept labels mark its accepting
 * states, and its end is an immediate violation. */
bool claim_of_never (struct claim *, const struct pg_proc *, char *why, size_t room);

/* The automaton of labels. Atom 0: some process is at a label of the kind. With LOC_ACCEPT a violation is that this holds
 * infinitely often; with LOC_PROGRESS, that it never holds from some point on. */
bool claim_of_labels (struct claim *, uint32_t flag, char *why, size_t room);

/* Whether the property is invariant under stuttering, so that reductions preserve it. */
enum ltl_stutter claim_stutter (const struct claim *);

void claim_release (struct claim *);

#endif
