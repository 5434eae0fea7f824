/* Opens input files. A model, a trace, a list of tests may name a pipe, a device or a file without end: opening must not
 * block, and reading must end. Files of the system itself (/proc, /dev/null) are not opened here. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdint.h>
#include <stdio.h>

enum { FILE_MOST_TEXT = 64 << 20 };                      /* limit on files that people write */
static const uint64_t file_most_program = 4ull << 30;    /* ... and on files that compilers and checks write: executables, traces */

/* Opens a regular file of at most so many bytes for reading. NULL: *why is the reason, to follow "cannot read it: "; errno
 * is EISDIR for a folder. */
FILE *file_open (const char *path, uint64_t most, const char **why);

/* Its present size; it may grow. */
uint64_t file_bytes (FILE *);

struct str;

/* Appends what the descriptor's file has from its beginning, until about so many bytes are in the text. */
void file_add (struct str *, int fd, uint64_t most);

#endif
