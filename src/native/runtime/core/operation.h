/* The visible operations of threads: described, announced, done.
 *
 *     struct rt_thread *t = op_begin (NATIVE_LOCK, CALLER);
 *     op_touch (t, mutex, ACCESS_LOCK);    what it will touch; t->ready, t->ways, ...
 *     rt_announce (t);                     returns when it is this thread's turn
 *     ...                                  does it, says what came of it: op_value, op_only_reads
 *
 * What is announced must not depend on what unordered threads do. */
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
struct rt_thread *op_go_on (enum native_op, uint64_t pc);   /* the same, of a thread that waits in a queue since its last operation */
void op_touch (struct rt_thread *, const void *object, enum access_how);
void op_touch_memory (struct rt_thread *, uintptr_t address, uint32_t bytes, enum access_how);
void op_may_do_less (struct rt_thread *);  /* op_only_reads or op_shares may follow */
void rt_announce (struct rt_thread *);
void op_check_unwaited (const void *object, const char *what);   /* else a finding: it is initialised or destroyed where somebody waits */
struct rt_thread *op_change (const void *object, enum native_op, uint64_t pc);   /* all of that, where it writes one object */

/* Condition variables and barriers: a thread that was woken there (`condition`, `woken`) uses the object once more as it
 * leaves, unless the object was destroyed before, which POSIX allows as soon as no thread is blocked there. A destroy after
 * that use is ordered after it (glibc waits for such threads). */
void op_may_leave (struct rt_thread *, const void *object);   /* announced: op_leave will follow */
void op_leave (struct rt_thread *);
struct rt_thread *op_destroy_waited (const void *object, uint64_t pc);   /* announced and done: threads that were woken there have left */

/* ---- while it is done ---- */
void op_released (thread_id);              /* it lets this thread go on */
void op_value (uint64_t);                  /* read, written or returned, for the trace */
void op_only_reads (void);                 /* it turned out not to write */
void op_shares (void);                     /* it turned out to lock nothing: others may do the same beside it */

/* What the operation is about, as a person would name it. */
uint64_t op_subject (const struct rt_thread *);

uint32_t rt_choose (uint32_t n, uint64_t pc);   /* a number below n: all are explored */

/* Stands before each definition that programs call; all other names are the runtime's own. */
#define EXPORT __attribute__ ((visibility ("default")))

/* Where the program has called us, and is to go on. CALLED_FROM does not note where its stack was then: of calls that are no operations. */
#define CALLED_FROM ((uint64_t) (uintptr_t) __builtin_return_address (0))
#define CALLER rt_called (__builtin_frame_address (0), CALLED_FROM)

#endif
