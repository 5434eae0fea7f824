/* C++ functions that are not based on pthreads: initialisation of local statics,
 * std::thread::join, and destructors of thread-local objects. Others (mutexes, new
 * and delete) call functions that C programs call, too. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>

#include "native/runtime/libc/cxx_calls.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/sync/sync.h"

/* ---- local statics: a guard of eight bytes; the first, which compiled code
 *      reads itself, is set when the object has been constructed ---- */

struct guard { uint8_t done, running, padding[6]; };

int __cxa_guard_acquire (struct guard *);
void __cxa_guard_release (struct guard *);
void __cxa_guard_abort (struct guard *);
int __cxa_thread_atexit_impl (void (*) (void *), void *object, void *module);

static bool
guard_free (struct rt_thread *t)
{
  return !((struct guard *) t->object)->running;
}

/* Returns 1 if the caller must construct the object. */
EXPORT int
__cxa_guard_acquire (struct guard *g)
{
  struct rt_thread *t = op_begin (NATIVE_ONCE, CALLER);
  if (t) {
    t->object = g;
    t->ready = guard_free;
    op_touch (t, g, ACCESS_LOCK);
    op_may_do_less (t);
    rt_announce (t);
    race_acquire (g);
    spin_broken (t);
    assert (!g->running);
    if (g->done)
      op_shares ();
  } else
    while (__atomic_load_n (&g->running, __ATOMIC_ACQUIRE) || __atomic_exchange_n (&g->running, 1, __ATOMIC_ACQUIRE))
      sched_yield ();             /* before main, or without the checker in a static program */
  g->running = !g->done;
  return !g->done;
}

/* Waiting threads lock the guard as an object; compiled code reads its first byte as memory. */
static void
leave (struct guard *g, bool done, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_ONCE, pc);
  assert (g->running && !g->done);
  if (t) {
    op_touch_memory (t, (uintptr_t) g, 1, ACCESS_WRITE);
    op_touch (t, g, ACCESS_UNLOCK);
    rt_announce (t);
    spin_broken (t);
    race_release (g);
  }
  __atomic_store_n (&g->done, done, __ATOMIC_RELEASE);
  __atomic_store_n (&g->running, 0, __ATOMIC_RELEASE);
}

EXPORT void
__cxa_guard_release (struct guard *g)
{
  leave (g, true, CALLER);
}

EXPORT void
__cxa_guard_abort (struct guard *g)
{
  leave (g, false, CALLER);
}

/* ---- std::thread::join: reads the std::thread object, and writes it after the thread has ended ---- */

void _ZNSt6thread4joinEv (pthread_t *);
__attribute__ ((weak, noreturn)) void _ZSt20__throw_system_errori (int);

EXPORT void
_ZNSt6thread4joinEv (pthread_t *number)
{
  uint64_t pc = CALLER;
  cxx_touch (number, sizeof *number, false, pc);
  int failed = *number ? thread_join (*number, NULL, pc) : EINVAL;
  if (failed)
    _ZSt20__throw_system_errori (failed);
  cxx_touch (number, sizeof *number, true, pc);
  *number = 0;
}

/* ---- thread-local objects ---- */

struct destructor {
  struct destructor *next;
  void (*function) (void *);
  void *object;
};

static struct destructor *early;  /* of the first thread, registered before main */

void
cxx_start (struct rt_thread *t)
{
  assert (!t->id && !t->destructors);
  t->destructors = early;
}

EXPORT int
__cxa_thread_atexit_impl (void (*function) (void *), void *object, void *module)
{
  (void) module;
  struct rt_thread *t = rt ? rt->current : NULL;
  struct destructor *d = heap_alloc (sizeof *d, 16, CALLER), **list = t ? (struct destructor **) &t->destructors : &early;
  *d = (struct destructor) {*list, function, object};
  *list = d;
  return 0;
}

void
rt_run_thread_local_destructors (struct rt_thread *t)
{
  while (t->destructors) {
    struct destructor *d = t->destructors;
    assert (t == rt->current);
    t->destructors = d->next;
    d->function (d->object);
  }
}
