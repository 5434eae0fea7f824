/* Statements that abbreviate others: for, select, late declarations. They are expanded as syntax, so that they are lowered
 * and printed like any other. */
#ifndef FRONT_PROMELA_SUGAR_H
#define FRONT_PROMELA_SUGAR_H

#include "front/promela/lower.h"

/* The parts of a loop over a counter; otherwise: NULL in a select. */
struct sugar {
  struct ast_stmt *start, *condition, *step, *otherwise, *leave;
  struct ast_stmt *prepare[2]; int nprepare;      /* for (x in channel): receive a message, send it back */
  const struct ast_seq *body;
};

/* False after a message. */
bool sugar_make (struct lower *, const struct ast_stmt *, struct sugar *);

/* A select between two literal numbers is expanded to an if, or, for long ranges, to an assignment and a do; returns the
 * number of statements, 0: not of this form. */
int sugar_select (struct lower *, const struct ast_stmt *, struct ast_stmt *out[2]);

/* The assignment that a late declaration of the symbol abbreviates. */
struct ast_stmt *sugar_late (struct lower *, const struct ast_stmt *decl, struct ast_sym *);

/* Counters of `for (x in channel)`, found before statements are lowered. */
void sugar_counter (struct lower *, const struct ast_stmt *);

#endif
