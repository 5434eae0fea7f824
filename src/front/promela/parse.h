/* Internal to the parser: its state, and the functions its files share.
 *
 *   parse.c        the model: order of units, ltl formulas last
 *   parse_unit.c   proctypes, init, claims, traces, typedefs, mtypes, inlines
 *   parse_decl.c   declarations of variables
 *   parse_expr.c   expressions
 *   parse_ref.c    references to variables, parts of other processes, and calls
 *   parse_stmt.c   basic statements
 *   parse_flow.c   sequences, labels, selections, loops, blocks, unless
 *   parse_loop.c   for and select
 *   parse_inline.c inlines: definition and call
 *
 * A syntax error is reported once and stops the token stream; every loop must therefore end at T_EOF. Other errors are
 * reported and parsing continues; in both cases the tree is discarded. Functions never return NULL where the tree requires
 * a node. */
#ifndef FRONT_PROMELA_PARSE_H
#define FRONT_PROMELA_PARSE_H

#include "base/vec.h"
#include "front/promela/ast.h"
#include "front/promela/scope.h"
#include "front/promela/stream.h"

/* These bound the recursion of the parser, and of everything that walks the tree. A chain of operators is as deep a tree as
 * it is long: with a small stack only so many are accepted that each has OPERATOR_STACK bytes. */
enum { NESTING_MAX = 1000, OPERATORS_MAX = 50000, OPERATOR_STACK = 1024, STRUCT_NESTING_MAX = 64 };

struct parser {
  struct ast_model *model;
  struct arena *arena;              /* the model's */
  struct diag *diag;
  struct names names;
  struct tokens tokens;
  struct stream stream;
  struct scope *globals, *scope;
  struct ast_proc *proc;            /* the process being parsed, or NULL */
  bool at_top;                      /* before the first statement of the process */
  VEC (struct token) gotos;         /* labels the process jumps to */
  int loops;                        /* loops around the current statement */
  int nesting;                      /* depth of recursion */
  int expressions;                  /* expressions currently open */
  int operators, max_operators;     /* operators of the outermost open expression, and their limit */
  int inlines, claims, typedefs;    /* number of definitions so far */
  bool has_init, has_trace;
  VEC (struct ast_sym *) global_list;
  VEC (struct ast_proc *) proc_list;
  VEC (struct ast_ltl *) ltl_list;
  VEC (struct ast_mtype) mtype_list;
  VEC (struct token_slice) ltl_blocks;   /* the texts of ltl_list; parsed last, as formulas may refer to later declarations */
};

/* ---- tokens (parse.c) ---- */

static inline enum tok
peek (struct parser *p)
{
  return stream_peek (&p->stream)->kind;
}

static inline struct token
take (struct parser *p)
{
  return stream_take (&p->stream);
}

struct pos parse_here (struct parser *);
bool parse_accept (struct parser *, enum tok);
/* Takes a token of that kind, or reports that it was expected; `where` completes the sentence. */
struct token parse_expect (struct parser *, enum tok, const char *where);
/* Reports the lookahead as unexpected and stops the stream. */
void parse_expected (struct parser *, const char *what);
/* Enters a level of recursion; false after a message: too deep. Every enter has its leave. */
bool parse_enter (struct parser *);
void parse_leave (struct parser *);

/* ---- units (parse_unit.c) ---- */

void parse_unit (struct parser *);
void parse_ltl (struct parser *, struct ast_ltl *, struct token_slice);

/* ---- declarations (parse_decl.c) ---- */

enum decl_kind { DECL_GLOBAL, DECL_LOCAL, DECL_PARAM, DECL_FIELD };

/* A growing list of symbols. */
struct sym_list {
  struct ast_sym **data;
  size_t count, room;
};

bool parse_at_decl (struct parser *);
/* One declaration, `byte a, b`, its symbols appended to the list. */
void parse_decl (struct parser *, enum decl_kind, struct sym_list *);
/* The N of `[N]`: a constant expression, or an initialised variable, whose initial value is used; if_zero: the result if
 * that is 0 or less. */
int parse_bound (struct parser *, int if_zero);

/* ---- expressions (parse_expr.c, parse_ref.c) ---- */

struct ast_expr *parse_new_expr (struct parser *, enum ast_op, struct pos);
struct ast_expr *parse_const (struct parser *, struct pos, int32_t);
/* The constant that the token denotes, with its name if it is an mtype constant. */
struct ast_expr *parse_const_token (struct parser *, struct token);
/* An expression in which full(q) and the like may occur, under && and ||. */
struct ast_expr *parse_full_expr (struct parser *);
/* An expression without them; left: its first operand if that was read already. */
struct ast_expr *parse_expr (struct parser *);
struct ast_expr *parse_full_expr_from (struct parser *, struct ast_expr *left);
/* An expression, or a whole structure. */
struct ast_expr *parse_arg (struct parser *);
/* The same, or `_`: an argument of an inline, or of a send in a trace. */
struct ast_expr *parse_any_arg (struct parser *);
struct ast_expr **parse_args (struct parser *, int *count);
void parse_check_value (struct parser *, const struct ast_expr *);

struct ast_expr *parse_primary_word (struct parser *);
/* A variable with index and fields, `_`, or a predefined name such as _pid. */
struct ast_expr *parse_ref (struct parser *);
struct ast_expr *parse_ref_from (struct parser *, struct token name, bool whole_array);
/* `?[...]` after a channel, if present. */
struct ast_expr *parse_poll (struct parser *, struct ast_expr *channel, struct token query);
struct ast_expr **parse_receive_args (struct parser *, int *count);
void parse_check_channel (struct parser *, const struct ast_expr *);
void parse_check_assignable (struct parser *, const struct ast_expr *);

/* ---- statements (parse_stmt.c, parse_flow.c, parse_inline.c) ---- */

struct ast_stmt *parse_new_stmt (struct parser *, enum ast_stmt_kind, const struct token *at);
struct ast_stmt *parse_skip (struct parser *, const struct token *at);
/* A statement that begins with this name, which was consumed already. */
struct ast_stmt *parse_named_stmt (struct parser *, struct token name);
/* assert, printf, a condition, ... : every statement that is not control flow. */
struct ast_stmt *parse_basic_stmt (struct parser *);
struct ast_stmt *parse_stmt (struct parser *);
/* '{' statements '}' of a process. */
struct ast_seq *parse_body (struct parser *);
/* The same inside a process, with a scope of its own. `where` as in parse_expect. */
struct ast_seq *parse_braced (struct parser *, const char *where);
/* Attaches the sequences to the statement; second may be NULL. */
struct ast_stmt *parse_with_seqs (struct parser *, struct ast_stmt *, struct ast_seq *first, struct ast_seq *second);
struct ast_stmt *parse_for (struct parser *);
struct ast_stmt *parse_select (struct parser *);
void parse_inline_def (struct parser *);
/* `f (args)`, where f is the next token: its body. */
struct ast_stmt *parse_inline_call (struct parser *, struct ast_expr *result);

#endif
