/* Tokens of a preprocessed Promela text.
 *
 * The whole text is split into tokens before parsing starts; whether a name is a type, a proctype or an inline is decided
 * later (stream.h), when the parser reads the token. Inside `ltl name { ... }` the operators of temporal logic are
 * recognised too. Invalid input becomes a T_BAD token with its own message, so that no error is reported for text that the
 * parser never reaches.
 *
 * Line markers of cpp (`# 12 "file"`) set the position of the following text. */
#ifndef FRONT_PROMELA_LEX_H
#define FRONT_PROMELA_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/mem.h"
#include "base/table.h"
#include "base/vec.h"

/* kind, its name in messages */
#define TOKENS(X)                                                                                            \
  X (T_EOF, "the end of the text") X (T_BAD, "bad text") X (T_NAME, "a name") X (T_CONST, "a constant")      \
  X (T_STRING, "a string") X (T_TYPENAME, "a type name") X (T_PROCNAME, "a process name")                    \
  X (T_INLINENAME, "the name of an inline")                                                                  \
  X (T_LPAREN, "'('") X (T_RPAREN, "')'") X (T_LBRACKET, "'['") X (T_RBRACKET, "']'")                        \
  X (T_LBRACE, "'{'") X (T_RBRACE, "'}'") X (T_SEMI, "';'") X (T_ARROW, "'->'") X (T_SEP, "'::'")            \
  X (T_COLON, "':'") X (T_COMMA, "','") X (T_DOT, "'.'") X (T_DOTDOT, "'..'") X (T_AT, "'@'")                \
  X (T_ASSIGN, "'='") X (T_INCR, "'++'") X (T_DECR, "'--'")                                                  \
  X (T_BANG, "'!'") X (T_BANGBANG, "'!!'") X (T_QUERY, "'?'") X (T_QUERYQUERY, "'\?\?'")                     \
  X (T_PLUS, "'+'") X (T_MINUS, "'-'") X (T_STAR, "'*'") X (T_SLASH, "'/'") X (T_PERCENT, "'%'")             \
  X (T_AMP, "'&'") X (T_BAR, "'|'") X (T_CARET, "'^'") X (T_TILDE, "'~'") X (T_SHL, "'<<'") X (T_SHR, "'>>'") \
  X (T_LT, "'<'") X (T_LE, "'<='") X (T_GT, "'>'") X (T_GE, "'>='") X (T_EQ, "'=='") X (T_NE, "'!='")        \
  X (T_ANDAND, "'&&'") X (T_OROR, "'||'")                                                                    \
  X (T_ALWAYS, "'[]'") X (T_EVENTUALLY, "'<>'") X (T_NEXT, "'X'") X (T_UNTIL, "'U'")                         \
  X (T_WEAK_UNTIL, "'W'") X (T_RELEASE, "'V'") X (T_IMPLIES, "'->'") X (T_EQUIV, "'<->'")                    \
  X (T_TYPE, "a type") X (T_VISIBILITY, "hidden, show or local") X (T_EMBEDDED_C, "embedded C")              \
  X (T_ACTIVE, "'active'") X (T_ASSERT, "'assert'") X (T_ATOMIC, "'atomic'") X (T_BREAK, "'break'")          \
  X (T_D_PROCTYPE, "'D_proctype'") X (T_D_STEP, "'d_step'") X (T_DO, "'do'") X (T_ELSE, "'else'")            \
  X (T_EMPTY, "'empty'") X (T_ENABLED, "'enabled'") X (T_EVAL, "'eval'") X (T_FI, "'fi'") X (T_FOR, "'for'") \
  X (T_FULL, "'full'") X (T_GET_PRIORITY, "'get_priority'") X (T_GOTO, "'goto'") X (T_IF, "'if'")            \
  X (T_INIT, "'init'") X (T_INLINE, "'inline'") X (T_LEN, "'len'") X (T_LTL, "'ltl'")                        \
  X (T_NEMPTY, "'nempty'") X (T_NEVER, "'never'") X (T_NFULL, "'nfull'") X (T_NOTRACE, "'notrace'")          \
  X (T_NP, "'np_'") X (T_OD, "'od'") X (T_OF, "'of'") X (T_PC_VALUE, "'pc_value'")                           \
  X (T_PRINTF, "'printf'") X (T_PRINTM, "'printm'") X (T_PRIORITY, "'priority'")                             \
  X (T_PROCTYPE, "'proctype'") X (T_PROVIDED, "'provided'") X (T_RETURN, "'return'") X (T_RUN, "'run'")      \
  X (T_SELECT, "'select'") X (T_SET_PRIORITY, "'set_priority'") X (T_TIMEOUT, "'timeout'")                   \
  X (T_TRACE, "'trace'") X (T_TYPEDEF, "'typedef'") X (T_UNLESS, "'unless'") X (T_XR, "'xr'") X (T_XS, "'xs'")

enum tok {
#define X(kind, text) kind,
  TOKENS (X)
#undef X
};

/* The name of a token kind in messages. */
const char *tok_text (enum tok);

/* A word of the text, one entry per spelling, with all its current meanings. The parser sets everything but `text`. */
struct name {
  const char *text;
  struct binding *binding;          /* innermost variable or label (scope.h) */
  struct ast_struct *type;          /* a typedef */
  int type_depth;                   /* nesting depth of its structures */
  struct inline_def *inlined;
  bool is_proc, is_claim, is_ltl;
  int field_of;                     /* number of the last typedef with such a field */
  int mtype_value;                  /* > 0: a constant of mtype_set */
  const char *mtype_set;
  const struct ast_proc *labelled;  /* the last process with a label of this name */
};

struct token {
  enum tok kind;
  bool newline;                     /* a newline precedes it */
  struct pos pos;
  int32_t value;                    /* T_CONST; T_TYPE: enum ast_type; T_VISIBILITY: 'h', 's', 'l' */
  int expansion;                    /* number of its inline expansion, 0: none (set by the stream) */
  struct name *name;                /* every word */
  const char *text;                 /* T_STRING: escapes resolved; T_BAD: the error; T_CONST: a warning or NULL */
};

/* A hash table of the words of a text. Empty if all zeros. */
struct names {
  struct arena *arena;              /* where new names live */
  VEC (struct name *) all;
  struct table numbers;             /* hash of a word -> its index in `all` */
};

struct name *names_get (struct names *, const char *text, size_t length);
void names_release (struct names *);

struct tokens {
  struct token *data;
  size_t count, room;
};

/* Appends the tokens of the text, the last one T_EOF. Positions, names and strings live in the arena. */
void lex_text (struct tokens *, struct names *, struct arena *, const char *file, const char *text, size_t length);

/* The same for one formula or expression given on its own. */
void lex_formula (struct tokens *, struct names *, struct arena *, const char *origin, const char *text,
                  size_t length, bool temporal);

#endif
