/* Builds elements from statements; shared by elem_build.c and elem_choice.c.
 *
 * A statement is built in two parts, as in SPIN's parser: first its substatements, then its own element. The right side of
 * an unless is built between the two parts of its left side; element numbers follow that order. */
#ifndef FRONT_PROMELA_BUILD_H
#define FRONT_PROMELA_BUILD_H

#include "front/promela/elem.h"

struct build {
  struct lower *l;
  bool early;                     /* before the first statement of the process: declarations are not steps */
  uint32_t dstep, dsteps;
  struct elem_loop *loop;
  int unless;
};

/* A selection whose options are built, but not its own element. */
struct choice {
  struct elem_seq **subs;
  int nsubs;
  struct elem_loop *loop;         /* a do */
};

/* ---- elem_build.c ---- */
struct elem *build_elem (struct build *, enum elem_kind, struct pos, const char *text);
struct elem_seq *build_seq (struct build *, const struct ast_seq *);
void build_close (struct build *, struct elem_seq *, struct pos);
void build_stmt (struct build *, struct elem_seq *, const struct ast_stmt *);
void build_basic (struct build *, struct elem_seq *, const struct ast_stmt *);
void build_goto (struct build *, struct elem_seq *, const struct ast_stmt *);
void build_labels (struct build *, struct elem *, const struct ast_stmt *);

/* ---- elem_choice.c ---- */
/* if, do, for, select. Statements before a loop are appended to the sequence. */
struct choice choice_open (struct build *, struct elem_seq *, const struct ast_stmt *);
void choice_close (struct build *, struct elem_seq *, const struct ast_stmt *, struct choice);

#endif
