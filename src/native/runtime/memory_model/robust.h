/* Robustness: whether C11's weak memory allows executions that sequential consistency
 * does not. See robust.c, and docs/memory-model.md for the proof. */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_H
#define NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_H

#include "native/runtime/memory_model/race.h"
#include "native/runtime/core/rt.h"

void robust_init (void);
void robust_end (void);                    /* the first doubt was reported: the check is turned off */
void robust_again (void);                  /* the exploration restarts for another reason: the check is turned on again */
void robust_begin (void);                  /* the program has weak atomics: the exploration restarts with the check */

/* An access of this order is about to be announced. Accesses before the first
 * thread is created happen before everything else, and do not matter. */
static inline void
robust_meets (int order)
{
  if (order != __ATOMIC_SEQ_CST && !rt->has_weak && rt->threads[0].children)
    robust_begin ();
}

/* Of the current thread, with rt->weak: */
uint32_t robust_unit (const struct rt_atomic *);   /* the access is split into accesses of this many bytes */
void robust_check (const struct rt_atomic *);    /* called before the clocks are updated */
void robust_record (const struct rt_atomic *);   /* called after its acquire and before its release */
void robust_fence (bool seq_cst);                /* called after its acquire and before its release */
void robust_futex_wait (const void *word);       /* the wait's barrier, before it reads the word */
void robust_futex_wake (const void *word);       /* the wake's barrier, before it looks for sleepers */
void robust_synchronise (thread_id);             /* before it acquires or releases an object that is not atomic memory */
void robust_before (const struct rt_thread *);   /* before its operation is executed */
void robust_after (const struct rt_thread *);    /* after its operation was executed as rt->step describes */

#endif
