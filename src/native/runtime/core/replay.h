/* The steps of the execution, to repeat and to describe.
 *
 * Rewinding restores the program's memory as it was before main, or as in a later state
 * that was kept (checkpoint.h), and repeats the steps that remain. Each repeated operation
 * must be the one that was recorded; otherwise the program is not deterministic under a
 * given schedule, and there is no verdict. */
#ifndef NATIVE_RUNTIME_CORE_REPLAY_H
#define NATIVE_RUNTIME_CORE_REPLAY_H

#include "native/runtime/core/thread.h"
#include "native/wire.h"

struct rt_taken {
  struct wire_step step;
  size_t undo;                    /* height of the undo log before it */
  bool unknown;                   /* this step, or one before, changed something that fingerprints do not cover */
  uint64_t call;                  /* the program's call of the library function that executed it; 0: the program's own code */
  uint64_t outcome;               /* where the fresh read of a retry loop led (retry.c), and the first cell its iteration writes */
  uintptr_t cell;
  uint64_t raced;                 /* number of its plain access that raced and halted the thread; 0: none */
};

struct rt_replay {
  struct rt_taken *taken;         /* the steps of the execution */
  size_t room;                    /* allocated entries */
  size_t to;                      /* how many to repeat */
  bool broken;                    /* the program is not repeatable: no verdict */
  uint64_t broken_at;             /* the code that it reached instead; 0: not known */
#ifndef NDEBUG
  uint64_t executions;            /* started so far */
#endif
};

void replay_record (const struct rt_thread *, uint32_t alternative);   /* the thread is about to execute its operation */
struct rt_thread *replay_next (void);      /* the thread of the next step to repeat, ready to be switched to; NULL: none is left */
void replay_again (size_t depth);          /* starts an execution and repeats this many steps */

#endif
