/* The runtime: a program's threads as coroutines under the control of an
 * exploration that runs in the same process. This header and its like are for
 * the files of this directory only; the rest of Mazurka includes explorer.h.
 *
 * An execution starts by restoring the program's memory as it was before main
 * (snapshot.h, heap.h) and forgetting all threads but the first. A thread
 * announces each visible operation (operation.h), which hands control to the
 * exploration and returns when the thread has been chosen; it then executes the
 * operation and continues up to the next one.
 *
 *     layout.h      addresses, limits          race.h, undo.h     data races
 *     thread.h      a thread                   section.h          atomic sections
 *     operation.h   what threads announce      sync.h             mutexes, conditions, ...
 *     exec.h        struct exec over them      halt.h, notes.h    failures, remarks
 *     replay.h      repeating steps            forked.h           a process for each execution
 */
#ifndef NATIVE_RUNTIME_CORE_RT_H
#define NATIVE_RUNTIME_CORE_RT_H

#include "model/exec.h"
#include "native/runtime/state/forked.h"
#include "native/runtime/core/halt.h"
#include "native/runtime/core/layout.h"
#include "native/runtime/core/memory.h"
#include "native/runtime/records/notes.h"
#include "native/runtime/core/operation.h"
#include "native/runtime/program/program.h"
#include "native/runtime/memory_model/race.h"
#include "native/runtime/core/replay.h"
#include "native/runtime/core/section.h"
#include "native/runtime/core/thread.h"
#include "native/wire.h"

/* The state of one execution, apart from the threads. */
struct rt_run {
  size_t depth;                   /* steps executed */
  bool exited;                    /* the process called exit, or returned from main */
  int status;                     /* with this */
  bool cut, failed;               /* a thread was halted */
  bool unseen;                    /* a function was called that may have changed state outside the fingerprints */
  uint64_t tickets;               /* given to waiters so far: order of arrival */
  uint64_t signals;               /* pending for the process */
  uint64_t marks;                 /* propositions of mz_prop that hold: a bit for each of orders.observed */
  struct rt_thread *section;      /* the thread in an atomic section, or NULL */
};

struct rt {
  struct exec exec;               /* first */
  struct wire_orders orders;
  const struct wire_choice *given;   /* orders.nsteps steps to repeat */
  struct rt_supervisor supervisor;
  struct rt_program program;
  struct rt_forked forked;
  struct rt_sections sections;
  struct rt_loops loops;
  struct rt_trial *trial;         /* NULL unless a thread runs in a trial */
  /* between the exploration and the threads */
  struct rt_thread *current;      /* NULL: the exploration runs */
  void *explorer_sp;
  uintptr_t explorer_fs, fs_now;  /* the exploration runs with the thread pointer of the thread that ran last */
  void *again[5];                 /* the start of the exploration, for __builtin_longjmp */
  uint64_t restarts[WIRE_RESTART_COUNT];   /* of the exploration, by reason */
  double begun;                   /* when the first exploration began, in seconds; 0: not yet */
  bool replaying;                 /* a prefix is repeated: its steps were checked before */
  uint32_t modes;                 /* what is known of the program: bits of enum rt_mode */
  bool fresh;                     /* no execution has been started yet */
  struct rt_replay replay;
  struct rt_run run;
  struct rt_thread *threads;      /* RT_THREADS */
  size_t nthreads;                /* numbers in use, over all executions */
  thread_id (*child)[RT_THREADS]; /* [creator][n] -> number + 1 */
  uintptr_t called;               /* the runtime's frame of the program's last call: the program's own frames are above it */
  struct rt_step step;
  uint64_t steps;                 /* of all executions: shows the supervisor that there is progress */
  volatile int interrupt;         /* the supervisor asks for an end */
  struct rt_failure failure;
  struct rt_thread *unwound;      /* the thread whose stack is being unwound after a crash */
  struct snapshot *snapshot;
  struct kernel *kernel;
  struct checkpoints *checkpoints;   /* NULL: none was made yet */
  struct disk_table *disk;        /* what is known of the real files */
  struct undo *undo;
  struct races *races;
  struct clocks *clocks;
  struct robust *robust;
  bool slept_waiting, time_asked; /* in some execution: time.c */
  bool has_weak;                  /* there are weak atomics, and robustness was to be proved */
  bool weak;                      /* ... and still is to be proved */
  struct tls *tls;
  struct reuse *reuse;            /* addresses and ids that are given out again */
  bool allocates[RT_THREADS];     /* the thread has allocated memory in some execution */
  struct fingerprints *fingerprints;   /* NULL: states are not stored */
  struct footprint *footprint;
  struct rt_changes *changes;     /* NULL: memory has not been compared (changes.c) */
  bool looking;                   /* a thread that is switched to only computes the fingerprint of its stack */
  struct watch *watch;            /* NULL: nothing is watched */
  struct distinct *ends;          /* NULL: nothing was observed */
};

/* The one global variable: set before main, never changed. It exists because the program's calls pass no context.
 * Hidden visibility makes accesses direct, without the global offset table. */
extern struct rt *rt __attribute__ ((visibility ("hidden")));

static inline uint64_t
rt_called (const void *frame, uint64_t pc)
{
  if (rt)
    rt->called = (uintptr_t) frame;
  return pc;
}

/* The next effect cannot be undone: a trial ends here. */
static inline void
trial_stop (void)
{
  if (rt && rt->trial)
    trial_end ();
}

static inline struct rt_thread *rt_self (void) { return rt->current; }

/* NULL: before main, or the exploration runs. */
static inline struct rt_thread *rt_caller (void) { return rt ? rt->current : NULL; }

#endif
