/* What operations on locks and the like have in common. */
#ifndef FRONT_C_SYNC_H
#define FRONT_C_SYNC_H

#include "front/c/calls.h"

enum { E_PERM = 1, E_BUSY = 16, E_INVALID = 22, E_DEADLK = 35, E_TIMED_OUT = 110 };

/* What holds a lock in memory of its own before it is initialised. */
enum { NEVER_MADE = 255 };

/* The n-th cell of the object that the argument names, as a visible operation, and what it holds. False: taken care of. */
bool sync_begin (struct walker *, struct path *, LLVMValueRef pointer, uint32_t nth, enum pg_sync, struct cell *, struct pg_expr **now);
/* The cell that the second argument names. Asked before sync_begin. False: taken care of. */
bool sync_second (struct walker *, struct path *, LLVMValueRef call, struct cell *);
/* What the cell holds by now. False: that is not known, and the step has ended before the operation. */
bool sync_loaded (struct walker *, struct path *, const struct cell *, struct pg_expr **);
/* The cell, the nth of the object, that says that it was destroyed: a mistake, but for `making` it anew; then it is as `after` says.
 * False: the path has been taken care of. */
bool sync_lives (struct walker *, struct path *, LLVMValueRef pointer, uint32_t nth, bool making, bool after, const char *text);
/* The object may be used before it was initialised, which shows. */
bool sync_may_be_unmade (const struct walker *, const struct cell *);
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
