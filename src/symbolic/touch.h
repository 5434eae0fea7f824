/* What processes touch: at a location now, and from there on later.
 *
 * Objects are numbered: the cells of global variables, channels, the process table, and what of a process others may look at (its
 * variables, its location). A set of objects is a bit set. "Now" is what the next step of a process at the location may
 * touch, whichever of its edges it takes and whether that is executable; of an atomic sequence, the whole of it.
 * "Later" is what it, and the processes it creates, may ever touch from there on.
 */
#ifndef SYMBOLIC_TOUCH_H
#define SYMBOLIC_TOUCH_H

#include "base/bits.h"
#include "symbolic/parts.h"

struct touched {
  uint64_t *reads, *writes;
};

struct touch_type {
  struct touched *now, *later;    /* by location */
  struct touched **avoiding;      /* by lock and location: what can be touched later without taking the lock */
  uint64_t *held;                 /* by location: locks (a word of bits) that the process certainly has there */
  bool *sticky;                   /* by location: its next step may close a cycle of its control graph */
  uint64_t *takes;                /* by edge: locks that must be free for it */
};

/* Numbers of objects: the first of each kind. */
struct touch_objects {
  uint32_t channels, processes, frames, locations, count;      /* cells of global variables come first */
  uint32_t *of_frame;             /* by process type: its variables */
  bool *remote;                   /* of what belongs to a process: others look at it */
};

struct touch {
  const struct parts *p;
  struct touch_objects o;
  size_t words;
  struct arena arena;
  struct touch_type **types;      /* by slot and type */
  VEC (uint32_t) locks;           /* cells that are locks (locks.c); at most 64 */
  uint64_t exact;                 /* those that are 0 while no process certainly has them: a word of bits */
  bool hopeless;                  /* something depends on everything: there is nothing to gain */
};

/* What the property looks at. */
struct seen {
  uint64_t *objects;
  bool all;                       /* it looks at locations or channels: every step counts */
};

void seen_init (struct seen *, const struct touch *);
void seen_release (struct seen *);
bool seen_step (const struct seen *, const struct touch *, const struct touch_type *, uint32_t loc);     /* the next step there may be visible */

/* A reduction is wanted, and may be sound. */
bool touch_helps (const struct parts *);

void touch_init (struct touch *, const struct parts *, bool with_locks);
void touch_release (struct touch *);

/* locks.c: finds locks, what each edge takes, and what is held where. */
void touch_find_locks (struct touch *);

#endif
