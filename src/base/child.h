/* A helper program: a preprocessor, a compiler. It ends when this process ends. It runs in a process group of its own,
 * without terminal input. When its time is over, or a signal arrives that ends this process, the whole group is ended; then
 * the signal has its usual effect. Memory and the size of written files are limited, because sources may include anything. */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <sys/types.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"

struct child {
  char *const *argv;
  const char *const *environment; /* additional "NAME=VALUE", terminated by NULL; NULL: none */
  FILE *out, *said;               /* for standard output and standard error; NULL: those of this process */
  double seconds;                 /* time limit; 0: CHILD_SECONDS */
  uint64_t most_bytes;            /* limit on each file that it writes; 0: child_bytes */
  uint64_t most_memory;           /* limit on each of its processes; 0: half of the machine's memory, at most child_bytes */
};

enum { CHILD_SECONDS = 600 };     /* default time limit */
static const uint64_t child_bytes = 4ull << 30;

enum child_end { CHILD_DONE, CHILD_FAILED, CHILD_MISSING, CHILD_NO_PROCESS, CHILD_LATE, CHILD_TOO_MUCH, CHILD_STOPPED };

enum child_end child_run (const struct child *);

/* To be called in a process just forked by `parent`: it receives the signal when the parent ends, or if it has ended
 * already. */
void child_follow (pid_t parent, int signal);

/* A message for an end that the program itself does not explain; NULL: it does. */
const char *child_why (enum child_end);
/* Reports this message as "what: message"; nothing if the program has explained its end. */
void child_complain (enum child_end, const char *what, struct diag *, struct pos);

/* Copies the messages of a program to the stream (NULL: to none), clean (base/clean.h), from the beginning; lines for which
 * `skips` is true are left out. */
void child_repeat (FILE *said, FILE *to, bool (*skips) (void *context, const char *line), void *context);

#endif
