/* Diagnostics: all messages about the input are reported through these functions. A front-end reports with
 * diag_error/diag_warning and continues or returns NULL; it never prints and never exits. The caller tests `errors`. Output
 * is "file:line:col: error: text" (without col if it is 0), one line, cleaned (base/clean.h). */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

/* A position in a source file. `file` lives as long as the model (arena). */
struct pos {
  const char *file;
  int line, col;
};

struct diag {
  FILE *out;           /* stream for messages; NULL: they are only counted */
  int errors, warnings;
  bool late;           /* diag_late was called: it is unknown whether the input is correct */
  int max_errors;      /* limit on printed errors; further ones are only counted; 0: 20 */
};

/* Reports that a compiler or another helper program did not end in time. Counts as an error, because there is no result to
 * continue with. */
void diag_late (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_error (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_warning (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
void diag_note (struct diag *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

#endif
