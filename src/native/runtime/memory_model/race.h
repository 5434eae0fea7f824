/* Happens-before of synchronisation (clocks.c), and accesses checked by it (race.c). */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_RACE_H
#define NATIVE_RUNTIME_MEMORY_MODEL_RACE_H

#include "model/exec.h"

struct rt_thread;

/* RACE_CHANGE: a lock or the like is initialised or destroyed, RACE_USE: it is used. RACE_OWN: an atomic store that no other thread may see (retry.c). */
enum race_how { RACE_READ, RACE_WRITE, RACE_ATOMIC_READ, RACE_ATOMIC_WRITE, RACE_CHANGE, RACE_USE, RACE_FREE, RACE_OWN };

/* An atomic access, as executed. Orders are the compiler's __ATOMIC_... */
struct rt_atomic {
  uintptr_t address;
  uint32_t bytes;
  bool reads, writes;             /* both: an update */
  bool compares;                  /* it updates where `expected` is found, and else only reads */
  bool is_part;                   /* of a wider one */
  int order;
  int success, failure;           /* of one that compares: the order depends on what it finds */
  uint64_t before, after;         /* values, of wider ones the lower half */
  uint64_t expected;
  uint64_t pc;
};

void clocks_init (void);
void race_init (void);
void race_thread (thread_id child, thread_id creator);      /* it starts after what its creator did */
void race_acquire (const void *object);                     /* by the current thread */
void race_release (const void *object);                     /* what it did is seen by who acquires later */
void race_after (thread_id later);                          /* it was woken by the current thread */
void race_atomic (const struct rt_atomic *);
void race_fence (int order);
void race_futex_look (const uint32_t *word, uint32_t found, uint64_t pc);   /* what a wait does first */
void race_futex_wake (const uint32_t *word);
void race_access (uintptr_t address, size_t bytes, enum race_how, uint64_t pc);
/* The current thread calls what is not seen, and which so may order it after and before others: what races only without
 * that is in doubt, no finding. */
void race_unseen (void);

/* The current thread has read the bytes since its last release, or written them. */
bool race_is_noted (uintptr_t address, size_t bytes);
/* Somebody has plainly accessed the bytes in a way that an atomic access of the thread would race with. */
bool race_is_mixed (thread_id, uintptr_t address, size_t bytes, bool writes);

/* The current thread uses the stack of another one; its own is gone, or the frame of a function below its top. */
void race_stack (struct rt_thread *owner, uintptr_t address, uint64_t pc);
void race_stack_ends (void);
void race_frame_ends (uintptr_t top);

/* Memory that may only be read (calls_map.c): how many pieces there are; somebody writes, perhaps there. */
extern uint32_t map_fixed;
void map_written (uintptr_t address, size_t bytes, uint64_t pc);

#endif
