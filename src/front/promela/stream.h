/* The stream of tokens the parser sees, one token of lookahead.
 *
 * Three things happen between the text's tokens and the parser, all as late as
 * possible because they depend on what was parsed before:
 *   - names become constants, type names, process names or inlines;
 *   - the body of an inline takes the place of its call, arguments the place
 *     of parameters (as text: an argument is not looked at again);
 *   - a ';' appears where SPIN implies one: at the end of a line inside a
 *     sequence with no open parenthesis, after `else`, and after most '}'.
 * So a token must not be peeked at before the state it depends on is set.
 *
 * After stream_stop every token is T_EOF: that is how a syntax error ends all
 * loops of the parser.
 */
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
  bool active;                      /* being expanded: a call now would never end */
};

/* One call of an inline. */
struct expansion {
  struct inline_def *def;
  struct ast_expr *result;          /* `x = f ()`: x */
  const struct token_slice *args;   /* one per parameter */
};

/* Where tokens come from: the text, an inline's body, or an argument. */
struct frame {
  struct token_slice tokens;
  size_t next;
  int expansion;                    /* 0: the text */
  bool is_argument;
  struct pos pos;                   /* of the parameter it replaces, as its tokens' position */
};

struct stream {
  struct diag *diag;
  VEC (struct frame) frames;
  VEC (struct expansion) expansions;   /* [0] is unused */
  size_t expanded;                  /* tokens that came out of inlines */

  struct token token, held;         /* the lookahead, and what an implied ';' displaced */
  bool has_token, has_held;
  enum tok last;                    /* the token before the lookahead */
  int parens;                       /* open '(' */
  bool in_sequence;                 /* a line's end may be a ';' (set by the parser) */
  bool stopped;

  struct tokens *record;            /* tokens taken are copied here, if set */
};

void stream_init (struct stream *, struct tokens *, struct diag *);
void stream_release (struct stream *);
void stream_stop (struct stream *);

const struct token *stream_peek (struct stream *);
struct token stream_take (struct stream *);

/* Takes the tokens from the next '{' to its '}' as they are in the text,
 * without looking at them. Not inside an inline. Count 0: there is no '{'
 * next, or it is never closed. */
struct token_slice stream_take_raw_block (struct stream *);

/* The body of the inline comes next. Its arguments must outlive the stream.
 * False: reported (recursion, or too much text). */
bool stream_expand (struct stream *, struct expansion, struct pos call);

/* These tokens come next, then the end of the file. */
void stream_restart (struct stream *, struct token_slice);

#endif
