/* Threads as coroutines: creation, numbers, switches. */

#include "base/table.h"
#include "native/runtime/core/rt.h"

#include <assert.h>
#include <pthread.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/files/files.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/state/kernel.h"
#include "native/runtime/sync/schedule.h"
#include "native/runtime/signals/signal_parts.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/sync/sync.h"
#include "native/runtime/memory/zones.h"

/* ---- switching ---- */

#ifndef NDEBUG
static bool
is_on_own_stack (const struct rt_thread *t, const void *p)
{
  uintptr_t low = RT_STACKS + (uintptr_t) t->id * RT_STACK_ROOM;
  return (uintptr_t) p >= low + RT_STACK_GUARD && (uintptr_t) p < low + RT_STACK_ROOM;
}
#endif

void
rt_run_on (struct rt_thread *t)
{
  assert (t->state == RT_ALIVE && (!rt->run.exited || rt->trial));   /* trials of loops run after the end of the process, too */
  assert (rt->current == t || is_on_own_stack (t, t->sp));
  assert (is_on_own_stack (t, (const void *) t->fs));
  rt->current = t;
  t->events = 0;
  if (rt->fs_now != t->fs)
    rt_fs_set (rt->fs_now = t->fs);
}

/* No address of the exploration's stack may be left on the thread's stack, which is compared and copied. rt->called is
 * cleared because functions called meanwhile (by the unwinder) have nothing to do with the call that continues. */
void
rt_give_way (struct rt_thread *t)
{
  assert (t == rt->current);
  struct rt_thread *next = NULL;
  if (rt->replaying) {
    rt->run.depth++;
    next = replay_next ();
    if (next == t)
      return;
  }
  rt_switch (&t->sp, next ? next->sp : rt->explorer_sp);
  while (rt->looking) {
    fingerprint_look (t);
    rt_switch (&t->sp, rt->explorer_sp);
  }
  rt->called = 0;
}

/* ---- starting ---- */

void
rt_enter_thread (void)
{
  struct rt_thread *t = rt->current;
  t->result = t->routine (t->argument);
  rt_finish_thread (t);
}

static _Noreturn void
cut_because (const char *format, uint32_t bound)
{
  rt_partial (format, bound);
  rt_cut ();
}

/* Numbers are given in the order in which an exploration first meets the threads. A
 * repetition in a new process may meet them in another order: there the alternative
 * of a create step is the number the child had (native_describe_step). */
static thread_id
number_of_child (struct rt_thread *creator)
{
  uint32_t most = rt->orders.max_threads;
  assert (creator->id < rt->nthreads && creator->children < RT_THREADS);
  if (most && creator->children == most)
    cut_because ("a thread starts more than %u others: executions were cut there (--max-threads)", most);
  if (creator->children == RT_THREADS - 1)
    cut_because ("there are more than %u threads: executions were cut there", RT_THREADS);
  thread_id *slot = &rt->child[creator->id][creator->children++], id = creator->alternative;
  if (!*slot) {
    if (!id || id >= RT_THREADS || rt->threads[id].state != RT_ABSENT)
      id = (thread_id) rt->nthreads;
    if (id == RT_THREADS)
      cut_because ("there are more than %u threads: executions were cut there", RT_THREADS);
    *slot = id + 1;
    if (rt->nthreads <= id)
      rt->nthreads = id + 1;
  }
  assert (*slot > 1 && *slot <= rt->nthreads);
  return *slot - 1;
}

void
rt_set_stack (struct rt_thread *t, size_t bytes)
{
  assert (bytes <= RT_STACK_MOST);
  t->stack_end = t->stack_limit = rt_stack_top (t->id) - bytes;
}

static struct rt_thread *
start_thread (thread_id id, thread_id creator)
{
  struct rt_thread *t = &rt->threads[id];
  assert (id < rt->nthreads && t->state == RT_ABSENT);
  rt_memset (t, 0, offsetof (struct rt_thread, values));
  rt_memset (t->values, 0, rt_keys () * sizeof *t->values);
  t->id = t->name = id;
  t->creator = creator;
  t->state = RT_ALIVE;
  t->fs = tls_make (id);
  char *top = (char *) rt_stack_top (id);
  if (rt->modes & RT_COMPARED || rt->fingerprints)
    rt_memset (top - RT_STACK_CLEARED, 0, RT_STACK_CLEARED);
  t->sp = rt_stack_prepare (top, rt_enter_thread);
  rt_set_stack (t, RT_STACK_DEFAULT);
  t->op = (struct op) {.place = 0, .kind = NATIVE_START, .count = 0, .access = t->access};
  if (rt->modes & RT_SECTIONS)
    op_touch (t, RT_SECTION, ACCESS_READ);
  return t;
}

struct rt_thread *
rt_new_thread (struct rt_thread *creator)
{
  thread_id id = number_of_child (creator);
  struct rt_thread *t = start_thread (id, creator->id);
  t->nth = creator->children - 1;
  t->time = creator->time;
  t->signal_mask = creator->signal_mask;
  if (creator->schedule)
    schedule_start (t, creator);
  t->random = creator->random ^ table_hash (creator->children);
  if (!rt->replaying)
    race_thread (id, creator->id);
  op_released (id);
  return t;
}

static void *
run_main (void *unused)
{
  (void) unused;
  constructors_run ();
  int status = rt->program.main (rt->program.argc, rt->program.argv, rt->program.environ);
  rt_exit (status, true, (uint64_t) (uintptr_t) rt->program.main + 1);   /* the address it returns to is not known */
}

void
rt_start_execution (void)
{
  assert (!rt->current);
  zones_leave_stacks ();
  snapshot_restore ();
  kernel_restore ();
  heap_restore ();
  for (size_t i = 0; i < rt->nthreads; i++)
    rt->threads[i].state = RT_ABSENT;
  rt->run = (struct rt_run) {0};
  files_restore ();
  rt_floating_restore ();
  struct rt_thread *t = start_thread (0, 0);
  t->time = RT_EPOCH;
  t->random = 1;
  t->routine = run_main;
  keys_start (t);
  cxx_start (t);
  schedule_start (t, NULL);
  signal_stack_start (t);
  assert (!rt->run.depth && !rt->run.section && rt->threads[0].state == RT_ALIVE);
}
