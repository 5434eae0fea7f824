/* The parts of a program that were linked without instrumentation, as recorded by `mazurka cc`. */
#ifndef NATIVE_UNSEEN_H
#define NATIVE_UNSEEN_H

#include <stdbool.h>
#include <stddef.h>

struct unseen {
  char *path;                     /* of an object, or of a source with assembly in it */
  int line;                       /* 0: the whole object */
};

struct unseen_list {              /* of the executable and its libraries */
  struct unseen *data;            /* heap */
  size_t count, room;
  bool left_out;                  /* some unit was compiled without the plugin: accesses that the compiler does not instrument are missing */
  bool no_zones;                  /* ... or without red zones around its objects */
};

void unseen_find (const char *executable, struct unseen_list *);
void unseen_release (struct unseen_list *);

#endif
