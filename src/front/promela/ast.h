/* The syntax tree of a Promela model: output of the parser, input of lowering.
 *
 * Names are resolved while parsing (in Promela type names and proctype names change the grammar), inlines are expanded,
 * macros were expanded by cpp. `for`, `select`, late declarations and the like are kept as written; lowering defines their
 * meaning. Everything lives in one arena.
 *
 * Call order: promela_read (text after cpp) -> promela_parse -> promela_lower. */
#ifndef FRONT_PROMELA_AST_H
#define FRONT_PROMELA_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/mem.h"
#include "base/str.h"

/* ---- types and symbols ---- */

enum ast_type {
  AST_BIT, AST_BOOL, AST_BYTE, AST_PID, AST_MTYPE, AST_CHAN,
  AST_SHORT, AST_INT, AST_UNSIGNED, AST_STRUCT
};

/* typedef NAME { fields } */
struct ast_struct {
  const char *name;
  struct pos pos;
  struct ast_sym **fields;
  int nfields;
};

/* [capacity] of { fields } */
struct ast_chan_init {
  struct pos pos;
  int capacity;
  struct ast_field_type *fields;
  int nfields;
};

struct ast_field_type {
  enum ast_type type;
  const char *mtype_set;          /* mtype:NAME, or NULL */
  struct ast_struct *structure;   /* AST_STRUCT */
};

/* A variable: global, parameter, local, or structure field. */
struct ast_sym {
  const char *name;
  struct pos pos;
  enum ast_type type;
  const char *mtype_set;          /* mtype:NAME, or NULL */
  struct ast_struct *structure;   /* AST_STRUCT */
  int nbits;                      /* AST_UNSIGNED (SPIN: `unsigned x` without width is 0 bits; reject) */
  int count;                      /* number of elements, 1 for a scalar */
  bool is_array;
  bool hidden, show, local;       /* keywords before the declaration */
  bool is_param;
  struct ast_proc *proc;          /* owner, NULL for a global or a field */
  const char *scope;              /* block scope inside the proc, "" at its top; for messages */
  /* initialiser: at most one of the three */
  struct ast_expr *init;
  struct ast_expr **init_list; int ninit_list;   /* = { 1, 2, 3 } */
  struct ast_chan_init *init_chan;
  int id;                         /* index in lower.syms, plus 1; 0 until lowering */
};

/* ---- expressions ---- */

enum ast_op {
  X_CONST,                        /* value; name if it was an mtype constant */
  X_VAR,                          /* sym, index, field */
  X_IGNORE,                       /* `_` (write-only) */
  X_NEG, X_NOT, X_COMPL,          /* unary - ! ~ : kid[0] */
  X_ADD, X_SUB, X_MUL, X_DIV, X_MOD,
  X_AND, X_OR, X_BITAND, X_BITOR, X_BITXOR, X_SHL, X_SHR,
  X_LT, X_LE, X_GT, X_GE, X_EQ, X_NE,
  X_COND,                         /* (kid[0] -> kid[1] : kid[2]) */
  X_RUN,                          /* proc_name, args, value = priority (0: none) */
  X_LEN, X_EMPTY, X_FULL, X_NEMPTY, X_NFULL,   /* kid[0]: the channel */
  X_POLL,                         /* kid[0] ? [args]; random for ?? */
  X_EVAL,                         /* only as a receive argument: kid[0] */
  X_ENABLED, X_PC_VALUE, X_GET_PRIORITY,       /* operand: kid[0] */
  X_TIMEOUT, X_NP, X_NR_PR, X_LAST, X_PID, X_PRIORITY,
  X_REMOTE_LABEL,                 /* proc_name [kid[0] or NULL] @ name */
  X_REMOTE_VAR,                   /* proc_name [kid[0] or NULL] : kid[1] (an X_VAR, resolved late) */
  /* only in ltl blocks */
  X_ALWAYS, X_EVENTUALLY, X_NEXT, X_UNTIL, X_RELEASE, X_WEAK_UNTIL,
  X_IMPLIES, X_EQUIV
};

struct ast_expr {
  enum ast_op op;
  struct pos pos;
  int32_t value;
  const char *name;               /* label, mtype constant, remote variable */
  struct ast_sym *sym;            /* X_VAR */
  struct ast_expr *index;         /* X_VAR: [index] or NULL */
  struct ast_expr *field;         /* X_VAR: .field, itself an X_VAR whose sym is the field */
  struct ast_expr *kid[3];
  const char *proc_name;          /* X_RUN, X_REMOTE_*: resolved by lowering (may be declared later) */
  struct ast_expr **args; int nargs;
  bool random;                    /* ?? */
  bool probes, temporal;          /* contains full(q) and the like, or temporal operators; see parse_expr.c */
};

/* ---- statements ---- */

enum ast_stmt_kind {
  S_EXPR,                         /* condition or run: expr */
  S_ASSIGN,                       /* lhs = expr (also ++ and --: expr is lhs +/- 1) */
  S_SEND,                         /* chan ! args ; sorted for !! */
  S_RECV,                         /* chan ? args ; random for ??, keep for ?<..> */
  S_ASSERT,                       /* expr */
  S_PRINT,                        /* text (unescaped format), args */
  S_PRINTM,                       /* expr */
  S_SET_PRIORITY,                 /* lhs = pid expression, expr = new priority */
  S_ELSE,
  S_GOTO, S_BREAK,                /* name */
  S_IF, S_DO,                     /* seqs */
  S_FOR,                          /* for (lhs : lo .. hi) seq[0] */
  S_FOR_IN,                       /* for (lhs in chan) seq[0]; chan is an array or a channel */
  S_SELECT,                       /* select (lhs : lo .. hi) */
  S_ATOMIC, S_DSTEP, S_BLOCK,     /* seq[0] */
  S_UNLESS,                       /* seq[0] unless seq[1], each a sequence of one statement or a block */
  S_DECL,                         /* syms declared here, in order */
  S_XR, S_XS                      /* args: the channels claimed */
};

struct ast_label {
  const char *name;
  struct pos pos;
  struct ast_label *next;
};

struct ast_seq {
  struct pos pos;
  struct ast_stmt **stmts;
  int nstmts;
};

struct ast_stmt {
  enum ast_stmt_kind kind;
  struct pos pos;
  struct ast_label *labels;       /* in source order; `L:` alone labels a skip (S_EXPR const 1) */
  struct ast_expr *expr, *lhs, *chan, *lo, *hi;
  struct ast_expr **args; int nargs;
  bool sorted, random, keep;
  const char *name, *text;
  struct ast_seq **seqs; int nseqs;
  struct ast_sym **syms; int nsyms;
  int inline_id;                  /* number of its inline expansion, 0: none (labels are scoped by it) */
  const char *scope;              /* block scope, as in ast_sym */
};

/* ---- units ---- */

enum ast_proc_kind { PROC_PROCTYPE, PROC_INIT, PROC_NEVER, PROC_TRACE, PROC_NOTRACE };

struct ast_proc {
  enum ast_proc_kind kind;
  const char *name;               /* ":init:", "never_0", ":trace:", ... as SPIN names them */
  struct pos pos;
  bool deterministic;             /* D_proctype */
  int active;                     /* instances in the initial state */
  int priority;                   /* 0: not given */
  struct ast_expr *provided;
  struct ast_sym **params; int nparams;
  struct ast_seq *body;
};

struct ast_ltl {
  const char *name;
  struct pos pos;
  struct ast_expr *formula;
};

/* mtype = {...} or mtype:SET = {...}; values as SPIN numbers them. */
struct ast_mtype {
  const char *set, *name;
  int value;
};

struct ast_model {
  struct arena arena;
  const char *file;
  struct ast_sym **globals; int nglobals;      /* in order of declaration */
  struct ast_proc **procs; int nprocs;         /* all kinds, in order of declaration */
  struct ast_ltl **ltls; int nltls;
  struct ast_mtype *mtypes; int nmtypes;
  bool uses_xu;
};

/* ---- steps of the front-end ---- */

/* Runs the system's cpp on the file (cpp_flags: `-D` definitions, or NULL) and appends its output, with line markers, to
 * *out. `seconds` limits the preprocessor's time; 0: the default of base/child.h. False after a message. */
bool promela_read (const char *file, const char *cpp_flags, double seconds, struct str *out, struct diag *);

/* Parses preprocessed text. NULL after a message. Free with promela_free. */
struct ast_model *promela_parse (const char *file, const char *text, size_t length, struct diag *);
void promela_free (struct ast_model *);

/* Parses an expression over the globals of a model, or with `temporal` an LTL formula; `origin` is the file name in
 * messages. NULL after a message. The tree lives in the model's arena. */
struct ast_expr *promela_parse_expr (struct ast_model *, const char *text, const char *origin, bool temporal,
                                     struct diag *);

/* Whether the operator occurs in the expression, which may be NULL. */
bool ast_contains (const struct ast_expr *, enum ast_op);
/* The symbol that an X_VAR ends in: its last field. */
const struct ast_sym *ast_target (const struct ast_expr *);

/* Source-like text of a statement or expression, one line, for traces. */
void ast_print_expr (struct str *, const struct ast_expr *);
void ast_print_stmt (struct str *, const struct ast_stmt *);

#endif
