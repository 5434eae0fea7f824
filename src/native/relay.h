/* What a program writes while it is replayed. It gets pipes, and what is read from them goes on: had it our own standard output, it
 * could empty the file that this is, read the terminal, or change how others that have it open read and write. */
#ifndef NATIVE_RELAY_H
#define NATIVE_RELAY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct relay {
  int to, ends[2];                /* the program has ends[1] */
  int error;                      /* errno of what could not be passed on */
  bool runs;
  atomic_bool is_over;
  pthread_t thread;
};

/* False: there is no room for it. */
bool relay_begin (struct relay *, int to);
/* When nobody writes any more: what is in the pipe goes on. An errno: not all of it did. */
int relay_end (struct relay *);
/* Are the two the same file? Then one relay keeps the order. */
bool relay_is_same (int, int);

#endif
