/* Happens-before of synchronisation, and plain accesses checked by it. */
#ifndef NATIVE_RUNTIME_RACE_H
#define NATIVE_RUNTIME_RACE_H

#include "model/exec.h"

enum race_how { RACE_READ, RACE_WRITE, RACE_ATOMIC_READ, RACE_ATOMIC_WRITE, RACE_FREE };

void race_init (void);
void race_thread (thread_id child, thread_id creator);      /* it starts after what its creator did */
void race_acquire (const void *object);                     /* by the current thread */
void race_release (const void *object);                     /* what it did is seen by who acquires later */
void race_store (const void *object);                       /* ... and what others released before is not any more */
void race_after (thread_id later);                          /* it was woken by the current thread */
void race_access (uintptr_t address, size_t bytes, enum race_how, uint64_t pc);

#endif
