/* Attributes of threads: read at a creation, and written for a running thread
 * (pthread_getattr_np). The attribute objects themselves are libc's (libc_table.h). */

#include "native/runtime/sync/attributes.h"

#include <assert.h>
#include <errno.h>

#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/libc/libc.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/sync/schedule.h"
#include "native/runtime/sync/sync.h"

/* The flags by which glibc records which attributes were set (its internaltypes.h): no function returns them. */
enum { FLAGS = 2, STACK_SET = 0x8, PRIORITY_SET = 0x20, POLICY_SET = 0x40 };

static int
flags_of (const pthread_attr_t *a)
{
  return ((const int *) (const void *) a)[FLAGS];
}

/* 0 if the program did not set it: libc's default depends on the limits of the shell. */
static size_t
stack_size (const pthread_attr_t *a)
{
  pthread_attr_t by_default;
  size_t usual = 0, bytes = 0;
  if (pthread_attr_init (&by_default) || pthread_attr_getstacksize (&by_default, &usual)
      || pthread_attr_getstacksize (a, &bytes) || bytes == usual)
    return 0;
  return bytes;
}

/* Returns an error number. */
static int
change_schedule (const struct attributes *a, struct schedule *s)
{
  if (a->has_processors && schedule_set_processors (s, sizeof a->processors, &a->processors))
    return EINVAL;
  if (!a->has_policy && !a->has_priority)
    return 0;
  return schedule_set_policy (s, a->has_policy ? a->policy : s->policy, a->has_priority ? a->priority : s->priority);
}

int
attributes_read (const pthread_attr_t *a, struct attributes *out, uint64_t pc)
{
  *out = (struct attributes) {0};
  rt_plain (a, sizeof *a, false, pc);
  bool is_explicit = libc_attributes (a, out) == PTHREAD_EXPLICIT_SCHED;
  out->stack = stack_size (a);
  out->has_policy = is_explicit && flags_of (a) & POLICY_SET;
  out->has_priority = is_explicit && flags_of (a) & PRIORITY_SET;
  if (!rt_self ())
    return 0;
  if (flags_of (a) & STACK_SET)
    rt_partial ("pthread_attr_setstack: the thread's stack is not in the memory that was given for it");
  if (!out->has_processors && !out->has_policy && !out->has_priority)
    return 0;
  schedule_begin (rt_self (), false, pc);
  struct schedule s = schedule_of (rt_self ());
  return change_schedule (out, &s);
}

void
attributes_fingerprint (const struct attributes *a, struct rt_thread *t)
{
  fingerprint_operand (t, a->is_detached + 2 * a->stack);
  fingerprint_operand (t, a->has_mask ? a->mask : 0);
  fingerprint_operand (t, a->has_mask + 2u * a->has_processors + 4u * a->has_policy + 8u * a->has_priority);
  fingerprint_operand (t, a->has_processors ? *(const uint64_t *) (const void *) &a->processors : 0);
  fingerprint_operand (t, (uint64_t) (uint32_t) a->policy << 32 | (uint32_t) a->priority);
}

void
attributes_apply (const struct attributes *a, struct rt_thread *t)
{
  struct schedule s = schedule_of (t);
  assert (t->op.kind == NATIVE_START && t != rt->current && a->stack <= RT_STACK_MOST);
  if (!change_schedule (a, &s))
    schedule_put (t, s);
  if (a->has_mask)
    t->signal_mask = a->mask;
  t->detached = a->is_detached;
  if (a->stack)
    rt_set_stack (t, a->stack);
}

/* ---- of a running thread ---- */

EXPORT int
pthread_getattr_np (pthread_t thread, pthread_attr_t *out)
{
  struct rt_thread *other = rt && rt->current ? thread_find (thread) : NULL;
  if (!rt || !rt->current)
    rt_unsupported ("pthread_getattr_np before main");
  if (!other)
    return ESRCH;
  schedule_begin (other, false, CALLER);
  thread_look_at_fate (other, CALLER);
  rt_plain (out, sizeof *out, true, CALLER);
  uintptr_t top = rt_stack_top (other->id);
  cpu_set_t processors;
  CPU_ZERO (&processors);
  *(unsigned char *) &processors = (unsigned char) (PROCESSORS_ALL & ~schedule_of (other).excluded);
  return libc_attributes_of_thread (out, other->detached, (void *) other->stack_end, top - other->stack_end, &processors);
}
