/* What a program under test has told its supervisor, taken off the pipe.
 *
 * The program may be broken in any way, and the part of the checker inside it
 * with it: every record is checked before it is believed.
 *
 *     while (told_read (&told, fd) == TOLD_MORE) ...
 */
#ifndef NATIVE_TOLD_H
#define NATIVE_TOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "native/wire.h"

struct told_module {
  uint64_t base;
  char *path;                     /* heap */
  bool is_program;
};

struct told_finding {
  struct wire_finding head;
  char *message;                  /* heap, as all of the following */
  struct wire_step *steps;
  struct wire_thread *threads;
  uint64_t *frames;
};

struct told_name {
  uint64_t object;
  char *text;                     /* heap */
};

struct told {
  VEC (struct told_module) modules;
  VEC (struct told_finding) findings;
  VEC (struct told_name) names;   /* of objects that no symbol names */
  VEC (char *) notes;             /* heap */
  struct wire_progress progress;  /* the latest */
  bool is_done;
  struct wire_done done;
  char *reason;                   /* heap; of done */
  uint64_t memory;                /* the most its process had, in bytes; known at the end */
  const char *nonsense;           /* what was wrong with a record; NULL: nothing */
  VEC (unsigned char) pending;    /* the beginning of the next record */
};

enum told_state { TOLD_MORE, TOLD_NOTHING_YET, TOLD_END };

/* Takes what is in the pipe (non-blocking). TOLD_END: closed, or nonsense came. */
enum told_state told_read (struct told *, int fd);
void told_release (struct told *);

#endif
