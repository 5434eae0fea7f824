/* What of a program was linked without instrumentation, as `mazurka cc` noted. */
#ifndef NATIVE_UNSEEN_H
#define NATIVE_UNSEEN_H

#include <stddef.h>

struct unseen {
  char *path;                     /* of an object, or of a source with assembly in it */
  int line;                       /* 0: the whole object */
};

/* Of the executable and of the libraries that are loaded with it. On the heap. */
size_t unseen_find (const char *executable, struct unseen **);
void unseen_release (struct unseen *, size_t);

#endif
