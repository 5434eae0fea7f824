/* Busy waiting: loops that only read are recognised, and halted (spin.c). */
#ifndef NATIVE_RUNTIME_LOOPS_SPIN_H
#define NATIVE_RUNTIME_LOOPS_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#include "native/runtime/core/layout.h"

struct rt_thread;

/* A value read in a loop that may be busy waiting. */
struct rt_read {
  uint64_t address, value;
  uint32_t size;
};

/* A function that the program has called from `place`, and that keeps registers next to its frame's address. */
struct rt_entry {
  uintptr_t frame;
  uint64_t place;
};

/* Yields and sleeps in a row, with no operation between: how many, and where the thread was at one of them. */
struct rt_yields {
  uint32_t count;
  uint64_t place, signature, writes;
};

struct rt_spin {
  uint64_t place, address, signature;   /* where the loop was seen, and the thread's state there (0: not looked at) */
  uint64_t previous;                    /* place of the last read */
  uint64_t writes;                      /* that the thread had done by then */
  uint32_t age;                         /* reads since then */
  uint32_t nreads;                      /* different ones; RT_READS + 1: too many */
  bool repeated;                        /* it has led back once already */
  bool unsteady;                        /* one of them gave two values */
  bool slept;                           /* since then */
  bool watched;                         /* code that is not instrumented may run now: memory is compared when it is over, */
  uint64_t memory;                      /* with this digest of when it began */
  struct rt_read reads[RT_READS];
  struct rt_yields yields;
};

/* `bytes` at address are the state of object, or are plain memory (NULL). */
void spin_before (struct rt_thread *, uintptr_t address);   /* a read is about to be announced */
void spin_yields (uint64_t place);                          /* the program gives way, or sleeps, and announces nothing */
void spin_read (struct rt_thread *, uintptr_t address, uint32_t bytes, uint64_t value);
void spin_taken (struct rt_thread *, const uint32_t *turns);   /* it took a lock that was taken *turns times by now */
void spin_watch (struct rt_thread *);           /* it goes on in the program's code, */
void spin_watched (struct rt_thread *);         /* and has come back to us */
uint64_t spin_signature (struct rt_thread *);   /* of the thread's state, as far as it is the thread's alone; 0: not known */
uint64_t spin_signature_at (struct rt_thread *, uint64_t place);   /* where the program has called us from there */
bool spin_is_stuck (const struct rt_thread *);   /* nothing that the halted loop waits for has changed */

#endif
