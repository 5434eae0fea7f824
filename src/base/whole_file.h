/* Files that are complete or absent: a reader sees the old contents or all of the new, however the process ends in between.
 *
 *     struct whole_file f;
 *     if (whole_file_begin (&f, path)) {
 *       fprintf (f.stream, ...);
 *       ok = whole_file_end (&f, is_complete);
 *     }
 *
 * The contents are written beside the target, into a file without a name where the file system supports it, synced, and
 * then get the target's name. Symbolic links are not followed: a link in place of the target is an error. A target that is
 * not a regular file (a device, a FIFO) is written directly, and so are "-", /dev/stdout, /dev/stderr and /dev/fd/N, which
 * mean the descriptor. */
#ifndef BASE_WHOLE_FILE_H
#define BASE_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct whole_file {
  FILE *stream;
  int fd, folder;                 /* the target's folder; -1: written directly */
  char *name;                     /* in the folder; heap */
  char beside[32];                /* its temporary name; "": none */
  mode_t mode;                    /* mode of the replaced file; 0: there is none */
  int error;                      /* errno of the first write that failed */
};

/* False: see errno; whole_file_end must not be called. */
bool whole_file_begin (struct whole_file *, const char *path);

/* Gives the file its name if it is complete; otherwise, and if that fails, the target is unchanged. True: the file is
 * there. False: see errno. */
bool whole_file_end (struct whole_file *, bool is_complete);

/* Whether the file can be written; false: see errno. Nothing is changed, and no FIFO is opened. */
bool whole_file_is_possible (const char *path);

/* The text of an error for a message. */
const char *whole_file_reason (int error);

#endif
