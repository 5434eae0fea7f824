/* A SAT solver for an and-inverter graph: clauses are added only for the cones of the literals in queries.
 *
 *     struct solver s;
 *     solver_init (&s, &graph, &budget);
 *     solver_assume (&s, a); solver_assume (&s, b);
 *     if (solver_solve (&s) == SOLVER_SAT) ... solver_value (&s, c) ...
 *
 * The graph may grow between calls, never shrink. */
#ifndef SYMBOLIC_SOLVER_H
#define SYMBOLIC_SOLVER_H

#include "symbolic/aig.h"

typedef struct CCaDiCaL CCaDiCaL;

/* Limits of a search. */
struct budget {
  double end;                     /* monotonic seconds; 0: no limit */
  uint64_t memory;                /* bytes of this process; 0: no limit */
  volatile const int *interrupt;
  uint32_t calls;
  const char *spent;              /* which limit was reached, or NULL */
  uint64_t apart;                 /* bytes, the most that a process of an engine's own has had */
};

extern const char budget_no_memory[];

bool budget_over (struct budget *);

enum solver_answer { SOLVER_UNKNOWN = 0, SOLVER_SAT = 10, SOLVER_UNSAT = 20 };

struct solver {
  CCaDiCaL *sat;
  const struct aig *g;
  struct budget *budget;
  VEC (bool) known;               /* by node: its clauses were added */
  uint64_t clauses, solves;
};

void solver_init (struct solver *, const struct aig *, struct budget *);
void solver_init_small (struct solver *, const struct aig *, struct budget *);     /* configured for many small queries */
void solver_release (struct solver *);
int solver_number (struct solver *, lit);      /* the solver's literal, with the clauses that define it */
void solver_require (struct solver *, lit);    /* permanently */
void solver_assume (struct solver *, lit);     /* for the next call */
void solver_clause (struct solver *, const int *, size_t);
enum solver_answer solver_solve (struct solver *);
bool solver_value (struct solver *, lit);      /* after SOLVER_SAT; arbitrary for a literal outside the queried cones */
bool solver_failed (struct solver *, lit);     /* after SOLVER_UNSAT: the assumption is in the core */

#endif
