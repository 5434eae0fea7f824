/* The program under test as a struct exec. */
#ifndef NATIVE_RUNTIME_CORE_EXEC_H
#define NATIVE_RUNTIME_CORE_EXEC_H

#include "model/exec.h"
#include "native/runtime/core/rt.h"

struct exec *native_exec_new (void);
void native_run_step (struct rt_thread *, uint32_t alternative);   /* to its next operation */

/* rt_can_go: the thread's next operation is enabled. rt_spins: the thread is in a waiting loop. rt_is_stuck: what that
 * loop waits for cannot change any more. With a process for each execution the child computes the answers (forked.h). */
static inline bool rt_can_go (struct rt_thread *t) { return rt->forked.active ? t->can_go : rt_ready (t); }
static inline bool rt_spins (const struct rt_thread *t) { return t->state == RT_SPINS || (t->state == RT_ALIVE && (t->ready == await_ready || t->ready == passage_ready)); }
static inline bool rt_is_stuck (struct rt_thread *t) { return rt->forked.active ? t->is_stuck : t->state == RT_SPINS ? spin_is_stuck (t) : await_is_stuck (t); }

#endif
