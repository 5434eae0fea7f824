/* Happens-before by synchronisation (clocks.c), and the check of accesses against it (race.c). */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_RACE_H
#define NATIVE_RUNTIME_MEMORY_MODEL_RACE_H

#include "model/exec.h"

struct rt_thread;

/* RACE_CHANGE: a synchronisation object is initialised or destroyed; RACE_USE: it is used. RACE_OWN: an atomic store to memory
 * that retry.c assumed private to the thread. */
enum race_how { RACE_READ, RACE_WRITE, RACE_ATOMIC_READ, RACE_ATOMIC_WRITE, RACE_CHANGE, RACE_USE, RACE_FREE, RACE_OWN };

/* An atomic access, as executed. Orders are the compiler's __ATOMIC_... */
struct rt_atomic {
  uintptr_t address;
  uint32_t bytes;
  bool reads, writes;             /* both: an update */
  bool compares;                  /* a compare-exchange: an update if `expected` is found, else a read */
  bool is_part;                   /* of a wider access */
  int order;
  int success, failure;           /* orders of a compare-exchange */
  uint64_t before, after;         /* values; the lower half if wider than 8 bytes */
  uint64_t expected;
  uint64_t pc;
};

void clocks_init (void);
void race_init (void);
void race_thread (thread_id child, thread_id creator);      /* the creation happens before the child's first event */
void race_acquire (const void *object);                     /* by the current thread */
void race_release (const void *object);                     /* happens before later acquires of the object */
void race_after (thread_id later);                          /* the current thread has woken it: happens before its next event */
void race_atomic (const struct rt_atomic *);
void race_fence (int order);
void race_futex_look (const uint32_t *word, uint32_t found, uint64_t pc);   /* the read at the beginning of a wait */
void race_futex_wake (const uint32_t *word);
void race_access (uintptr_t address, size_t bytes, enum race_how, uint64_t pc);
/* The current thread calls uninstrumented code, which may synchronise it with other threads: a race that such
 * synchronisation would exclude is a doubt, not a finding. */
void race_unseen (void);

/* The current thread has read or written all the bytes in its present epoch. */
bool race_is_noted (uintptr_t address, size_t bytes);
/* An atomic access of the thread to the bytes would race with a plain access of another thread. */
bool race_is_mixed (thread_id, uintptr_t address, size_t bytes, bool writes);

/* The current thread uses the stack of another one; it ends, and its stack with it; it leaves a frame, which ends at `top`. */
void race_stack (struct rt_thread *owner, uintptr_t address, uint64_t pc);
void race_stack_ends (void);
void race_frame_ends (uintptr_t top);

/* Read-only mappings (calls_map.c): their number, and the check that a write is not in one of them. */
extern uint32_t map_fixed;
void map_written (uintptr_t address, size_t bytes, uint64_t pc);

#endif
