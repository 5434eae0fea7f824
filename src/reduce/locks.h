/* Global variables that are used as locks (locks.c).
 *
 *     l = locks_find (facts, inspector);          owned by facts->arena
 *     locks_acquired (l, proc, loc)               the place that a process at the location locks, or NULL
 *     locks_released (l, act)                     whether the action releases a lock */
#ifndef REDUCE_LOCKS_H
#define REDUCE_LOCKS_H

#include "model/facts.h"

struct lock_place {
  const struct pg_act *guard, *assign;
  const struct pg_place *place;
};

struct locks {
  const struct facts *f;
  bool *is_lock;                  /* per global variable */
  struct lock_place **acquires;   /* per process type and location; place NULL: none */
  struct inspector_expr **cell;        /* per lock variable and element: its value */
};

struct locks *locks_find (struct facts *, struct inspector *);
const struct lock_place *locks_acquired (const struct locks *, uint32_t proc, uint32_t loc);
bool locks_released (const struct locks *, const struct pg_act *);

#endif
