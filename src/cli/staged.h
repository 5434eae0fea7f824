/* Output files that are written only if this run gives the answer: their contents are appended to one unnamed file, and
 * written when the answer is known. */
#ifndef CLI_STAGED_H
#define CLI_STAGED_H

#include "base/whole_file.h"

struct staged_file {
  FILE *stream, *staged;          /* staged NULL: write at once */
  const char *path;
  struct whole_file whole;
};

/* Begins the file, or its staged copy. False: see errno. */
bool staged_begin (struct staged_file *, FILE *staged, const char *path);

/* False: it could not be written completely, and no file was changed. */
bool staged_end (struct staged_file *, bool is_complete);

/* Copies so many bytes; false if there are fewer, or they cannot be written. */
bool staged_copy (FILE *from, FILE *to, size_t length);

/* Writes all staged files. False after a message. */
bool staged_write (FILE *staged);

#endif
