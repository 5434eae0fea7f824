/* A thread of the program under test: a coroutine with its next operation. */
#ifndef NATIVE_RUNTIME_CORE_THREAD_H
#define NATIVE_RUNTIME_CORE_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"
#include "native/runtime/core/layout.h"
#include "native/runtime/loops/loops.h"
#include "native/wire.h"

enum rt_state { RT_ABSENT, RT_ALIVE, RT_ENDED, RT_CUT, RT_FAILED, RT_SPINS };   /* SPINS: see spin.c */

typedef bool rt_ready_fn (struct rt_thread *);
typedef uint32_t rt_ways_fn (struct rt_thread *);
typedef void *rt_routine_fn (void *);
typedef uint32_t rt_holder_fn (const void *object);   /* number plus one, 0: nobody; for messages */

/* A lock that the thread holds for reading. */
struct rt_shared { const void *lock; uint32_t count; };

/* All that is kept of a thread, of one execution: forgotten when another starts.
 *
 *     F (type, name, dimensions, part)
 *
 * `part` says what a field is to those who compare states. Each must have one, so that none is forgotten: a waiting
 * loop leads back to the same state only if all is the same that its thread may look at again (signature.c), and stored
 * states are the same only if all is that decides what follows (fingerprint.c).
 *
 *     FIXED     given when the thread starts, and never changed
 *     OWN       only the thread itself changes it, and it decides what the thread does later: compared by both
 *     OTHERS    other threads change it, too. Part of a stored state. Not of what a loop leads back to: who looks at it
 *               announces an operation that touches it
 *     NEXT      its next operation: compared by place and by what it was given (sum_operation, signature_of)
 *     CLOCK     virtual time: part of a stored state where somebody asks for it. A loop that sleeps waits all the same:
 *               time is fixed by assumption, as the verdict says; a loop that asks for it does not wait (time.c)
 *     LISTED    of a list, or how long it is: compared one by one as far as it is in use
 *     STACK     where it stands: registers and the live stack are compared
 *     CHECKER   the checker's own, which no thread can see
 *
 * What libc keeps for a thread (errno, its locale, what dlerror will say, exceptions in flight) lies in the thread's storage
 * below and at fs, and is compared as memory (tls_differences), with the control and the flags of floating point
 * (rt_floating). What the kernel would keep for it is here: masks, signal stacks, how it is scheduled. Names are objects
 * of steps (threads.c). */
#define RT_THREAD_FIELDS(F)                                                                                           \
  F (thread_id, id,, FIXED)                                                                                           \
  F (thread_id, creator,, FIXED)                                                                                      \
  F (uint32_t, nth,, FIXED)                      /* of its creator's children */                                      \
  F (thread_id, name,, FIXED)                    /* its pthread_t (reuse_pthread): as a rule its id */            \
  F (uint32_t, takes,, OTHERS)                   /* one more than the name that the thread it creates will have; 0: a new one */ \
  F (uint32_t, events,, CHECKER)                 /* allocations, frees and creations since its last step (reuse.c) */ \
  F (uint32_t, children,, OWN)                   /* created so far */                                                 \
  F (uint32_t, files,, OWN)                      /* made so far: descriptions, nodes */                               \
  F (enum rt_state, state,, OTHERS)                                                                                   \
  F (uint64_t, failed_at,, CHECKER)              /* 0: at its last operation */                                       \
  F (void *, sp,, STACK)                         /* where it stands, when it does not run */                          \
  F (uintptr_t, stack_end,, FIXED)               /* the lowest address that is its stack */                           \
  F (uintptr_t, stack_limit,, CHECKER)           /* the same, with what red zones take (hooks.c) */                   \
  F (uintptr_t, called,, CHECKER)                /* where its stack was when it called us for its operation; 0: not known */ \
  F (bool, has_guests,, CHECKER)                 /* other threads have used its stack */                              \
  F (uintptr_t, fs,, FIXED)                      /* its thread-local storage */                                       \
  F (struct op, op,, NEXT)                                                                                            \
  F (struct access, access, [RT_ACCESSES], NEXT)                                                                      \
  F (rt_ready_fn *, ready,, NEXT)                /* NULL: always */                                                   \
  F (rt_ways_fn *, ways,, NEXT)                  /* NULL: one */                                                      \
  F (rt_holder_fn *, holder,, NEXT)              /* NULL: nobody can hold the object */                               \
  F (uint32_t, size,, NEXT)                      /* of the memory its operation touches, 0: none */                   \
  F (uintptr_t, memory,, NEXT)                   /* its address */                                                    \
  F (uint32_t, alternative,, NEXT)               /* chosen */                                                         \
  F (void *, object,, NEXT)                      /* of ready and ways: the mutex, the thread, ... */                  \
  F (uint64_t, operand,, NEXT)                   /* digest of what an atomic access was given */                      \
  F (uint64_t, count,, NEXT)                     /* of ways: choices; of barriers: the generation */                  \
  /* waiting at a condition variable */                                                                               \
  F (void *, condition,, NEXT)                                                                                        \
  F (uint64_t, ticket,, NEXT)                    /* order of arrival */                                               \
  F (bool, woken,, NEXT)                                                                                              \
  F (bool, spurious,, OWN)                       /* its last weak comparison failed for nothing */                    \
  F (uint32_t, futex_mask,, NEXT)                /* of a waker: which waiters it means */                             \
  /* as a pthread */                                                                                                  \
  F (rt_routine_fn *, routine,, FIXED)                                                                                \
  F (void *, argument,, FIXED)                                                                                        \
  F (void *, result,, OWN)                                                                                            \
  F (bool, detached,, OTHERS)                                                                                         \
  F (bool, joined,, OTHERS)                                                                                           \
  F (bool, was_last,, OTHERS)                    /* and exits: whoever ends later is the last again, as glibc counts */   \
  /* cancel.c: asked to end; not to be asked now; its operation may end it instead, which else waits for this */      \
  F (uint32_t, cancelled,, OTHERS)                                                                                    \
  F (bool, uncancellable,, OWN)                                                                                       \
  F (bool, may_be_cancelled,, NEXT)                                                                                   \
  F (bool, exits,, OWN)                                                                                               \
  F (rt_ready_fn *, waits_for,, NEXT)                                                                                 \
  F (_Alignas (16) unsigned char, unwinding, [32], CHECKER)   /* the unwinder's while it exits, see cleanup.c */      \
  F (uint64_t, signal_mask,, OWN)                /* blocked: calls_signal.c */                                        \
  F (uint64_t, signals,, OTHERS)                 /* sent to it and not taken yet */                                   \
  F (void *, signal_stack,, OWN)                 /* of sigaltstack: signal_stack.c */                                 \
  F (size_t, signal_stack_bytes,, OWN)           /* 0: none */                                                        \
  F (uint32_t, signal_stack_flags,, OWN)                                                                              \
  F (uint64_t, schedule,, OTHERS)                /* policy, priority, processors: a struct schedule */                \
  F (void *, cleanup,, OWN)                      /* handlers of pthread_cleanup_push, innermost first */              \
  F (void *, destructors,, OWN)                  /* of C++'s thread-local objects, latest first */                    \
  F (uint32_t, nshared,, LISTED)                 /* locks held for reading */                                         \
  F (uint64_t, again,, OWN)                      /* digest of how often it holds recursive mutexes beyond once */     \
  F (uint64_t, time,, CLOCK)                     /* virtual, in nanoseconds: its own, see time.c */                   \
  F (uint64_t, clock_reads,, CLOCK)                                                                                   \
  F (uint64_t, random,, OWN)                     /* state of rand */                                                  \
  F (bool, inside,, OWN)                         /* in an atomic section */                                           \
  F (uint32_t, section_depth,, OWN)              /* of the call stack in the function that is the section; 0: none is */ \
  /* of forked executions: published by the child */                                                                  \
  F (bool, can_go,, CHECKER)                                                                                          \
  F (bool, is_stuck,, CHECKER)                                                                                        \
  F (uint32_t, nways,, CHECKER)                                                                                       \
  F (uint32_t, held_by,, CHECKER)                                                                                     \
  F (bool, missed,, OTHERS)                      /* it spins, and somebody has signalled where it waits */            \
  F (uint64_t, observed,, OWN)                   /* digest of what it said it has seen */                             \
  F (struct rt_entry, entry,, CHECKER)                                                                                \
  F (struct rt_spin, spin,, CHECKER)                                                                                  \
  F (struct rt_await, await,, CHECKER)                                                                                \
  F (uint64_t, writes,, CHECKER)                 /* a busy-waiting loop does none */                                  \
  F (uint32_t, held,, CHECKER)                   /* locks: taking one, and giving it back, is a change (spin_holds) */ \
  F (uint32_t, least,, CHECKER)                  /* ... the fewest since the loop was seen */                         \
  F (uint32_t, depth,, STACK)                    /* of the call stack; frames beyond RT_FRAMES are not kept */        \
  F (uintptr_t, left_low,, CHECKER)              /* the lowest of blocks of alloca and of frames left by jumps; 0: none (zones.c) */ \
  F (void *, values, [RT_KEYS], LISTED)          /* from here on cleared as far as there are keys */                  \
  F (struct rt_shared, shared, [RT_SHARED], LISTED)                                                                   \
  F (struct rt_visit, visits, [RT_VISITS], CHECKER)   /* await.nvisits of them */                                     \
  F (struct rt_poll, polls, [RT_POLLS], CHECKER)      /* await.npolls */                                              \
  F (uint64_t, frames, [RT_FRAMES], STACK)                                                                            \
  F (uintptr_t, levels, [RT_FRAMES], STACK)      /* where the stack was at each: a jump leaves frames without a word */

struct rt_thread {
#define F(type, name, dimensions, part) type name dimensions;
  RT_THREAD_FIELDS (F)
#undef F
};

static inline void spin_broken (struct rt_thread *t) { t->writes++; }       /* the thread writes: no busy waiting */

/* It has taken a lock, and given one back: after the lock's memory was changed. */
static inline void
spin_holds (struct rt_thread *t)
{
  t->held++;
  t->await.nvisits = 0;
  t->await.retry.outcome = 0;
  if (t->spin.watched)
    spin_watch (t);
}

static inline void
spin_gives (struct rt_thread *t)
{
  if (t->held-- == t->least)
    t->least--;
  t->await.nvisits = 0;
  t->await.retry.outcome = 0;
  if (t->spin.watched)
    spin_watch (t);
}

/* One that waits only to be the last has ended, too: see exit_as_last. */
static inline bool rt_has_ended (const struct rt_thread *t) { return t->state == RT_ENDED || (t->state == RT_ALIVE && t->op.kind == NATIVE_LAST); }

static inline bool rt_ready (struct rt_thread *t) { return !t->ready || t->ready (t); }

/* Is it the program's own code, not the runtime's nor a library's? And where its
 * innermost function that the compiler instrumented has called another. */
bool rt_is_programs (uintptr_t pc);        /* signals.c */
static inline uint64_t
rt_last_call (const struct rt_thread *t)
{
  /* when it was entered, it called us from where it calls others */
  return t->depth && t->depth <= RT_FRAMES ? ((const uint64_t *) (t->levels[t->depth - 1] & ~(uintptr_t) 7))[1] : 0;
}

/* ---- coroutine.c ---- */
struct rt_thread *rt_new_thread (struct rt_thread *creator);
void rt_set_stack (struct rt_thread *, size_t bytes);   /* else it has the default */
void rt_start_execution (void);            /* memory as before main, and the first thread alone */
void rt_run_on (struct rt_thread *);       /* it is the one that runs now; the caller switches to it */
void rt_enter_thread (void);               /* the first function on its stack */
void rt_give_way (struct rt_thread *);     /* it has come to its next operation, or to its end */

#endif
