/* Output files that another process may write: one that runs several engines and takes the files of the first with an answer
 * (portfolio.c), or one that knows which files the user has named (protocol_child.c). Their contents are appended to one
 * unnamed file. */
#ifndef CLI_STAGED_H
#define CLI_STAGED_H

#include "base/whole_file.h"

struct staged_file {
  FILE *stream;
  char *path;                     /* heap; NULL: it is not staged */
  struct whole_file whole;
};

/* Such a file, in memory. NULL: errno. */
FILE *staged_new (void);

/* From now on this process appends all output files to `all`. */
void staged_into (FILE *all);

/* Begins the file, or its staged copy. False: see errno. */
bool staged_begin (struct staged_file *, const char *path);

/* False: it could not be written completely, and no file was changed. */
bool staged_end (struct staged_file *, bool is_complete);

/* Copies so many bytes; false if there are fewer, or they cannot be written. */
bool staged_copy (FILE *from, FILE *to, size_t length);

/* Writes all files that another process has appended, as this process writes files, up to the first that is refused. False, after
 * a message, if one was refused, or a wanted one could not be written. NULL: all are wanted. */
enum staged_fate { STAGED_REFUSED, STAGED_WANTED, STAGED_OPTIONAL };
typedef enum staged_fate staged_may_fn (void *context, const char *path);
bool staged_write (FILE *all, staged_may_fn *, void *context);

#endif
