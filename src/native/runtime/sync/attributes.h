/* What the attributes of pthread_create ask for. */
#ifndef NATIVE_RUNTIME_SYNC_ATTRIBUTES_H
#define NATIVE_RUNTIME_SYNC_ATTRIBUTES_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rt_thread;
struct schedule;

/* All zero: as usual. */
struct attributes {
  bool is_detached;
  bool has_mask, has_processors, has_policy, has_priority;
  size_t stack;                   /* bytes; 0: as usual */
  uint64_t mask;                  /* of signals */
  cpu_set_t processors;
  int policy, priority;
};

/* An error number, where pthread_create would fail. */
int attributes_read (const pthread_attr_t *, struct attributes *, uint64_t pc);
void attributes_fingerprint (const struct attributes *, struct rt_thread *);   /* operands of its operation */
void attributes_apply (const struct attributes *, struct rt_thread *);   /* to one that was just created */

#endif
