/* Promela models: source file to program graph, all steps.
 *
 * promela_load runs cpp, parses and lowers; NULL after a message. promela_lower translates the tree to a program graph with
 * the locations that SPIN 6.5.2 generates without statement merging (spin -o1 -o2 -o3), so that state counts agree. */
#ifndef FRONT_PROMELA_PROMELA_H
#define FRONT_PROMELA_PROMELA_H

#include "base/diag.h"
#include "front/promela/ast.h"
#include "model/graph.h"

/* Requests beyond what the model states; NULL: none. */
struct promela_extra {
  const char *formula;            /* an additional ltl block named "formula" (--ltl); macros are not expanded in it */
  char *claim;                    /* the text of an additional never claim */
  const char *claim_file;         /* its file name in messages */
  int claim_line;
  double seconds;                 /* time limit of the preprocessor; 0: the default of base/child.h */
};
struct pg *promela_load (const char *file, const char *cpp_flags, const struct promela_extra *, struct diag *);
struct pg *promela_load_text (const char *name, const char *text, size_t length, const struct promela_extra *, struct diag *);   /* without cpp */
struct pg *promela_lower (struct ast_model *, struct diag *);

/* Parses and lowers an expression over the globals of a loaded model (--invariant). NULL after a message. Lives in the
 * graph's arena. */
struct pg_expr *promela_expression (struct pg *, const char *text, const char *origin, struct diag *);

/* For a model that represents another program and can be observed only by its variables: checks that the formulas and the
 * expression (or NULL) refer only to these. False after a message: the model's processes are not the program's. */
bool promela_only_observes (const struct pg *, const struct pg_expr *, struct diag *);

#endif
