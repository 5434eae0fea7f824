/* The steps of the execution, to repeat and to describe.
 *
 * Rewinding restores the program's memory as before main, or as in a later state
 * that was kept (checkpoint.h), and repeats the steps that remain; each repeated operation must be the one that was recorded, or the
 * program is not repeatable and there is no verdict (pitfall 12). */
#ifndef NATIVE_RUNTIME_CORE_REPLAY_H
#define NATIVE_RUNTIME_CORE_REPLAY_H

#include "native/runtime/core/thread.h"
#include "native/wire.h"

struct rt_taken {
  struct wire_step step;
  size_t undo;                    /* height of the undo log before it */
  bool unknown;                   /* it, or one before, changed what is part of no fingerprint */
  uint64_t call;                  /* where the program called the library that did it; 0: it did it itself */
  uint64_t outcome;               /* where the fresh read of a retry loop led (retry.c), and what its iteration writes first */
  uintptr_t cell;
  uint64_t raced;                 /* its so-many-th plain access was a race, which halted the thread; 0: none */
};

struct rt_replay {
  struct rt_taken *taken;         /* the steps of the execution */
  size_t room;                    /* for so many */
  size_t to;                      /* how many to repeat */
  bool broken;                    /* the program is not repeatable: no verdict */
  uint64_t broken_at;             /* the code that it reached instead; 0: not known */
#ifndef NDEBUG
  uint64_t executions;            /* started so far */
#endif
};

void replay_record (const struct rt_thread *, uint32_t alternative);   /* it is about to do its operation */
struct rt_thread *replay_next (void);      /* of the next step to repeat, made ready to run; NULL: there is none */
void replay_again (size_t depth);          /* an execution that repeats so many steps */

#endif
