/* The attributes of pthread_create, as read from a pthread_attr_t. */
#ifndef NATIVE_RUNTIME_SYNC_ATTRIBUTES_H
#define NATIVE_RUNTIME_SYNC_ATTRIBUTES_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rt_thread;
struct schedule;

/* All zero: the defaults. */
struct attributes {
  bool is_detached;
  bool has_mask, has_processors, has_policy, has_priority;
  size_t stack;                   /* bytes; 0: the default */
  uint64_t mask;                  /* blocked signals */
  cpu_set_t processors;
  int policy, priority;
};

/* Returns an error number if pthread_create would fail. */
int attributes_read (const pthread_attr_t *, struct attributes *, uint64_t pc);
void attributes_fingerprint (const struct attributes *, struct rt_thread *);   /* operands of the thread's operation */
void attributes_apply (const struct attributes *, struct rt_thread *);   /* to a thread that was just created */

#endif
