/* sigaltstack: stored for each thread as in the kernel (kernel/signal.c,
 * sigaltstack(2)). A new thread has none. Handlers that would run on such a stack
 * are unsupported (calls_signal.c). */

#define _GNU_SOURCE 1
#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>

#include "native/runtime/files/files.h"
#include "native/runtime/signals/signal_parts.h"

#define DISARMS 0x80000000u       /* SS_AUTODISARM */
#define LEAST 2048                /* the kernel's MINSIGSTKSZ */

/* Set by constructors; in the program's memory. */
static stack_t first = {.ss_flags = SS_DISABLE};

void
signal_stack_start (struct rt_thread *t)
{
  assert (!t->id && (!first.ss_size || first.ss_size >= LEAST));
  t->signal_stack = first.ss_sp;
  t->signal_stack_bytes = first.ss_size;
  t->signal_stack_flags = (uint32_t) first.ss_flags & DISARMS;
}

static stack_t
stack_of (const struct rt_thread *t)
{
  int flags = t ? (int) t->signal_stack_flags : 0;
  if (!t)
    return first;
  return (stack_t) {.ss_sp = t->signal_stack, .ss_size = t->signal_stack_bytes, .ss_flags = flags | (t->signal_stack_bytes ? 0 : SS_DISABLE)};
}

/* Returns an error number. */
static int
change (struct rt_thread *t, stack_t new)
{
  uint32_t mode = (uint32_t) new.ss_flags & ~DISARMS;
  if (mode != SS_DISABLE && mode != SS_ONSTACK && mode)
    return EINVAL;
  if (mode == SS_DISABLE)
    new = (stack_t) {.ss_flags = new.ss_flags};
  else if (new.ss_size < LEAST)
    return ENOMEM;
  if (!t) {
    first = new;
    first.ss_flags = (int) ((uint32_t) new.ss_flags & DISARMS) | (mode == SS_DISABLE ? SS_DISABLE : 0);
    return 0;
  }
  assert (t == rt->current && (mode == SS_DISABLE) == !new.ss_size);
  trial_stop ();
  spin_broken (t);
  t->signal_stack = new.ss_sp;
  t->signal_stack_bytes = new.ss_size;
  t->signal_stack_flags = (uint32_t) new.ss_flags & DISARMS;
  return 0;
}

EXPORT int
sigaltstack (const stack_t *restrict stack, stack_t *restrict old)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  stack_t before = stack_of (t);
  if (stack)
    rt_plain (stack, sizeof *stack, false, CALLER);
  int error = stack ? change (t, *stack) : 0;
  if (error)
    return files_fail (error);
  if (old) {
    rt_plain (old, sizeof *old, true, CALLER);
    *old = before;
  }
  return 0;
}
