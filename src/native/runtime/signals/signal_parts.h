/* Functions that sending signals, waiting for them and timers share. Most are in calls_signal.c. */
#ifndef NATIVE_RUNTIME_SIGNALS_SIGNAL_PARTS_H
#define NATIVE_RUNTIME_SIGNALS_SIGNAL_PARTS_H

#include <signal.h>

#include "native/runtime/core/operation.h"

void *signals_object (void);
struct rt_thread *signals_begin (enum native_op, uint64_t pc);   /* an operation that writes the one object of signals; NULL: before main */
void signals_announce_change (uint64_t pc);                      /* called before a change of a mask */
uint64_t signals_read_set (const sigset_t *, uint64_t pc);       /* a bit for each signal */
uint64_t signals_bit (int number);
bool signals_ignored (int number);
siginfo_t signals_info (int number, bool to_thread);             /* false: sent to the process */
void signals_deliver_kept (struct rt_thread *, uint64_t pc);     /* pending signals that are not blocked any more */

void signals_restore_mask (uint64_t bits, uint64_t pc);          /* the current thread's, by siglongjmp */

void signal_stack_start (struct rt_thread *);                     /* signal_stack.c: of the first thread */

/* timers.c */
bool signals_has_handler (int number);
void timers_handled (int number, uint64_t pc);   /* a handler was set, perhaps of a timer's signal */
void timers_waited (uint64_t signals);           /* a thread waits for one of these */
void timers_pass (const struct rt_thread *, uint64_t pc);   /* its virtual time has advanced */
void timers_asked (uint64_t signals, uint64_t pc);   /* a thread checks whether one of these is pending */

#endif
