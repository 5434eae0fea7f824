/* How a thread is scheduled, as the kernel keeps it. Nothing is scheduled by it
 * here (every order of steps is explored anyway): it is kept, checked and given
 * back, and says on which processors a thread may be. All zero: as usual. */
#ifndef NATIVE_RUNTIME_SYNC_SCHEDULE_H
#define NATIVE_RUNTIME_SYNC_SCHEDULE_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct rt_thread;

struct schedule {
  uint8_t policy;
  uint8_t priority;
  int8_t niceness;
  bool resets;                    /* SCHED_RESET_ON_FORK */
  uint32_t excluded;              /* processors on which it may not run, a bit each */
};

#define PROCESSORS 2              /* of the machine that a program sees: a race needs no more, and who starts a thread for each starts few */
#define PROCESSORS_ALL ((1u << PROCESSORS) - 1)

/* Of a thread; NULL: of the first one, before main. */
struct schedule schedule_of (const struct rt_thread *);
void schedule_put (struct rt_thread *, struct schedule);
void schedule_start (struct rt_thread *, const struct rt_thread *creator);   /* NULL: it is the first */
void schedule_touch (struct rt_thread *);  /* an operation that looks at its own */

/* Announced before the schedule of a thread is looked at or changed; false: that thread has ended. */
bool schedule_begin (struct rt_thread *other, bool changes, uint64_t pc);

/* Announced before something that the process has once is looked at or changed. */
void schedule_begin_process (const void *what, bool changes, uint64_t pc);

/* Both return an error number: the schedule is changed if the thread may do that, and if what it asks for makes sense. */
int schedule_set_policy (struct schedule *, int policy, int priority);
int schedule_set_processors (struct schedule *, size_t bytes, const cpu_set_t *);

struct rt_thread *process_thread (pid_t);  /* process.c: by the kernel's number; NULL: there is none */

#endif
