/* Deferred cancellation of threads: at cancellation points.
 *
 * A function that is a cancellation point begins with cancel_point, a step that ends the
 * thread if it was cancelled before. A function that waits may also be cancelled while
 * it waits:
 *
 *     cancel_point (pc);
 *     ... op_begin, op_touch, t->ready = ...
 *     cancel_while_waiting (t);
 *     rt_announce (t);
 *     if (cancel_chosen (t))
 *       cancel_end (t);
 *
 * If its condition is true as well, either may happen: POSIX does not specify which.
 * Programs without pthread_cancel do not have these steps. */
#ifndef NATIVE_RUNTIME_SYNC_CANCEL_H
#define NATIVE_RUNTIME_SYNC_CANCEL_H

#include "native/runtime/core/thread.h"

void cancel_point (uint64_t pc);
bool cancel_is_due (uint64_t pc);                 /* the same step; the caller calls cancel_end if it returns true */
void cancel_while_waiting (struct rt_thread *);   /* directly before rt_announce, after ready was set */
bool cancel_chosen (const struct rt_thread *);    /* after rt_announce: the thread is to be cancelled */
_Noreturn void cancel_end (struct rt_thread *);
/* For waits that combine the conditions themselves: makes it cancellable; true if it was cancelled meanwhile. */
bool cancel_touch (struct rt_thread *);
bool cancel_is_asked (const struct rt_thread *);

/* ---- cleanup.c ---- */
_Noreturn void rt_finish_thread (struct rt_thread *);   /* after its stack was unwound: runs destructors and ends it */

#endif
