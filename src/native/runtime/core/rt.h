/* The runtime: a program's threads as coroutines under the control of an
 * exploration that runs in the same process. This header and its like are for
 * the files of this directory only; the rest of the house sees explorer.h.
 *
 * An execution starts by restoring the program's memory as it was before main
 * (snapshot.h, heap.h) and forgetting all threads but the first. A thread
 * announces each visible operation (operation.h), which hands control to the
 * exploration and returns when the thread has been chosen; it then does the
 * operation and goes on to the next one.
 *
 *     layout.h      addresses, limits          race.h, undo.h     data races
 *     thread.h      a thread                   section.h          atomic sections
 *     operation.h   what threads announce      sync.h             mutexes, conditions, ...
 *     exec.h        struct exec over them      halt.h, notes.h    failing, saying something
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

/* Of one execution, beside the threads. */
struct rt_run {
  size_t depth;                   /* steps executed */
  bool exited;                    /* the process called exit, or returned from main */
  int status;                     /* with this */
  bool cut, failed;               /* a thread was halted */
  bool unseen;                    /* a function was called that may have changed what is not looked at */
  uint64_t tickets;
  uint64_t signals;               /* sent to the process and not taken yet */
  uint64_t marks;                 /* propositions of mz_prop that hold: a bit for each of orders.observed */
  struct rt_thread *section;      /* who is in an atomic section, NULL: nobody */
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
  uintptr_t explorer_fs, fs_now;  /* the exploration leaves the thread pointer as the last thread had it */
  void *again[5];                 /* where the exploration starts, for __builtin_longjmp */
  uint64_t restarts[WIRE_RESTART_COUNT];   /* how often it started again */
  double begun;                   /* when the first exploration did, in seconds; 0: not yet */
  bool replaying;                 /* the prefix is repeated: nothing is checked again */
  uint32_t modes;                 /* what is known of the program: bits of enum rt_mode */
  bool fresh;                     /* no execution was started yet */
  struct rt_replay replay;
  struct rt_run run;
  struct rt_thread *threads;      /* RT_THREADS */
  size_t nthreads;                /* numbers in use, over all executions */
  thread_id (*child)[RT_THREADS]; /* [creator][n] -> number + 1 */
  uintptr_t called;               /* the frame in which the last call of the program was met: above it is where that goes on */
  struct rt_step step;
  uint64_t steps;                 /* of all executions: a sign of life */
  volatile int interrupt;         /* the supervisor wants it to end */
  struct rt_failure failure;
  struct rt_thread *unwound;      /* whose stack is being looked at, after a crash */
  struct snapshot *snapshot;
  struct kernel *kernel;
  struct checkpoints *checkpoints;   /* NULL: none was made yet */
  struct disk_table *disk;        /* what is known of it */
  struct undo *undo;
  struct races *races;
  struct clocks *clocks;
  struct robust *robust;
  bool slept_waiting, time_asked; /* in some execution: time.c */
  bool has_weak;                  /* atomics, and robustness against them was to be proved */
  bool weak;                      /* ... and still is */
  struct tls *tls;
  struct reuse *reuse;            /* addresses and ids that come back */
  bool allocates[RT_THREADS];     /* the thread has done so, in some execution */
  struct fingerprints *fingerprints;   /* NULL: nobody stores states */
  struct footprint *footprint;
  struct rt_changes *changes;     /* NULL: nobody has looked (changes.c) */
  bool looking;                   /* a thread that is switched to only says where it stands */
  struct watch *watch;            /* NULL: nothing is watched */
  struct distinct *ends;          /* NULL: nothing was observed */
};

/* The one global: set before main, never changed; the program's calls bring no context. Hidden, for it is looked at
 * everywhere, and need not be looked for first. */
extern struct rt *rt __attribute__ ((visibility ("hidden")));

static inline uint64_t
rt_called (const void *frame, uint64_t pc)
{
  if (rt)
    rt->called = (uintptr_t) frame;
  return pc;
}

/* What comes now cannot be taken back: a trial ends here. */
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
