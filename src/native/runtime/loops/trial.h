/* Trials: a thread is run from its announced operation, to see where that leads, and put back (trial.c). */
#ifndef NATIVE_RUNTIME_LOOPS_TRIAL_H
#define NATIVE_RUNTIME_LOOPS_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "native/runtime/core/memory.h"
#include "native/runtime/core/thread.h"
#include "native/runtime/memory_model/race.h"

#define TRIAL_OPERATIONS 13       /* at a location */
#define TRIAL_STATES 256          /* of a trial of whole iterations */

/* Where a trial ends, if not before, at the first thing that cannot be taken back: */
enum trial_kind {
  TRIAL_NEXT,                     /* at the next operation */
  TRIAL_ROUND,                    /* in a state in which the trial has been */
  TRIAL_VALUES,                   /* at an operation on the location for which there is no value any more: each gets the next one */
  TRIAL_CONSTANT                  /* as ROUND; the location keeps the value that it gets first, and the trial does not leave it */
};

struct trial_outcome {
  bool is_pure;                   /* the loop goes round for as long as all values stay, or the thread is where an outer loop began */
  bool is_lost;                   /* ROUND: it did not end */
  /* of VALUES and CONSTANT */
  bool is_known;
  bool leaves;                    /* the loop; else it has come to a state of it */
  bool is_plain;                  /* plain memory was read */
  bool writes, changes;           /* the last operation on the location: it, and its value */
  uint32_t operations;            /* on the location */
  uint64_t end, place;            /* digest of the state in which it ended, or of how it left; the operation in that state */
  uint64_t store;                 /* place of the store that it left with; 0: it did not */
  uintptr_t cell;                 /* of that */
};

struct rt_trial {
  struct rt_thread *thread;
  enum trial_kind kind;
  uintptr_t address;              /* of the location */
  uint32_t bytes, nvalues;
  const uint64_t *values;
  bool in_call;                   /* a function of the library touches memory for the program */
  bool goes_on;                   /* the operation that is described will be done at once */
  bool fenced;
  int acquired, last;             /* how strongly the operations on the location before the last, and the last, acquire */
  uint64_t by;                    /* the last: where it stands, and its order */
  struct trial_outcome outcome;
  uint32_t nstates;
  uint64_t *states;               /* that the trial has been in: room for TRIAL_STATES */
};

static inline uint64_t
trial_load (uintptr_t address, uint32_t bytes)
{
  uint64_t value = 0;
  rt_memcpy (&value, (const void *) address, bytes);
  return value;
}

/* ---- by the exploration: the thread has announced an operation on one location ---- */
struct trial_outcome trial_run (struct rt_thread *, enum trial_kind, const uint64_t *values, uint32_t count);

/* ---- in the thread that is tried ---- */
static inline bool trial_is_at (const struct rt_trial *t) { return t->kind >= TRIAL_VALUES; }   /* one location, which it may change */
void trial_comes_to (struct rt_thread *, uintptr_t address);   /* a read is about to be announced; the trial goes on, or ends */
bool trial_goes_on (void);        /* an operation is announced: it is done at once. Else the trial ends */
void trial_access (uintptr_t address, size_t bytes, bool is_plain, bool write, uint64_t pc);
void trial_did (const struct rt_atomic *);
void trial_fence (void);

#endif
