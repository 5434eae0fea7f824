/* What of a program was linked without instrumentation, as `mazurka cc` noted. */
#ifndef NATIVE_UNSEEN_H
#define NATIVE_UNSEEN_H

#include <stdbool.h>
#include <stddef.h>

struct unseen {
  char *path;                     /* of an object, or of a source with assembly in it */
  int line;                       /* 0: the whole object */
};

struct unseen_list {              /* of the executable and of the libraries that are loaded with it */
  struct unseen *data;            /* heap */
  size_t count, room;
  bool left_out;                  /* some unit was compiled without our plugin: what the compiler leaves out of its instrumentation was not seen */
  bool no_zones;                  /* ... or without red zones around its objects */
};

void unseen_find (const char *executable, struct unseen_list *);
void unseen_release (struct unseen_list *);

#endif
