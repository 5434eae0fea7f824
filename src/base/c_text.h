/* C source as text: positions of calls and conditions, for tools that name positions by line and column and for tools that
 * insert text there. Macros are not expanded; comments, strings and directives are skipped. */
#ifndef BASE_C_TEXT_H
#define BASE_C_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

/* "name (...)": offsets into the text. */
struct c_call {
  size_t name, name_end, open, close;   /* close: of the parenthesis itself */
  int line, col;                  /* of the closing parenthesis, from 1 */
  bool is_keyword;                /* if, while, for, switch: not a call */
  bool is_member;                 /* x.name (...) or x->name (...) */
};

struct c_text {
  const char *text;
  VEC (struct c_call) calls;      /* in the order of their closing parentheses */
  VEC (size_t) lines;             /* offset of the beginning of each line */
};

void c_text_init (struct c_text *, const char *text);
void c_text_release (struct c_text *);

/* The offset of the first token of the line that begins a statement (after `}`, `else` and labels), or of the token in that
 * column; SIZE_MAX: there is none. */
size_t c_text_statement (const struct c_text *, int line, int col);

/* The line and column of an offset. */
void c_text_place (const struct c_text *, size_t offset, int *line, int *col);

/* Whether the name before the parenthesis is exactly that word. */
bool c_text_is (const struct c_text *, const struct c_call *, const char *word);

#endif
