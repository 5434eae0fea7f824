/* A thread of the program under test: a coroutine with its next operation. */
#ifndef NATIVE_RUNTIME_THREAD_H
#define NATIVE_RUNTIME_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"
#include "native/runtime/await.h"
#include "native/runtime/layout.h"
#include "native/runtime/spin.h"

enum rt_state { RT_ABSENT, RT_ALIVE, RT_ENDED, RT_CUT, RT_FAILED, RT_SPINS };   /* SPINS: see spin.c */

typedef bool rt_ready_fn (struct rt_thread *);
typedef uint32_t rt_ways_fn (struct rt_thread *);
typedef uint32_t rt_holder_fn (const void *object);   /* number plus one, 0: nobody; for messages */

/* A lock that the thread holds for reading. */
struct rt_shared { const void *lock; uint32_t count; };

/* Of one execution: forgotten when another starts. */
struct rt_thread {
  thread_id id, creator;
  uint32_t children;              /* created so far */
  uint32_t files;                 /* made so far: descriptions, nodes */
  enum rt_state state;
  uint64_t failed_at;             /* 0: at its last operation */
  void *sp;                       /* where it stands, when it does not run */
  uintptr_t stack_end;            /* the lowest address that is its stack */
  bool has_guests;                /* other threads have used its stack */
  uintptr_t fs;                   /* its thread-local storage */
  struct op op;                   /* its next operation */
  struct access access[RT_ACCESSES];
  rt_ready_fn *ready;             /* NULL: always */
  rt_ways_fn *ways;               /* NULL: one */
  rt_holder_fn *holder;           /* NULL: nobody can hold the object */
  uint32_t size;                  /* of the memory its operation touches, 0: none */
  uintptr_t memory;               /* its address */
  uint32_t alternative;           /* chosen */
  void *object;                   /* of ready and ways: the mutex, the thread, ... */
  uint64_t operand;               /* digest of what an atomic access was given */
  uint64_t count;                 /* of ways: choices; of barriers: the generation */
  /* waiting at a condition variable */
  void *condition;
  uint64_t ticket;                /* order of arrival */
  bool woken, timed;
  bool spurious;                  /* its last weak comparison failed for nothing */
  uint32_t futex_mask;            /* of a waker: which waiters it means */
  /* as a pthread */
  void *(*routine) (void *);
  void *argument, *result;
  bool detached, joined;
  /* cancel.c: asked to end; not to be asked now; its operation may end it instead, which else waits for this */
  uint32_t cancelled;
  bool uncancellable, may_be_cancelled, exits;
  rt_ready_fn *waits_for;
  _Alignas (16) unsigned char unwinding[32];   /* the unwinder's, see cleanup.c */
  uint64_t signal_mask, signals;  /* blocked; sent to it and not taken yet: calls_signal.c */
  void *cleanup;                  /* handlers of pthread_cleanup_push, innermost first */
  void *destructors;              /* of C++'s thread-local objects, latest first */
  uint32_t nshared;               /* locks held for reading */
  uint64_t time, clock_reads;     /* virtual, in nanoseconds: its own, see time.c */
  uint64_t random;                /* state of rand */
  bool inside;                    /* in an atomic section */
  uint32_t section_depth;         /* of the call stack in the function that is the section; 0: none is */
  /* of forked executions: published by the child */
  bool can_go, is_stuck;
  uint32_t nways, held_by;
  bool missed;                    /* it spins, and somebody has signalled where it waits */
  uint64_t observed;              /* digest of what it said it has seen */
  struct rt_entry entry;
  struct rt_spin spin;
  struct rt_await await;
  uint64_t writes;                /* a busy-waiting loop does none */
  uint32_t held, least;           /* locks, and the fewest since the loop was seen */
  uint32_t depth;                 /* of the call stack; frames beyond RT_FRAMES are not kept */
  void *values[RT_KEYS];          /* from here on cleared as far as there are keys */
  struct rt_shared shared[RT_SHARED];
  uint64_t frames[RT_FRAMES];
  uintptr_t levels[RT_FRAMES];    /* where the stack was at each: a jump leaves frames without a word */
};

static inline void spin_broken (struct rt_thread *t) { t->writes++; }       /* the thread writes: no busy waiting */
static inline void spin_holds (struct rt_thread *t) { t->held++; t->await.nvisits = 0; t->await.tries.way = 0; }          /* it takes a lock, and gives one back */
static inline void spin_gives (struct rt_thread *t) { if (t->held-- == t->least) t->least--; t->await.nvisits = 0; t->await.tries.way = 0; }

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
