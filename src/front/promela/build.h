/* Making elements from statements: what elem_build.c and elem_choice.c share.
 *
 * A statement is made in two parts, as SPIN's parser does it: first what is
 * inside it, then the element itself. Between the two parts of the left side
 * of an unless the right side is made; numbers follow from that order.
 */
#ifndef FRONT_PROMELA_BUILD_H
#define FRONT_PROMELA_BUILD_H

#include "front/promela/elem.h"

struct build {
  struct lower *l;
  bool early;                     /* no statement of the process yet: declarations cost no step */
  uint32_t dstep, dsteps;
  struct elem_loop *loop;
  int unless;
};

/* A selection whose options are made, but not its own element. */
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
/* if, do, for, select. What comes before a loop is appended to the sequence. */
struct choice choice_open (struct build *, struct elem_seq *, const struct ast_stmt *);
void choice_close (struct build *, struct elem_seq *, const struct ast_stmt *, struct choice);

#endif
