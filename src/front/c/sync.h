/* What operations on locks and the like have in common. */
#ifndef FRONT_C_SYNC_H
#define FRONT_C_SYNC_H

#include "front/c/calls.h"

enum { E_PERM = 1, E_BUSY = 16, E_DEADLK = 35, E_TIMED_OUT = 110 };

/* The n-th cell of the object that the argument names, as a visible operation, and what it holds. False: taken care of. */
bool sync_begin (struct walker *, struct path *, LLVMValueRef pointer, uint32_t nth, enum pg_sync, struct cell *, struct pg_expr **now);
/* The cell that the second argument names. Asked before sync_begin. False: taken care of. */
bool sync_second (struct walker *, struct path *, LLVMValueRef call, struct cell *);
void sync_misuse_unless (struct walker *, struct path *, struct pg_expr *ok, const char *text);
/* A copy of the path under a condition, after which the call returns the number. */
void sync_returns_if (struct walker *, const struct path *, struct pg_expr *cond, int64_t value);
/* The same where the thread did not get what it wanted: it is not ordered after whoever has it. */
void sync_refused (struct walker *, struct path *, struct pg_expr *cond, int64_t value);

const struct call_entry *mutex_find (const char *name);

static inline struct pg_expr *
number (struct walker *w, const struct cell *c, uint64_t v)
{
  return x_const (w->c, c->leaf->bits, v);
}

static inline uint64_t
self (const struct walker *w)
{
  return w->thread + 1u;
}

static inline uint64_t
own_bit (const struct walker *w)
{
  return (uint64_t) 1 << w->thread;
}

#endif
