/* Cancelling threads, deferred: at cancellation points.
 *
 * A function that is one begins with cancel_point, a step that looks whether
 * the thread was cancelled before. A function that waits may be cancelled while
 * it waits too:
 *
 *     cancel_point (pc);
 *     ... op_begin, op_touch, t->ready = ...
 *     cancel_while_waiting (t);
 *     rt_announce (t);
 *     if (cancel_chosen (t))
 *       cancel_end (t);
 *
 * Where what it waits for has come as well, either may happen: POSIX leaves
 * open which. Programs without pthread_cancel do not have the steps. */
#ifndef NATIVE_RUNTIME_SYNC_CANCEL_H
#define NATIVE_RUNTIME_SYNC_CANCEL_H

#include "native/runtime/core/thread.h"

void cancel_point (uint64_t pc);
bool cancel_is_due (uint64_t pc);                 /* the same, and the caller has something to do first */
void cancel_while_waiting (struct rt_thread *);   /* between op_begin and rt_announce, when all else is said */
bool cancel_chosen (const struct rt_thread *);    /* after rt_announce: it is to be cancelled */
_Noreturn void cancel_end (struct rt_thread *);
/* For waits with rules of their own: it is cancellable, and by now was cancelled. */
bool cancel_touch (struct rt_thread *);
bool cancel_is_asked (const struct rt_thread *);

/* ---- cleanup.c ---- */
_Noreturn void rt_finish_thread (struct rt_thread *);   /* its stack is unwound: destructors, then its end */

#endif
