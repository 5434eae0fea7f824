/* Files whose contents count only if this run's answer does: they are kept behind one another in a file without a name, and written
 * when the answer is known. */
#ifndef CLI_STAGED_H
#define CLI_STAGED_H

#include "base/whole_file.h"

struct staged_file {
  FILE *stream, *staged;          /* staged NULL: it is written at once */
  const char *path;
  struct whole_file whole;
};

/* Begins the file, or with `staged` something that stands for it. False: errno says why it cannot be written. */
bool staged_begin (struct staged_file *, FILE *staged, const char *path);

/* False: it could not be written whole, and nothing is changed. */
bool staged_end (struct staged_file *, bool is_complete);

/* Writes all files that are kept there. False after a message. */
bool staged_write (FILE *staged);

#endif
