/* Files whose contents count only if this run's answer does: they are kept behind one another in a file without a name, and written
 * when the answer is known. */
#ifndef CLI_STAGED_H
#define CLI_STAGED_H

#include <stdbool.h>
#include <stdio.h>

/* Opens the file for writing; with `staged`, something that stands for it. NULL: errno says why it cannot be written. */
FILE *staged_open (FILE *staged, const char *path);

/* Closes what staged_open gave. False: it could not be written whole. */
bool staged_close (FILE *staged, const char *path, FILE *);

/* Writes all files that are kept there. False after a message. */
bool staged_write (FILE *staged);

#endif
