/* Robustness: does memory weaker than sequential consistency add executions?
 * See robust.c, and docs/memory-model.md for the proof. */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_H
#define NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_H

#include "native/runtime/memory_model/race.h"
#include "native/runtime/core/rt.h"

void robust_init (void);
void robust_end (void);                    /* the first doubt was told: no more are wanted */
void robust_again (void);                  /* the exploration starts again for another reason */
void robust_begin (void);                  /* the program has weak atomics: the exploration starts again */

/* An access of this order is about to be announced. What comes before the first
 * thread is created happens before everything else. */
static inline void
robust_meets (int order)
{
  if (order != __ATOMIC_SEQ_CST && !rt->has_weak && rt->threads[0].children)
    robust_begin ();
}

/* Of the current thread, with rt->weak: */
uint32_t robust_unit (const struct rt_atomic *);   /* it counts as accesses of so many bytes */
void robust_check (const struct rt_atomic *);    /* before happens-before learns of it */
void robust_record (const struct rt_atomic *);   /* after it has acquired, before it releases */
void robust_fence (bool seq_cst);                /* the same */
void robust_futex_wait (const void *word);       /* its barrier, before it looks at the word */
void robust_futex_wake (const void *word);       /* its barrier, before it looks for who sleeps */
void robust_synchronise (thread_id);             /* it is about to acquire from or release to something that is no atomic */
void robust_before (const struct rt_thread *);   /* its operation is done now */
void robust_after (const struct rt_thread *);    /* it was done, as rt->step says */

#endif
