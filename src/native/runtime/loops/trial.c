/* Trials: a thread is run from its announced operation, to see where that leads, and put back.
 *
 * Nothing is checked or noted meanwhile. A trial ends before the first thing that could not be taken
 * back; what it did to the thread, its stack, and the location that a path writes is restored. */

#include "native/runtime/loops/trial.h"

#include <assert.h>

#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/memory/zones.h"

/* What a trial changes: the stack, and of the checker's memory this. */
struct rt_before {
  char *stack;                    /* its bytes, and its zones */
  size_t room;                    /* there */
  uintptr_t low;                  /* where the stack ends when the trial does */
  struct rt_step step;
  struct rt_run run;
  uint64_t failure_pc;
  uint64_t frames[RT_FRAMES];
  uintptr_t levels[RT_FRAMES];
  _Alignas (16) unsigned char thread[offsetof (struct rt_thread, values)];
};

static uint32_t
frames_of (const struct rt_thread *t)
{
  return t->depth < RT_FRAMES ? t->depth : RT_FRAMES;
}

static void
save (const struct rt_thread *t, struct rt_before *b)
{
  b->step = rt->step;
  b->run = rt->run;
  b->failure_pc = rt->failure.pc;
  rt_memcpy (b->frames, t->frames, frames_of (t) * sizeof *b->frames);
  rt_memcpy (b->levels, t->levels, frames_of (t) * sizeof *b->levels);
  rt_memcpy (b->thread, t, sizeof b->thread);
}

static void
restore (struct rt_thread *t, const struct rt_before *b)
{
  rt_memcpy (t, b->thread, sizeof b->thread);
  rt_memcpy (t->frames, b->frames, frames_of (t) * sizeof *b->frames);
  rt_memcpy (t->levels, b->levels, frames_of (t) * sizeof *b->levels);
  rt->failure.pc = b->failure_pc;
  rt->run = b->run;
  rt->step = b->step;
}

/* Runs the thread from its announced operation to where the trial ends, and puts it back. */
void
try_out (struct rt_thread *t, struct rt_trial *trial)
{
  struct rt_before *b = rt->awaits.before;
  size_t bytes = RT_STACKS + (t->id + 1) * (size_t) RT_STACK_ROOM - (uintptr_t) t->sp;
  size_t zones = zones_bytes ((uintptr_t) t->sp, (uintptr_t) t->sp + bytes);
  char *sp = t->sp;
  assert (!rt->current && !rt->replaying && !rt->trial && t->state == RT_ALIVE);
  if (!b)
    b = rt->awaits.before = own_alloc (sizeof *b);
  if (b->room < bytes + zones)
    b->stack = mem_realloc (b->stack, b->room = 2 * (bytes + zones));
  rt_memcpy (b->stack, sp, bytes);
  zones_save ((uintptr_t) sp, (uintptr_t) sp + bytes, b->stack + bytes);
  save (t, b);
  t->alternative = 0;           /* of its last step, which may have been a turn of several operations */
  trial->thread = t;
  rt->trial = trial;
  rt->replaying = true;           /* nothing is checked, nor noted for going back */
  rt_run_on (t);
  rt_resume (&rt->explorer_sp, t->sp);
  rt->current = NULL;
  rt->replaying = false;
  rt->trial = NULL;
  restore (t, b);
  zones_clear (b->low, (uintptr_t) sp);
  zones_restore ((uintptr_t) sp, (uintptr_t) sp + bytes, b->stack + bytes);
  rt_memcpy (sp, b->stack, bytes);
  assert (t->sp == (void *) sp);
}

/* In the thread that is tried. */
_Noreturn void
trial_end (bool is_idle)
{
  void *nowhere;
  rt->trial->is_idle = is_idle;
  rt->awaits.before->low = (uintptr_t) __builtin_frame_address (0);
  rt_switch (&nowhere, rt->explorer_sp);
  rt_internal_error ("internal error: a trial goes on after its end");
}

bool
trial_goes_on (void)
{
  bool goes_on = rt->trial->goes_on;
  rt->trial->goes_on = false;
  if (!goes_on && rt->trial->path)
    path_leaves (rt->trial->thread);
  if (!goes_on)
    trial_end (false);
  return true;
}

void
trial_access (uintptr_t address, size_t bytes, bool is_plain, bool write, uint64_t pc)
{
  struct rt_trial *trial = rt->trial;
  thread_id id = trial->thread->id;
  if (!is_plain)
    return;
  if (on_own_stack (trial->thread, address) && !rt->awaits.shared[id]) {
    rt->awaits.relied[id] = true;
    return;
  }
  bool is_noted = !write && race_is_noted (address, bytes);
  if (trial->path)
    path_touches (trial->thread, address, bytes, is_noted, pc);
  if (!is_noted)
    trial_end (false);
}
