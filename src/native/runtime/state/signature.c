/* The state of a thread as a digest: its stack and registers as the program left them when it called us, its
 * thread-local storage, and what the runtime keeps for it. What our own functions have on the stack beyond that differs
 * from run to run. */

#include "native/runtime/state/signature.h"

#include <assert.h>
#include <unwind.h>

#include "base/digest.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/sync/sync.h"

/* Registers that calls keep, by DWARF's numbers: rbp, r15 .. r12, rbx. In this order functions save them, which
 * entry_frame relies on. */
#define KEPT 6
static const int kept[KEPT] = {6, 15, 14, 13, 12, 3};

static _Unwind_Reason_Code
look_at (struct _Unwind_Context *context, void *frame)
{
  struct frame *f = frame;
  if (_Unwind_GetIP (context) != f->place)
    return _URC_NO_REASON;
  f->stack = _Unwind_GetCFA (context);
  for (size_t i = 0; i < KEPT; i++)
    f->registers = digest_add (f->registers, _Unwind_GetGR (context, kept[i]));
  return _URC_END_OF_STACK;
}

struct frame
frame_at (uint64_t place)
{
  struct frame f = {.place = place};
  struct rt_thread *t = rt->current;
  rt->current = NULL;             /* the unwinder's accesses are not the program's */
  _Unwind_Backtrace (look_at, &f);
  rt->current = t;
  return f;
}

/* The function that the program called has saved them all: its caller's frame at
 * its own, the others below (kept). */
static struct frame
entry_frame (struct rt_thread *t)
{
  if (t->entry.place != t->op.place)
    return frame_at (t->op.place);
  struct frame f = {.place = t->op.place, .stack = t->entry.frame + 2 * sizeof (uint64_t)};
  const uint64_t *saved = (const uint64_t *) t->entry.frame;
  for (int i = 0; i < KEPT; i++)
    f.registers = digest_add (f.registers, saved[-i]);
#ifndef NDEBUG
  struct frame slow = frame_at (t->op.place);
  assert (slow.stack == f.stack && slow.registers == f.registers);
#endif
  return f;
}

/* What the runtime keeps for the thread, and only the thread changes. */
static uint64_t
entry_of (const struct rt_thread *t)
{
  uint64_t h = 1;
#define IS_OWN(name) h = digest_add (h, (uint64_t) t->name);
#define IS_LISTED(name)
#define IS_FIXED(name)
#define IS_OTHERS(name)
#define IS_NEXT(name)
#define IS_CLOCK(name)
#define IS_STACK(name)
#define IS_CHECKER(name)
#define F(type, name, dimensions, part) IS_##part (name)
  RT_THREAD_FIELDS (F)
#undef F
  for (unsigned i = 0; i < rt_keys (); i++)
    h = digest_add (h, (uintptr_t) t->values[i]);
  h = digest_add (h, t->nshared);
  for (uint32_t i = 0; i < t->nshared; i++)
    h = digest_add (digest_add (h, (uintptr_t) t->shared[i].lock), t->shared[i].count);
  return h;
}

static void
add_word (void *context, uintptr_t at, uint64_t word)
{
  *(uint64_t *) context += digest_at (at, word);
}

static uint64_t
signature (struct rt_thread *t, struct frame f)
{
  const char *end = (const char *) RT_STACKS + (t->id + 1) * (size_t) RT_STACK_ROOM - tls_bytes ();
  if (!f.stack)
    return 0;
  assert (f.stack % 8 == 0 && f.stack < (uintptr_t) end);
  if (!rt->fingerprints)
    rt_need (RT_COMPARED);
  uint64_t storage = 0, h = digest_add (f.registers, f.stack);
  h = digest_add (digest_add (digest_add (h, t->depth), rt_floating ()), entry_of (t));
  for (const uint64_t *p = (const uint64_t *) f.stack; (const char *) p < end; p++)
    h = digest_add (h, *p);
  tls_differences (t->fs, add_word, &storage);   /* a call that changes nothing else may have set errno */
  h = digest_add (h, storage);
  return h ? h : 1;
}

/* What the operation was given may be nowhere else. */
uint64_t
signature_of (struct rt_thread *t)
{
  assert (t == rt->current);
  uint64_t h = signature (t, entry_frame (t));
  return h ? digest_add (h, t->operand) | 1 : h;
}

uint64_t
signature_at (struct rt_thread *t, uint64_t place)
{
  assert (t == rt->current);
  return signature (t, frame_at (place));
}

uint64_t
signature_of_memory (void)
{
  uint64_t sum = heap_hash ();
  snapshot_differences (add_word, &sum);
  return sum;
}
