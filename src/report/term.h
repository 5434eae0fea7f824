/* Output for users: colours, the width of the terminal, numbers with units.
 *
 * Without colours term_on returns "", so styles have no effect. */
#ifndef REPORT_TERM_H
#define REPORT_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/clean.h"
#include "base/diag.h"
#include "base/str.h"

struct term {
  FILE *out;
  bool color, tty;
  size_t width;                   /* columns; 80 if unknown */
};

enum style { STYLE_BAD, STYLE_GOOD, STYLE_UNSURE, STYLE_STRONG, STYLE_DIM, STYLE_VALUE };

void term_init (struct term *, FILE *, int color);     /* color: a COLOR_* constant of the options */
const char *term_on (const struct term *, enum style);
const char *term_off (const struct term *);

/* 9343 -> "9,343"; 4100000 -> "4.1 MB"; 0.123 -> "0.12 s"; each appended. */
void add_count (struct str *, uint64_t);
void add_bytes (struct str *, uint64_t);
void add_seconds (struct str *, double);
/* "1 state", "9,343 states" */
void add_counted (struct str *, uint64_t, const char *singular);

/* "file:line", without the directories of the file. */
void add_place (struct str *, struct pos);
/* A word quoted for a shell if needed. */
void add_quoted (struct str *, const char *word);

/* Columns the text takes (UTF-8, no wide characters). */
size_t text_width (const char *);
/* Appends the text cut to `most` columns, with an ellipsis if it was cut. */
void add_cut (struct str *, const char *text, size_t most);
/* Appends spaces up to the column, counted from byte `start` of the string. */
void add_padding (struct str *, size_t column);

#endif
