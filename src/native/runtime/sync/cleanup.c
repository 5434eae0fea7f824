/* pthread_exit, and what it runs: the handlers of pthread_cleanup_push, the
 * destructors of C++ objects on the stack, of thread-local objects and of keys.
 *
 * In C pthread_cleanup_push registers a jump buffer with the runtime; with
 * -fexceptions, and in C++, it is a cleanup of the stack frame. As in glibc the
 * stack is unwound by a forced unwind, frame by frame, up to the frame of the
 * innermost jump buffer, if there is one; its handler ends with a call of
 * __pthread_unwind_next, which continues. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <unwind.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/sync/sync.h"

void __pthread_register_cancel (__pthread_unwind_buf_t *);
void __pthread_unregister_cancel (__pthread_unwind_buf_t *);
void __pthread_unwind_next (__pthread_unwind_buf_t *);

/* In the private part of pthread_cleanup_push's jump buffer. */
struct cleanup {
  __pthread_unwind_buf_t *previous;
};

static struct cleanup *
cleanup_of (__pthread_unwind_buf_t *buffer)
{
  return (struct cleanup *) buffer->__pad;
}

EXPORT void
__pthread_register_cancel (__pthread_unwind_buf_t *buffer)
{
  struct rt_thread *t = rt_self ();
  cleanup_of (buffer)->previous = t->cleanup;
  t->cleanup = buffer;
}

EXPORT void
__pthread_unregister_cancel (__pthread_unwind_buf_t *buffer)
{
  rt_self ()->cleanup = cleanup_of (buffer)->previous;
}

/* ---- unwinding ---- */

/* Called before each frame is left. _Unwind_GetCFA is the upper end of the callee's
 * frame, so the first frame beyond the jump buffer is the caller of the buffer's
 * owner; the owner has no cleanups of the other kind. */
static _Unwind_Reason_Code
stop_unwinding (int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *exception,
                struct _Unwind_Context *frame, void *context)
{
  (void) version, (void) class, (void) exception;
  struct rt_thread *t = context;
  bool is_last = actions & _UA_END_OF_STACK || _Unwind_GetRegionStart (frame) == (uintptr_t) rt_enter_thread;
  void *volatile buffer = t->cleanup;   /* a jmp_buf without the signal mask */
  if (buffer && (is_last || _Unwind_GetCFA (frame) > (uintptr_t) buffer))
    siglongjmp (buffer, 1);
  if (is_last)
    rt_finish_thread (t);
  return _URC_NO_REASON;
}

/* Called if a C++ handler has caught the forced unwind and ends without rethrowing it. */
static void
complain (_Unwind_Reason_Code reason, struct _Unwind_Exception *exception)
{
  (void) reason, (void) exception;
  rt_fail (FINDING_API_MISUSE, "the end of a thread is caught by catch (...) and not thrown again");
}

static _Noreturn void
unwind (struct rt_thread *t)
{
  assert (t == rt->current && t->exits && t->uncancellable);
  struct _Unwind_Exception *e = (struct _Unwind_Exception *) t->unwinding;
  _Static_assert (sizeof *e <= sizeof t->unwinding, "there is no room for what the unwinder keeps");
  *e = (struct _Unwind_Exception) {.exception_cleanup = complain};
  _Unwind_ForcedUnwind (e, stop_unwinding, t);
  rt_internal_error ("internal error: the stack of thread %u cannot be unwound", t->id);
}

/* Called after a handler of a jump buffer has run: continues the unwinding. */
EXPORT void
__pthread_unwind_next (__pthread_unwind_buf_t *buffer)
{
  struct rt_thread *t = rt_self ();
  t->cleanup = cleanup_of (buffer)->previous;
  unwind (t);
}

EXPORT void
pthread_exit (void *result)
{
  struct rt_thread *t = rt ? rt_self () : NULL;
  if (!t)
    rt_quit (0);
  t->result = result;
  t->exits = t->uncancellable = true;
  unwind (t);
}

_Noreturn void
rt_finish_thread (struct rt_thread *t)
{
  assert (t == rt->current && t->state == RT_ALIVE);
  t->exits = t->uncancellable = true;
  t->cleanup = NULL;
  rt_run_thread_local_destructors (t);
  rt_run_destructors (t);
  thread_end (t);
}
