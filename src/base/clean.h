/* Makes text from untrusted sources printable. Names of files, messages of a program under test, values in a list of tests
 * may contain bytes that a terminal interprets as commands, or characters that change the displayed order of the text. All
 * output for users passes through these functions. */
#ifndef BASE_CLEAN_H
#define BASE_CLEAN_H

#include <stdarg.h>
#include <stdio.h>

#include "base/str.h"

/* Appends the text as one line: control characters (C0, DEL, C1), bytes that are not UTF-8 and characters that change the
 * writing direction become escapes: \n, \t, \x1b, \u202e. */
void add_clean (struct str *, const char *text);
/* The same for text of several lines, for example from a compiler: newlines and tabs remain. */
void add_clean_lines (struct str *, const char *text);

/* Prints one line, clean except for the newline at its end. */
void clean_print (FILE *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

#endif
