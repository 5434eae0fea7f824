/* Output of a program while it is replayed. The program writes to pipes, whose contents are copied to standard output and error:
 * with these descriptors themselves it could truncate the file, read the terminal, or change flags that other processes share. */
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

/* False: no pipe, or no thread, could be created. A process that goes on as a copy of this one (fork without exec) is forked
 * between the two: it must not inherit locks that the thread holds. */
bool relay_open (struct relay *, int to);
bool relay_start (struct relay *);
/* Called after all writers have ended: copies the rest of the pipe. Returns an errno if not everything was copied. */
int relay_end (struct relay *);
/* True if the two are the same file: then one relay for both keeps the order. */
bool relay_is_same (int, int);

#endif
