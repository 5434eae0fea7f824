/* The state of a thread as a digest of 64 bits: as far as it is the thread's alone, and it may look at it again. */
#ifndef NATIVE_RUNTIME_STATE_SIGNATURE_H
#define NATIVE_RUNTIME_STATE_SIGNATURE_H

#include <stdint.h>

struct rt_thread;

/* The program's frame that has called from a place: where its stack ends, and the registers that calls keep. */
struct frame {
  uint64_t place;
  uintptr_t stack;                /* 0: the frame was not found */
  uint64_t registers;
};

struct frame frame_at (uint64_t place);                    /* on the stack that it is called on */
uint64_t signature_of (struct rt_thread *);                /* which runs, and describes an operation; 0: not known */
uint64_t signature_at (struct rt_thread *, uint64_t place);   /* where the program has called us from there */
uint64_t signature_of_memory (void);                       /* of all but stacks */

#endif
