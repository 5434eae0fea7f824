/* Switching between stacks and thread-local storages. */
#ifndef NATIVE_RUNTIME_CORE_COROUTINE_H
#define NATIVE_RUNTIME_CORE_COROUTINE_H

#include <stddef.h>
#include <stdint.h>

#include "native/runtime/core/thread.h"

/* ---- switch.c ---- */
void rt_switch (void **save, void *load);
void rt_resume (void **save, void *load);   /* the same, by the exploration */
void *rt_stack_prepare (void *top, void (*entry) (void));
uintptr_t rt_fs_get (void);
void rt_fs_set (uintptr_t);

/* How the thread that runs computes with floating point, and what came of it: rounding, exceptions. */
static inline uint64_t
rt_floating (void)
{
  uint32_t mxcsr;
  uint16_t control, status;
  __asm__ volatile ("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m" (mxcsr), "=m" (control), "=m" (status));
  return (uint64_t) mxcsr << 32 | (uint64_t) control << 8 | (status & 0x3f);
}

void rt_floating_keep (void);
void rt_floating_restore (void);  /* as it was kept: rounding and what was signalled */

/* ---- tls.c ---- */
void tls_init (void);
size_t tls_bytes (void);
void tls_differences (uintptr_t fs, void (*word) (void *context, uintptr_t at, uint64_t), void *context);   /* of a block, from the image it was made of */
uintptr_t tls_make (thread_id);   /* a fresh block, at the upper end of its stack; the thread pointer */
bool tls_fault (uintptr_t address);   /* a first write to a block: it may go on */

/* Where the thread's stack begins. Not at the same place of a page for all: the processor's cache keeps few of those. */
static inline uintptr_t
rt_stack_top (thread_id id)
{
  return RT_STACKS + (id + 1) * (uintptr_t) RT_STACK_ROOM - tls_bytes () - id % 16 * 256;
}

/* Its stack is part of a loop's state, which is compared: writing there is no progress. */
static inline bool
on_own_stack (const struct rt_thread *t, uintptr_t address)
{
  return address - RT_STACKS - t->id * (uintptr_t) RT_STACK_ROOM < RT_STACK_ROOM - tls_bytes ();
}

#endif
