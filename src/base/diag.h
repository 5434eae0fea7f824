/* Diagnostics: the one way a message about the input reaches the user.
 *
 * A front-end reports with diag_error/diag_warning and goes on or returns
 * NULL; it never prints and never exits. The caller looks at `errors`.
 * Output is "file:line:col: error: text" (col left out when 0), one line, clean
 * of what terminals take for commands (base/clean.h).
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

/* A place in a source file. `file` lives as long as the model (arena). */
struct pos {
  const char *file;
  int line, col;
};

struct diag {
  FILE *out;           /* where messages go; NULL: counted only */
  int errors, warnings;
  bool late;           /* diag_late was called: nothing is wrong with the input as far as is known, and nothing right */
  int max_errors;      /* after so many errors further ones are counted, not printed; 0: 20 */
};

/* A compiler or another program that works for us did not end in time. Counts as an error: there is nothing to go on with. */
void diag_late (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_error (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_warning (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_note (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

#endif
