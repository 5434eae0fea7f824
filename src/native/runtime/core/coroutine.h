/* Switching between stacks and thread-local storages. */
#ifndef NATIVE_RUNTIME_CORE_COROUTINE_H
#define NATIVE_RUNTIME_CORE_COROUTINE_H

#include <stddef.h>
#include <stdint.h>

#include "native/runtime/core/thread.h"

/* ---- switch.c ---- */
void rt_switch (void **save, void *load);
void rt_resume (void **save, void *load);   /* the same, called by the exploration: its floating-point environment is not saved */
void *rt_stack_prepare (void *top, void (*entry) (void));
uintptr_t rt_fs_get (void);
void rt_fs_set (uintptr_t);

/* The running thread's floating-point environment: control bits (rounding, masks) and raised exceptions. */
static inline uint64_t
rt_floating (void)
{
  uint32_t mxcsr;
  uint16_t control, status;
  __asm__ volatile ("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m" (mxcsr), "=m" (control), "=m" (status));
  return (uint64_t) mxcsr << 32 | (uint64_t) control << 8 | (status & 0x3f);
}

void rt_floating_keep (void);
void rt_floating_restore (void);  /* the environment that rt_floating_keep saved, without raised exceptions of x87 */

/* ---- tls.c ---- */
void tls_init (void);
size_t tls_bytes (void);
/* Calls `word` for each word of the block at fs that differs from the image blocks are made of. */
void tls_differences (uintptr_t fs, void (*word) (void *context, uintptr_t at, uint64_t), void *context);
uintptr_t tls_make (thread_id);   /* makes a fresh block at the upper end of the thread's stack; its thread pointer */
bool tls_fault (uintptr_t address);   /* true: it was the first write to a block, which is writable now */

/* The address where the thread's stack begins. Its offset within a page depends on the thread, because a processor's cache
 * holds few lines whose addresses differ only in the page. */
static inline uintptr_t
rt_stack_top (thread_id id)
{
  return RT_STACKS + (id + 1) * (uintptr_t) RT_STACK_ROOM - tls_bytes () - id % 16 * 256;
}

/* True if the address is on the thread's stack. The stack is compared as part of a loop's state, so a write to it is not
 * progress by itself. */
static inline bool
on_own_stack (const struct rt_thread *t, uintptr_t address)
{
  return address - RT_STACKS - t->id * (uintptr_t) RT_STACK_ROOM < RT_STACK_ROOM - tls_bytes ();
}

#endif
