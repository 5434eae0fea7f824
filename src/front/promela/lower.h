/* Internal to lowering: from the syntax tree to the program graph.
 *
 *   lower.c         the order of the work, declarations of process types
 *   lower_types.c   symbols, structures flattened to variables
 *   lower_initial.c initial values of variables
 *   lower_expr.c    expressions and places; lower_msg.c messages, arguments of run
 *   lower_act.c     one basic statement to one action
 *   elem.h, elem.c  control flow as SPIN's elements; elem_build.c and elem_choice.c
 *                   build them, sugar.c expands for, select, late declarations
 *   flow.c          successors of elements
 *   edges.c         elements to locations and edges; dstep.c inside a d_step
 *   lower_ltl.c     properties
 *
 * Recursion is bounded by what the parser accepts (parse.h).
 *
 * Errors are added to the diagnostics and lowering continues to find more of them; a result of NULL means "already
 * reported". */
#ifndef FRONT_PROMELA_LOWER_H
#define FRONT_PROMELA_LOWER_H

#include "base/vec.h"
#include "front/promela/ast.h"
#include "model/graph_promela.h"

/* The largest state in bytes (65,536 words). */
#define LOWER_MAX_BYTES (65536u * 4)

struct elem;
struct elem_seq;

/* The variables of a declared symbol: `count` variables from `first`. */
struct sym_info {
  const struct ast_sym *sym;
  uint32_t first, count;
  enum pg_region region;
};

/* Size of a structure, computed once. */
struct struct_info {
  const struct ast_struct *structure;
  uint64_t leaves, bytes;
};

struct proc_lower {
  const struct ast_proc *ast;
  uint32_t index;
  VEC (struct pg_var) vars;
  VEC (const struct ast_sym *) locals;          /* parameters first, then in source order */
  VEC (struct pg_act) init;
  VEC (struct elem *) elems;                    /* elems[i]->number == i + 1 */
  struct elem_label *labels;                    /* latest first; indexed by name once all exist: */
  struct elem_label **labels_by_name; size_t label_buckets;
  struct elem_seq *body;
};

/* A remote reference to a label; its location is known only at the end. */
struct remote_label {
  const struct ast_expr *ast;
  struct pg_expr *expr;
  struct elem *elem;
};

struct lower {
  struct ast_model *ast;
  struct pg *pg;
  struct diag *diag;
  struct arena tmp;                             /* freed when lowering ends */
  struct proc_lower *procs;
  struct proc_lower *proc;                      /* whose statements are being lowered; NULL: none */
  bool in_claim;
  bool in_trace;
  bool warned_enabled, warned_pc_value;
  uint32_t max_fields;                          /* most fields of any declared channel */
  uint64_t total_bytes;
  VEC (struct sym_info) syms;                   /* sym->id - 1 */
  VEC (struct struct_info) structs;
  VEC (struct pg_var) globals;
  VEC (struct pg_act) init;
  VEC (struct pg_chan_type) chan_types;
  VEC (struct pg_exclusive) exclusives;
  VEC (struct remote_label) remote_labels;
};

/* A reference to a variable, or (sym is a structure) to all fields of one. */
struct ref {
  const struct ast_sym *sym;
  enum pg_region region;
  uint32_t var;
  uint8_t nindex;
  struct pg_expr *index[PG_MAX_DIMS];
  struct pos pos;
};

/* ---- lower_types.c ---- */
uint32_t lower_mtype_set (struct lower *, const char *name);
void lower_register (struct lower *, struct ast_sym *, struct proc_lower *);
uint32_t lower_leaves (struct lower *, const struct ast_sym *);
uint32_t lower_chan_type (struct lower *, const struct ast_chan_init *, const char *name, uint32_t instances);

/* ---- lower_initial.c ---- */
/* The actions that initialise a symbol; late: declared after the first statement, where a separate step sets a plain variable. */
void lower_initial (struct lower *, const struct ast_sym *, bool late, struct proc_lower *);
void lower_initial_globals (struct lower *);

/* ---- lower_expr.c ---- */
struct pg_expr *lower_const (struct lower *, int32_t, struct pos);
struct pg_expr *lower_expr (struct lower *, const struct ast_expr *);
/* A statement that is always executable and does nothing. */
struct pg_act *lower_skip (struct lower *, struct pos);
struct pg_place *lower_place (struct lower *, const struct ast_expr *);
struct pg_place *lower_ref_place (struct lower *, const struct ref *);
bool lower_ref (struct lower *, const struct ast_expr *, struct ref *);
/* Calls `leaf` for each cell of the reference, with structures flattened. */
bool lower_spread (struct lower *, const struct ref *, void (*leaf) (void *, struct pg_place *), void *);
struct pg_expr *lower_load (struct lower *, struct pg_place *);
const struct ast_proc *lower_find_proc (const struct lower *, const char *name, uint32_t *index);

/* ---- lower_msg.c ---- */
struct pg_msg *lower_send_args (struct lower *, struct ast_expr **args, int nargs);
struct pg_msg *lower_recv_args (struct lower *, struct ast_expr **args, int nargs);
bool lower_run_args (struct lower *, const struct ast_expr *run, struct pg_expr *);

/* ---- lower_act.c ---- */
struct pg_act *lower_act (struct lower *, const struct ast_stmt *);
void lower_exclusive (struct lower *, const struct ast_stmt *);
const char *lower_text (struct lower *, const struct ast_stmt *);

/* ---- lower.c ---- */
/* An expression over the globals of a finished graph; lives in its arena. */
struct pg_expr *lower_extra (struct ast_model *, struct pg *, const struct ast_expr *, struct diag *);

/* ---- lower_ltl.c ---- */
void lower_properties (struct lower *);

/* ---- elem_build.c, flow.c, edges.c ---- */
void elem_build (struct lower *, struct proc_lower *);
void flow_remote_labels (struct lower *);
void flow_resolve (struct lower *, struct proc_lower *);
void edges_emit (struct lower *, struct proc_lower *);

#endif
