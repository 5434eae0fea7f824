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
  VEC (const struct pg_expr *) atoms;  /* of labels: none; atom 0 is theirs */
  enum ltl_stutter stutter;       /* of formulas and labels; for claims ask claim_stutter */
  bool is_never;
};

/* An ltl formula states what must hold. */
bool claim_of_formula (struct claim *, const struct pg_ltl *, char *why, size_t room);

/* A never claim is what must not be: it moves once per state, accept labels
 * are its accepting states, its end is a violation at once. */
bool claim_of_never (struct claim *, const struct pg_proc *, char *why, size_t room);

/* Atom 0: some process is at a label of the kind. LOC_ACCEPT: infinitely often
 * is a violation; LOC_PROGRESS: never from some point on is. */
bool claim_of_labels (struct claim *, uint32_t flag, char *why, size_t room);

/* Is the property invariant under stuttering, so that reduction keeps it? */
enum ltl_stutter claim_stutter (const struct claim *);

void claim_release (struct claim *);

#endif
