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
typedef uint32_t rt_holder_fn (const void *object);   /* the holder's number plus one, 0: none; for messages */

/* A lock that the thread holds for reading. */
struct rt_shared { const void *lock; uint32_t count; };

/* The state of a thread in one execution; it is cleared when another starts.
 *
 *     F (type, name, dimensions, part)
 *
 * `part` says how a field enters the two comparisons of states. Every field must have one, so that none is forgotten: a
 * waiting loop is back in the same state only if everything is equal that its thread can read again (signature.c), and two
 * stored states are equal only if everything is equal that decides what follows (fingerprint.c).
 *
 *     FIXED     given when the thread starts, and never changed
 *     OWN       only the thread itself changes it, and its later steps depend on it: in both comparisons
 *     OTHERS    other threads change it, too: part of a stored state, but not of a loop's state, because a thread that
 *               reads it announces an operation that touches it
 *     NEXT      its next operation: compared by its code address and its arguments (sum_operation, signature_of)
 *     CLOCK     virtual time: part of a stored state if the program reads clocks. Not of a loop's state: a loop that
 *               sleeps is a waiting loop, under the assumption about time that the verdict names; a loop that reads a
 *               clock is not (time.c)
 *     LISTED    a list or its length: the elements in use are compared one by one
 *     STACK     the control state: registers and the live part of the stack are compared
 *     CHECKER   the checker's own, which no thread can read
 *
 * What libc keeps for a thread (errno, its locale, the message of dlerror, exceptions in flight) lies in the thread-local
 * storage below and at fs, and is compared as memory (tls_differences), with the control bits and flags of floating point
 * (rt_floating). What the kernel would keep for a thread is here: signal masks, signal stacks, scheduling attributes.
 * Names are objects of steps (threads.c). */
#define RT_THREAD_FIELDS(F)                                                                                           \
  F (thread_id, id,, FIXED)                                                                                           \
  F (thread_id, creator,, FIXED)                                                                                      \
  F (uint32_t, nth,, FIXED)                      /* number among its creator's children */                                      \
  F (thread_id, name,, FIXED)                    /* its pthread_t (reuse_pthread): as a rule its id */            \
  F (uint32_t, takes,, OTHERS)                   /* name of the thread it creates, plus one; 0: a new name */ \
  F (uint32_t, events,, CHECKER)                 /* allocations, frees and creations since its last step (reuse.c) */ \
  F (uint32_t, children,, OWN)                   /* created so far */                                                 \
  F (uint32_t, files,, OWN)                      /* file descriptions and nodes created so far */                               \
  F (enum rt_state, state,, OTHERS)                                                                                   \
  F (uint64_t, failed_at,, CHECKER)              /* 0: at its last operation */                                       \
  F (void *, sp,, STACK)                         /* its stack pointer, while it does not run */                       \
  F (uintptr_t, stack_end,, FIXED)               /* the lowest address of its stack */                                \
  F (uintptr_t, stack_limit,, CHECKER)           /* the same, less the room that red zones take (hooks.c) */          \
  F (uintptr_t, called,, CHECKER)                /* the frame of the program's call that announced its operation; 0: not known */ \
  F (bool, has_guests,, CHECKER)                 /* other threads have used its stack */                              \
  F (uintptr_t, fs,, FIXED)                      /* its thread-local storage */                                       \
  F (struct op, op,, NEXT)                                                                                            \
  F (struct access, access, [RT_ACCESSES], NEXT)                                                                      \
  F (rt_ready_fn *, ready,, NEXT)                /* NULL: always */                                                   \
  F (rt_ways_fn *, ways,, NEXT)                  /* NULL: one */                                                      \
  F (rt_holder_fn *, holder,, NEXT)              /* NULL: the object has no holder */                               \
  F (uint32_t, size,, NEXT)                      /* of the memory its operation touches, 0: none */                   \
  F (uintptr_t, memory,, NEXT)                   /* its address */                                                    \
  F (uint32_t, alternative,, NEXT)               /* the one that was chosen */                                        \
  F (void *, object,, NEXT)                      /* argument of ready and ways: the mutex, the thread, ... */         \
  F (uint64_t, operand,, NEXT)                   /* digest of the operands of an atomic access */                     \
  F (uint64_t, count,, NEXT)                     /* number of choices; at a barrier: its generation; in a join: the thread */ \
  /* waiting at a condition variable */                                                                               \
  F (void *, condition,, NEXT)                                                                                        \
  F (uint64_t, ticket,, NEXT)                    /* order of arrival */                                               \
  F (bool, woken,, NEXT)                                                                                              \
  F (bool, spurious,, OWN)                       /* its last weak compare-exchange failed spuriously */                    \
  F (uint32_t, futex_mask,, NEXT)                /* of a waker: bits of the waiters to wake */                             \
  /* as a pthread */                                                                                                  \
  F (rt_routine_fn *, routine,, FIXED)                                                                                \
  F (void *, argument,, FIXED)                                                                                        \
  F (void *, result,, OWN)                                                                                            \
  F (bool, detached,, OTHERS)                                                                                         \
  F (bool, joined,, OTHERS)                                                                                           \
  F (bool, was_last,, OTHERS)                    /* it ended as the last thread and exits: a thread that ends later is last again, as in glibc */   \
  /* cancel.c: cancellation requested; disabled; its operation is a cancellation point, whose own condition is waits_for */ \
  F (uint32_t, cancelled,, OTHERS)                                                                                    \
  F (bool, uncancellable,, OWN)                                                                                       \
  F (bool, may_be_cancelled,, NEXT)                                                                                   \
  F (bool, exits,, OWN)                                                                                               \
  F (rt_ready_fn *, waits_for,, NEXT)                                                                                 \
  F (_Alignas (16) unsigned char, unwinding, [32], CHECKER)   /* the unwinder's data while it exits, see cleanup.c */      \
  F (uint64_t, signal_mask,, OWN)                /* blocked: calls_signal.c */                                        \
  F (uint64_t, signals,, OTHERS)                 /* pending for this thread */                                   \
  F (void *, signal_stack,, OWN)                 /* of sigaltstack: signal_stack.c */                                 \
  F (size_t, signal_stack_bytes,, OWN)           /* 0: none */                                                        \
  F (uint32_t, signal_stack_flags,, OWN)                                                                              \
  F (uint64_t, schedule,, OTHERS)                /* policy, priority, processors: a struct schedule */                \
  F (void *, cleanup,, OWN)                      /* handlers of pthread_cleanup_push, innermost first */              \
  F (void *, destructors,, OWN)                  /* of C++'s thread-local objects, latest first */                    \
  F (uint32_t, nshared,, LISTED)                 /* locks held for reading */                                         \
  F (uint64_t, again,, OWN)                      /* digest of the counts of recursive mutexes that it holds more than once */     \
  F (uint64_t, time,, CLOCK)                     /* virtual, in nanoseconds: its own, see time.c */                   \
  F (uint64_t, clock_reads,, CLOCK)                                                                                   \
  F (uint64_t, random,, OWN)                     /* state of rand */                                                  \
  F (bool, inside,, OWN)                         /* in an atomic section */                                           \
  F (uint32_t, section_depth,, OWN)              /* depth of calls of the function that is the section; 0: the section is no function */ \
  /* with a process for each execution: published by the child */                                                     \
  F (bool, can_go,, CHECKER)                                                                                          \
  F (bool, is_stuck,, CHECKER)                                                                                        \
  F (uint32_t, nways,, CHECKER)                                                                                       \
  F (uint32_t, held_by,, CHECKER)                                                                                     \
  F (bool, missed,, OTHERS)                      /* it spins, and a condition it polls was signalled */               \
  F (uint64_t, observed,, OWN)                   /* digest of its values given to mz_observe */                       \
  F (struct rt_entry, entry,, CHECKER)                                                                                \
  F (struct rt_spin, spin,, CHECKER)                                                                                  \
  F (struct rt_await, await,, CHECKER)                                                                                \
  F (uint64_t, writes,, CHECKER)                 /* made so far: a waiting loop makes none */                         \
  F (uint32_t, held,, CHECKER)                   /* locks it holds (spin_holds) */                                    \
  F (uint32_t, least,, CHECKER)                  /* ... the minimum since the loop was first seen */                  \
  F (uint32_t, depth,, STACK)                    /* of the call stack; frames beyond RT_FRAMES are not kept */        \
  F (uintptr_t, left_low,, CHECKER)              /* the lowest of blocks of alloca and of frames left by jumps; 0: none (zones.c) */ \
  F (void *, values, [RT_KEYS], LISTED)          /* from here on not cleared at a start, except values of keys in use */                  \
  F (struct rt_shared, shared, [RT_SHARED], LISTED)                                                                   \
  F (struct rt_visit, visits, [RT_VISITS], CHECKER)   /* await.nvisits of them */                                     \
  F (struct rt_poll, polls, [RT_POLLS], CHECKER)      /* await.npolls */                                              \
  F (uint64_t, frames, [RT_FRAMES], STACK)                                                                            \
  F (uintptr_t, levels, [RT_FRAMES], STACK)      /* the stack pointer at each: longjmp leaves frames without a call of the hook */

struct rt_thread {
#define F(type, name, dimensions, part) type name dimensions;
  RT_THREAD_FIELDS (F)
#undef F
};

static inline void spin_broken (struct rt_thread *t) { t->writes++; }       /* the thread writes: it is not just waiting */

/* Called after the thread has acquired (spin_holds) or released (spin_gives) a lock and the lock's memory has changed. */
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

/* A thread that waits only to be the last one counts as ended: see exit_as_last. */
static inline bool rt_has_ended (const struct rt_thread *t) { return t->state == RT_ENDED || (t->state == RT_ALIVE && t->op.kind == NATIVE_LAST); }

static inline bool rt_ready (struct rt_thread *t) { return !t->ready || t->ready (t); }

/* rt_is_programs: the code address is in the program itself, not in the runtime or a
 * library. rt_last_call: the call made by the thread's innermost instrumented function. */
bool rt_is_programs (uintptr_t pc);        /* signals.c */
static inline uint64_t
rt_last_call (const struct rt_thread *t)
{
  /* the frame recorded at entry is the one from which it calls: its return address is next to the saved frame pointer */
  return t->depth && t->depth <= RT_FRAMES ? ((const uint64_t *) (t->levels[t->depth - 1] & ~(uintptr_t) 7))[1] : 0;
}

/* ---- coroutine.c ---- */
struct rt_thread *rt_new_thread (struct rt_thread *creator);
void rt_set_stack (struct rt_thread *, size_t bytes);   /* else it has the default */
void rt_start_execution (void);            /* memory as before main, and the first thread alone */
void rt_run_on (struct rt_thread *);       /* makes it the current thread; the caller switches to it */
void rt_enter_thread (void);               /* the first function on its stack */
void rt_give_way (struct rt_thread *);     /* it has reached its next operation, or its end */

#endif
