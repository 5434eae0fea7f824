/* Text that others wrote, as people may see it.
 *
 * Names of files, messages of a program under test, values in a list of tests: any of them may hold bytes that a terminal takes
 * for commands, or marks that show text in another order than it is stored. Whatever is printed for people goes through here.
 */
#ifndef BASE_CLEAN_H
#define BASE_CLEAN_H

#include <stdarg.h>
#include <stdio.h>

#include "base/str.h"

/* Appends the text on one line: control characters (C0, DEL, C1), bytes that are no UTF-8 and marks that turn the direction of
 * writing are written as escapes: \n, \t, \x1b, \u202e. */
void add_clean (struct str *, const char *text);
/* The same for text of several lines, of a compiler for instance: newlines and tabs stay. */
void add_clean_lines (struct str *, const char *text);

/* Prints one line, clean but for the newline at its end. */
void clean_print (FILE *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

#endif
