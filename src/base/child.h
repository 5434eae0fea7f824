/* Another program that works for us: a preprocessor, a compiler. It ends when we end.
 *
 * It runs in a process group of its own, with nothing to read from the terminal. When its time is over, or a signal comes that ends
 * us, the whole group is ended; the signal then does to us what it would have done. It may neither fill the memory nor write
 * files without end: sources include whatever their authors like.
 */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <sys/types.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"

struct child {
  char *const *argv;
  const char *const *environment; /* "NAME=VALUE", in addition, until NULL; NULL: nothing */
  FILE *out, *said;               /* get standard output and standard error; NULL: ours */
  double seconds;                 /* after which it is ended; 0: CHILD_SECONDS */
  uint64_t most_bytes;            /* of each file that it writes; 0: child_bytes */
  uint64_t most_memory;           /* of each of its processes; 0: half of the machine's, child_bytes at most */
};

enum { CHILD_SECONDS = 600 };     /* nothing that ends takes so long */
static const uint64_t child_bytes = 4ull << 30;

enum child_end { CHILD_DONE, CHILD_FAILED, CHILD_MISSING, CHILD_NO_PROCESS, CHILD_LATE, CHILD_TOO_MUCH, CHILD_STOPPED };

enum child_end child_run (const struct child *);

/* In a process that was just forked by `parent`: the signal comes when that ends, or has ended already. */
void child_follow (pid_t parent, int signal);

/* What is said of an end that the program itself does not explain; NULL: it has explained it. */
const char *child_why (enum child_end);
/* Says it, after "what: ", and nothing of an end that the program has explained. */
void child_complain (enum child_end, const char *what, struct diag *, struct pos);

/* Copies what a program said to the stream (NULL: to none), clean (base/clean.h), from the beginning; lines that `skips` takes are left out. */
void child_repeat (FILE *said, FILE *to, bool (*skips) (void *context, const char *line), void *context);

#endif
