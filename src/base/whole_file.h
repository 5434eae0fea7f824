/* Files that are whole or absent: a reader sees what was there before or all of what was written, whatever ends the
 * process in between.
 *
 *     struct whole_file f;
 *     if (whole_file_begin (&f, path)) {
 *       fprintf (f.stream, ...);
 *       ok = whole_file_end (&f, is_complete);
 *     }
 *
 * The contents are written beside the target, into a file without a name where the file system has such files, synced,
 * and then take the target's name. Symbolic links are not followed: a link in the target's place is an error. What is no
 * regular file (a device, a FIFO) is written directly, and so are "-", /dev/stdout, /dev/stderr and /dev/fd/N, which
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
  char beside[32];                /* what the file is called until then; "" : nothing */
  mode_t mode;                    /* of the file that is replaced; 0: none is */
  int error;                      /* errno of the first write that failed */
};

/* False: errno says why, and there is nothing to end. */
bool whole_file_begin (struct whole_file *, const char *path);

/* Gives the file its name if it is complete; otherwise, and if that fails, nothing has changed. True: it is there.
 * False: errno says why. */
bool whole_file_end (struct whole_file *, bool is_complete);

/* Could it be written? False: errno. Nothing is changed, and no FIFO is opened. */
bool whole_file_is_possible (const char *path);

/* What went wrong, for a message. */
const char *whole_file_reason (int error);

#endif
