/* The visible operations of threads: described, announced, executed.
 *
 *     struct rt_thread *t = op_begin (NATIVE_LOCK, CALLER);
 *     op_touch (t, mutex, ACCESS_LOCK);    what it will touch; t->ready, t->ways, ...
 *     rt_announce (t);                     returns when the exploration has chosen this thread
 *     ...                                  executes it, records its effect: op_value, op_only_reads
 *
 * What is announced must be the same in all executions in which the same steps happen
 * before it. */
#ifndef NATIVE_RUNTIME_CORE_OPERATION_H
#define NATIVE_RUNTIME_CORE_OPERATION_H

#include "model/exec.h"
#include "native/runtime/core/thread.h"
#include "native/wire.h"

/* The step under way. */
struct rt_step {
  struct exec_step exec;
  struct access access[RT_ACCESSES];
  thread_id released[RT_THREADS];
  uint64_t plain;                 /* plain accesses in it so far */
  uint64_t value;
  uint32_t order;                 /* of an atomic access */
};

struct rt_thread *op_begin (enum native_op, uint64_t pc);   /* NULL: no thread of the program runs */
struct rt_thread *op_go_on (enum native_op, uint64_t pc);   /* the same, if the thread has been in a queue since its last operation and stays there */
void op_touch (struct rt_thread *, const void *object, enum access_how);
void op_touch_memory (struct rt_thread *, uintptr_t address, uint32_t bytes, enum access_how);
void op_may_do_less (struct rt_thread *);  /* op_only_reads or op_shares may follow */
void rt_announce (struct rt_thread *);
void op_check_unwaited (const void *object, const char *what);   /* a finding if a thread waits at the object, which is initialised or destroyed */
struct rt_thread *op_change (const void *object, enum native_op, uint64_t pc);   /* op_begin to rt_announce, of an operation that writes one object */

/* Condition variables and barriers: a thread that was woken there (`condition`, `woken`) uses the object once more as it
 * leaves, unless the object was destroyed before, which POSIX allows as soon as no thread is blocked there. A destroy after
 * that use is ordered after it (glibc waits for such threads). */
void op_may_leave (struct rt_thread *, const void *object);   /* announced: op_leave will follow */
void op_leave (struct rt_thread *);
struct rt_thread *op_destroy_waited (const void *object, uint64_t pc);   /* announced and done: threads that were woken there have left */

/* ---- while it is executed ---- */
void op_released (thread_id);              /* it enables this thread */
void op_value (uint64_t);                  /* read, written or returned, for the trace */
void op_only_reads (void);                 /* it did not write after all */
void op_shares (void);                     /* it locked nothing: it commutes with others that did the same */

/* The object that a report names as the subject of the operation. */
uint64_t op_subject (const struct rt_thread *);

uint32_t rt_choose (uint32_t n, uint64_t pc);   /* a number below n: all are explored */

/* Precedes each definition that programs call; all other names are hidden from them. */
#define EXPORT __attribute__ ((visibility ("default")))

/* The program's return address. CALLER also records the frame, which op_begin uses; CALLED_FROM does not, for calls that are
 * not operations. */
#define CALLED_FROM ((uint64_t) (uintptr_t) __builtin_return_address (0))
#define CALLER rt_called (__builtin_frame_address (0), CALLED_FROM)

#endif
