/* Trials of what a thread would do (trial.c). */
#ifndef NATIVE_RUNTIME_LOOPS_TRIAL_H
#define NATIVE_RUNTIME_LOOPS_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "native/runtime/loops/path.h"
#include "native/runtime/core/thread.h"

#define TRIAL_STEPS 256           /* of a trial of whole turns */

struct rt_trial {
  struct rt_thread *thread;
  struct path *path;              /* with values that a location is given (turn.c); NULL: as they are */
  bool whole;                     /* it goes on to a state that it has been in itself */
  bool in_call;                   /* a function of the library touches memory for the program */
  bool goes_on;                   /* the operation that is described will be done at once */
  bool is_idle, is_lost;          /* lost: it did not end */
  uint32_t count;
  uint64_t seen[TRIAL_STEPS];     /* signatures */
};

void try_out (struct rt_thread *, struct rt_trial *);   /* from its announced operation to where the trial ends */

#endif
