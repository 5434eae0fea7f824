/* Plain accesses and calls, as reported by the compiler's instrumentation
 * (-fsanitize=thread). Plain accesses are checked, not scheduled, unless
 * races are allowed: then each is an operation of its own. */

#include "native/runtime/core/rt.h"

#include <assert.h>

#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/program/proposition.h"
#include "native/runtime/loops/trial.h"
#include "native/runtime/memory/zones.h"

void __tsan_init (void);
void __tsan_func_entry (void *);
void __tsan_func_exit (void);
void __tsan_vptr_update (void **, void *);
void __tsan_vptr_read (void **);
void __tsan_read_range (void *, size_t);
void __tsan_write_range (void *, size_t);

EXPORT void
__tsan_init (void)
{
}

/* Without red zones (zones.h) the frames would be smaller. If they would fit then, stack_limit is lowered, so that the stack is
 * checked again where that room may be used up. */
static bool
has_room_without_zones (struct rt_thread *t, uintptr_t level)
{
  uintptr_t top = rt_stack_top (t->id), bytes = top - t->stack_end, used = top - level - zones_count (level, top);
  if (used >= bytes)
    return false;
  t->stack_limit = level - (bytes - used);
  return true;
}

/* Frames below the limit would be outside of a real thread's stack; here memory follows, which the runtime needs. */
static _Noreturn void
stack_overflows (struct rt_thread *t, uint64_t pc)
{
  uintptr_t bytes = rt_stack_top (t->id) - t->stack_end;
  t->stack_limit = 0;
  rt->failure.pc = pc;
  rt_fail (FINDING_CRASH, "stack overflow: thread %u has %zu bytes", t->id, (size_t) bytes);
}

static void
leave_frame (struct rt_thread *t)
{
  assert (t->depth && t->depth <= RT_FRAMES);
  uintptr_t level = t->levels[--t->depth];
  if (!t->left_low || level < t->left_low)
    t->left_low = level;
}

EXPORT void
__tsan_func_entry (void *pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  uintptr_t level = (uintptr_t) __builtin_frame_address (0);
  while (t->depth && t->depth <= RT_FRAMES && t->levels[t->depth - 1] <= level)
    leave_frame (t);              /* that frame was left by longjmp or an exception */
  section_left (t);
  if (level < t->stack_limit && !has_room_without_zones (t, level))
    stack_overflows (t, CALLER);
  if (t->depth < RT_FRAMES) {
    assert (!t->depth || t->levels[t->depth - 1] > level);
    t->frames[t->depth] = (uint64_t) (uintptr_t) pc;
    t->levels[t->depth] = level;
  }
  t->depth++;
  if (rt->sections.nfunctions && named_is_atomic (CALLER))
    section_enter (t, CALLER);
}

/* The frame of the function that calls this hook ends at the frame pointer that it has saved; or, if the
 * function has released its frame and jumped to the hook (a tail call), at the hook's own frame. */
static void
frame_ends (const struct rt_thread *t, const uintptr_t *frame)
{
  if (t->depth > RT_FRAMES)
    return;
  uintptr_t here = (uintptr_t) frame, top = here > t->levels[t->depth - 1] ? here : frame[0];
  if (on_own_stack (t, top))
    race_frame_ends (top);
}

EXPORT void
__tsan_func_exit (void)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t || !t->depth)
    return;
  if (t->has_guests && !rt->trial)
    frame_ends (t, __builtin_frame_address (0));
  t->depth--;
  assert (t->depth >= t->section_depth || t->inside);
  section_left (t);
}

/* The access is an operation, because races are allowed or a temporal property reads the memory. */
static void
schedule_access (struct rt_thread *t, uintptr_t address, size_t bytes, enum native_op kind, uint64_t pc)
{
  bool write = kind != NATIVE_READ;
  assert ((rt->orders.allow_races || rt->orders.nobserved) && t == rt->current);
  while (bytes) {
    uint32_t here = bytes < 8 ? (uint32_t) bytes : 8;
    op_begin (kind, pc);
    op_touch_memory (t, address, here, write ? ACCESS_WRITE : ACCESS_READ);
    if (!write)
      spin_before (t, address);
    rt_announce (t);
    if (!write) {
      uint64_t value = 0;
      rt_memcpy (&value, (const void *) address, here);
      spin_read (t, address, here, value);
      op_value (value);
    }
    address += here;
    bytes -= here;
  }
}

/* True if no frame of the thread, which does not run, is at the address: its frames are above the return address of its call
 * of the runtime. If that was not recorded (a library called), the return address is searched from the stack pointer up to
 * the frame of the innermost instrumented function, which may have grown since its entry. */
static bool
is_below_frames (const struct rt_thread *t, uintptr_t address)
{
  uintptr_t entered = t->depth && t->depth <= RT_FRAMES ? t->levels[t->depth - 1] : 0;
  const uint64_t *goes_on = t->called ? (const uint64_t *) t->called + 1 : NULL;
  if (t->state != RT_ALIVE || !on_own_stack (t, (uintptr_t) t->sp))
    return false;
  if (goes_on && *goes_on == t->op.place)
    return address < (uintptr_t) goes_on;
  if (address >= entered)
    return false;
  const uint64_t *word = t->sp;
  while ((uintptr_t) word < entered && *word != t->op.place)
    word++;
  return address < (uintptr_t) word;
}

_Noreturn static void
use_after_return (thread_id owner, uint64_t pc)
{
  rt->failure.pc = pc;
  rt_fail (FINDING_MEMORY, "use of a local variable of thread %u, whose function has returned", (unsigned) owner);
}

/* An access to the stack of another thread, which may have ended: a new thread may have the same stack by then. */
void
rt_check_stack (uintptr_t address, uint64_t pc)
{
  assert (rt->current && rt->current->state == RT_ALIVE);
  uintptr_t owner = (address - RT_STACKS) / RT_STACK_ROOM;
  if (address < RT_STACKS + RT_STACK_ROOM / 2 || owner >= RT_THREADS || owner == rt->current->id)
    return;
  loops_share_stack ((thread_id) owner);
  if (!rt_has_ended (&rt->threads[owner])) {
    if (rt->fingerprints)
      fingerprint_stack ((thread_id) owner);
    rt->threads[owner].has_guests |= !rt->trial;
    race_stack (&rt->threads[owner], address, pc);
    if (is_below_frames (&rt->threads[owner], address))
      use_after_return ((thread_id) owner, pc);
    return;
  }
  rt->failure.pc = pc;
  rt_fail (FINDING_MEMORY, "use of the stack of thread %u, which has ended", (unsigned) owner);
}

static inline void
plain (uintptr_t address, size_t bytes, bool write, uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  if (write && !on_own_stack (t, address))
    spin_broken (t);
  if (t->inside)
    section_touch_memory (address, bytes, write);
  else if (rt->orders.allow_races || (write && rt->orders.nobserved && propositions_hold (address, bytes)))
    schedule_access (t, address, bytes, write ? NATIVE_WRITE : NATIVE_READ, pc);
  if (is_heap (address))
    heap_check_slow (address, bytes, write, pc);
  else
    zones_check (address, bytes, write, pc);
  if (address - RT_STACKS < (uintptr_t) RT_THREADS * RT_STACK_ROOM) {
    rt_check_stack (address, pc);
    uintptr_t here = (uintptr_t) __builtin_frame_address (0);
    if (address < here && on_own_stack (t, address) && on_own_stack (t, here))
      use_after_return (t->id, pc);
  }
  race_access (address, bytes, write ? RACE_WRITE : RACE_READ, pc);
}

void
rt_plain (const void *address, size_t bytes, bool write, uint64_t pc)
{
  if (rt && rt->trial && rt->current)
    rt->trial->in_call = true;
  if (rt && rt->footprint && write)
    footprint_unsure ();
  plain ((uintptr_t) address, bytes, write, pc);
}

void
rt_freed (const void *p, size_t bytes, uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  spin_broken (t);
  if (rt->orders.allow_races)
    schedule_access (t, (uintptr_t) p, bytes, NATIVE_FREE, pc);
  race_access ((uintptr_t) p, bytes, RACE_FREE, pc);
}

#define PLAIN(name, bytes, write)                         \
  void __tsan_##name (void *);                            \
  EXPORT void __tsan_##name (void *p)                     \
  {                                                       \
    plain ((uintptr_t) p, bytes, write, CALLED_FROM);     \
  }
#define PLAIN_SIZE(n)                                     \
  PLAIN (read##n, n, false)                               \
  PLAIN (write##n, n, true)                               \
  PLAIN (unaligned_read##n, n, false)                     \
  PLAIN (unaligned_write##n, n, true)                     \
  PLAIN (volatile_read##n, n, false)                      \
  PLAIN (volatile_write##n, n, true)                      \
  PLAIN (unaligned_volatile_read##n, n, false)            \
  PLAIN (unaligned_volatile_write##n, n, true)            \
  PLAIN (read_write##n, n, true)                          \
  PLAIN (unaligned_read_write##n, n, true)
PLAIN_SIZE (1)
PLAIN_SIZE (2)
PLAIN_SIZE (4)
PLAIN_SIZE (8)
PLAIN_SIZE (16)

EXPORT void
__tsan_read_range (void *p, size_t bytes)
{
  plain ((uintptr_t) p, bytes, false, CALLED_FROM);
}

EXPORT void
__tsan_write_range (void *p, size_t bytes)
{
  plain ((uintptr_t) p, bytes, true, CALLED_FROM);
}

EXPORT void
__tsan_vptr_read (void **p)
{
  plain ((uintptr_t) p, sizeof *p, false, CALLED_FROM);
}

/* A destructor may store the same pointer again, which is no write. */
EXPORT void
__tsan_vptr_update (void **p, void *value)
{
  if (*p != value)
    plain ((uintptr_t) p, sizeof *p, true, CALLED_FROM);
}
