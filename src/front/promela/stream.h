/* The parser's token stream, with one token of lookahead.
 *
 * Three transformations are applied to the lexer's tokens. Each is done as late as possible, because it depends on what was
 * parsed before:
 *   - names become constants, type names, process names or inlines;
 *   - the body of an inline replaces its call, arguments replace parameters
 *     (as text: an argument is not expanded again);
 *   - a ';' is inserted where SPIN implies one: at the end of a line inside a
 *     sequence with no open parenthesis, after `else`, and after most '}'.
 * A token must therefore not be peeked at before the parser has set the state it depends on.
 *
 * After stream_stop every token is T_EOF: a syntax error ends all loops of the parser in this way. */
#ifndef FRONT_PROMELA_STREAM_H
#define FRONT_PROMELA_STREAM_H

#include "base/vec.h"
#include "front/promela/lex.h"

enum { INLINE_MAX_PARAMS = 64 };

struct token_slice {
  const struct token *data;
  size_t count;
};

struct inline_def {
  const char *name;
  struct pos pos;
  struct name *params[INLINE_MAX_PARAMS];
  int nparams;
  struct token_slice body;          /* with its braces */
  int number;                       /* 1, 2, ... in order of definition */
  bool active;                      /* being expanded: a recursive call would never end */
};

/* One call of an inline. */
struct expansion {
  struct inline_def *def;
  struct ast_expr *result;          /* `x = f ()`: x */
  const struct token_slice *args;   /* one per parameter */
};

/* A source of tokens: the text, an inline's body, or an argument. */
struct frame {
  struct token_slice tokens;
  size_t next;
  int expansion;                    /* 0: the text */
  bool is_argument;
  struct pos pos;                   /* position of the parameter that it replaces */
};

struct stream {
  struct diag *diag;
  VEC (struct frame) frames;
  VEC (struct expansion) expansions;   /* [0] is unused */
  size_t expanded;                  /* number of tokens from inlines */

  struct token token, held;         /* the lookahead, and the token displaced by an implied ';' */
  bool has_token, has_held;
  enum tok last;                    /* the token before the lookahead */
  int parens;                       /* open '(' */
  bool in_sequence;                 /* a newline may be a ';' (set by the parser) */
  bool stopped;

  struct tokens *record;            /* consumed tokens are copied here, if set */
};

void stream_init (struct stream *, struct tokens *, struct diag *);
void stream_release (struct stream *);
void stream_stop (struct stream *);

const struct token *stream_peek (struct stream *);
struct token stream_take (struct stream *);

/* Takes the tokens from the next '{' to its '}' verbatim. Not inside an inline. Count 0: the next token is no '{', or the
 * block is never closed. */
struct token_slice stream_take_raw_block (struct stream *);

/* Continues with the body of the inline. Its arguments must outlive the stream. False after a message (recursion, or too
 * much text). */
bool stream_expand (struct stream *, struct expansion, struct pos call);

/* Continues with these tokens, then the end of the file. */
void stream_restart (struct stream *, struct token_slice);

#endif
