/* Scheduling attributes of threads, as the kernel keeps them. They do not influence the
 * exploration, which covers every order of steps: they are checked, stored and returned,
 * and say on which processors a thread may run. All zero: the defaults. */
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

#define PROCESSORS 2              /* of the machine that a program sees: two are enough for every race, and programs that start a thread for each stay small */
#define PROCESSORS_ALL ((1u << PROCESSORS) - 1)

/* The attributes of a thread; NULL: of the first one, before main. */
struct schedule schedule_of (const struct rt_thread *);
void schedule_put (struct rt_thread *, struct schedule);
void schedule_start (struct rt_thread *, const struct rt_thread *creator);   /* NULL: it is the first */
void schedule_touch (struct rt_thread *);  /* adds a read of its own attributes to its operation */

/* Announces a read or write of a thread's attributes; false: that thread has ended. */
bool schedule_begin (struct rt_thread *other, bool changes, uint64_t pc);

/* Announces a read or write of an attribute of the process. */
void schedule_begin_process (const void *what, bool changes, uint64_t pc);

/* Both change the attributes if the values are valid and the thread has the privilege, or return an error number. */
int schedule_set_policy (struct schedule *, int policy, int priority);
int schedule_set_processors (struct schedule *, size_t bytes, const cpu_set_t *);

struct rt_thread *process_thread (pid_t);  /* process.c: by the kernel's number; NULL: there is none */

#endif
