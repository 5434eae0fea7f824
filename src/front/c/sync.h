/* Common code of operations on locks and the like. */
#ifndef FRONT_C_SYNC_H
#define FRONT_C_SYNC_H

#include "front/c/calls.h"

enum { E_PERM = 1, E_BUSY = 16, E_INVALID = 22, E_DEADLK = 35, E_TIMED_OUT = 110 };

/* The value of a lock in allocated or local memory before it is initialised. */
enum { NEVER_MADE = 255 };

/* The n-th cell of the object that the argument points to, as a visible operation, and its contents. False: the path was
 * consumed. */
bool sync_begin (struct walker *, struct path *, LLVMValueRef pointer, enum pg_sync, struct cell *, struct pg_expr **now);
/* The cell that the second argument points to. To be called before sync_begin. False: the path was consumed. */
bool sync_second (struct walker *, struct path *, LLVMValueRef call, struct cell *);
/* The current contents of the cell. False: unknown, and the step has ended before the operation. */
bool sync_loaded (struct walker *, struct path *, const struct cell *, struct pg_expr **);
/* Checks and updates the object's nth cell, which is 1 after the object was destroyed. Using a destroyed object is an error,
 * except to initialise it (`making`). The cell gets the value `after`. False: the path was consumed. */
bool sync_lives (struct walker *, struct path *, LLVMValueRef pointer, uint32_t nth, bool making, bool after, const char *text);
/* Whether the object may be used before it was initialised: all but global objects, whose zeros are a valid value. */
bool sync_may_be_unmade (const struct walker *, const struct cell *);
void sync_misuse_unless (struct walker *, struct path *, struct pg_expr *ok, const char *text);
/* A copy of the path under a condition, on which the call returns the number. */
void sync_returns_if (struct walker *, const struct path *, struct pg_expr *cond, int64_t value);
/* The same where the thread did not acquire the object: it is not ordered after the holder. */
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
