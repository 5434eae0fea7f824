/* What processes touch: in the next step from a location, and later.
 *
 * Objects are numbered: the cells of global variables, channels, the process table, and what other processes may access of
 * a process (its variables, its location). A set of objects is a bit set. "Now" is what the next step of a process at the
 * location may touch, whichever of its edges it takes and whether or not that is executable; for an atomic sequence, all of
 * it. "Later" is what the process, and the processes it creates, may ever touch from there on. */
#ifndef SYMBOLIC_TOUCH_H
#define SYMBOLIC_TOUCH_H

#include "base/bits.h"
#include "symbolic/parts.h"

struct touched {
  uint64_t *reads, *writes;
};

struct touch_type {
  struct touched *now, *later;    /* by location */
  struct touched **avoiding;      /* by lock and location: what can be touched later without acquiring the lock */
  uint64_t *held;                 /* by location: locks (a word of bits) that the process certainly holds there */
  bool *sticky;                   /* by location: its next step may close a cycle of the control graph */
  uint64_t *takes;                /* by edge: locks that must be free for it */
};

/* Numbers of objects: the first of each kind. */
struct touch_objects {
  uint32_t channels, processes, frames, locations, count;      /* cells of global variables come first */
  uint32_t *of_frame;             /* by process type: first object of its variables */
  bool *remote;                   /* by object of a process: other processes access it */
};

struct touch {
  const struct parts *p;
  struct touch_objects o;
  size_t words;
  struct arena arena;
  struct touch_type **types;      /* by slot and type */
  VEC (uint32_t) locks;           /* cells that are locks (locks.c); at most 64 */
  uint64_t exact;                 /* locks that are 0 while no process certainly holds them: a word of bits */
  bool hopeless;                  /* something depends on everything: no reduction possible */
};

/* What the property observes. */
struct seen {
  uint64_t *objects;
  bool all;                       /* it observes locations or channels: every step is visible */
};

void seen_init (struct seen *, const struct touch *);
void seen_release (struct seen *);
bool seen_step (const struct seen *, const struct touch *, const struct touch_type *, uint32_t loc);     /* the next step there may be visible */

/* A reduction was requested, and can be sound. */
bool touch_helps (const struct parts *);

void touch_init (struct touch *, const struct parts *, bool with_locks);
void touch_release (struct touch *);

/* locks.c: finds locks, the locks that each edge acquires, and those held at each location. */
void touch_find_locks (struct touch *);

#endif
