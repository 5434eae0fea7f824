/* Tokens of the Hanoi format, and label expressions. */
#ifndef LTL_HOA_LEX_H
#define LTL_HOA_LEX_H

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"
#include "ltl/cube.h"

enum hoa_kind {
  HOA_END,                        /* end of the text */
  HOA_HEADER,                     /* name: */
  HOA_NAME,
  HOA_ALIAS,                      /* @name */
  HOA_INT,
  HOA_STRING,
  HOA_BODY, HOA_STOP, HOA_ABORT,  /* --BODY-- --END-- --ABORT-- */
  HOA_CHAR                        /* any other character, in value */
};

struct hoa_alias {
  char *name;
  struct label label;
};

struct hoa {
  const char *at, *end;           /* after the current token */
  struct pos pos;                 /* position of `at` */
  struct diag *diag;
  enum hoa_kind kind;             /* the current token */
  struct pos token_pos;
  struct str text;                /* name, string without quotes */
  uint32_t value;                 /* HOA_INT, HOA_CHAR */
  bool failed;                    /* an error was reported: from then on every token is HOA_END */
  uint32_t natoms;
  VEC (struct hoa_alias) aliases;
};

void hoa_advance (struct hoa *);
bool hoa_is_char (const struct hoa *, char);
bool hoa_take_char (struct hoa *, char);                 /* consumes the character if it is the current token */
void hoa_expect_char (struct hoa *, char);
void hoa_error (struct hoa *, const char *expected);     /* Reports "found ..., expected ..." at the current token. */
void hoa_fail (struct hoa *, struct pos, const char *what);

/* Parses a label expression over atoms 0 .. natoms - 1 and stops after it. The caller frees the label. */
struct label hoa_label (struct hoa *);

#endif
