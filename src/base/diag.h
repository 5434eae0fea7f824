/* Diagnostics: the one way a message about the input reaches the user.
 *
 * A front-end reports with diag_error/diag_warning and goes on or returns
 * NULL; it never prints and never exits. The caller looks at `errors`.
 * Output is "file:line:col: error: text" (col left out when 0), one line, clean
 * of what terminals take for commands (base/clean.h).
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdio.h>

/* A place in a source file. `file` lives as long as the model (arena). */
struct pos {
  const char *file;
  int line, col;
};

struct diag {
  FILE *out;           /* where messages go; NULL: counted only */
  int errors, warnings;
  int max_errors;      /* after so many errors further ones are counted, not printed; 0: 20 */
};

void diag_error (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_warning (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_note (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

#endif
