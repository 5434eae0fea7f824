/* Internal to simplification: the techniques, and the facts they share. Variables are numbered through the whole program:
 * globals first, then the variables of each process type. Claims and trace automata are never changed, but what they read
 * counts. */
#ifndef MODEL_SIMPLIFY_PARTS_H
#define MODEL_SIMPLIFY_PARTS_H

#include <assert.h>

#include "model/graph_promela.h"
#include "model/walk.h"

struct simplify {
  struct pg *pg;
  struct pg_expr *const *keep; uint32_t nkeep;
  uint32_t *base;                 /* number of each process type's first variable */
  uint32_t nvars;
  bool hidden_only;               /* only variables declared hidden may be dropped */
  bool *watched;                  /* per variable: read from outside of the program's own steps (claims,
                                     formulas, keep, xr and xs) or, of a frame, by another process */
  bool *constant;                 /* per variable: a global that only the initialisation writes */
};

/* ---- the techniques ---- */

void simplify_unused (struct simplify *);
void simplify_merge (struct simplify *);
void simplify_dead (struct simplify *);

/* ---- simplify_facts.c ---- */

/* The first member of the context of `see`. `proc`: the process type of the frame; PG_ALL: none. */
struct visit {
  see_fn *see;
  struct simplify *s;
  uint32_t proc;
};
static inline void visit_expr (struct visit *v, const struct pg_expr *e) { walk_expr (e, v->proc, v->see, v); }
static inline void visit_place (struct visit *v, const struct pg_place *p) { walk_place (p, v->proc, v->see, v); }
static inline void visit_act (struct visit *v, const struct pg_act *a) { walk_act (a, v->proc, v->see, v); }
void visit_everything (struct visit *);                       /* including `keep` and the properties */

void simplify_facts (struct simplify *);
uint32_t simplify_var (const struct simplify *, uint32_t proc, const struct pg_place *);

/* Whether the evaluation may end in a run-time error, or creates a process. */
bool expr_may_fault (const struct simplify *, uint32_t proc, const struct pg_expr *);
bool place_may_fault (const struct simplify *, uint32_t proc, const struct pg_place *);
bool act_is_skip (const struct pg_act *);

struct pg_expr *simplify_const (struct simplify *, int32_t value, struct pos);
struct pg_expr *simplify_binary (struct simplify *, enum pg_op, struct pg_expr *, struct pg_expr *);

/* ---- simplify_visible.c ---- */

/* Whether the number or the order of steps is observable, including steps that change nothing. */
bool simplify_steps_visible (struct simplify *);
bool simplify_has_rendezvous (const struct pg *);
/* Whether readiness of a rendezvous partner is observed without the rendezvous. */
bool simplify_readiness_visible (const struct pg *);
/* Whether the edge's actions read the location of a process. */
bool edge_asks_where (struct simplify *, const struct pg_edge *);

#endif
