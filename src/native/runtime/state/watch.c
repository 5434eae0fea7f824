#include "native/runtime/core/rt.h"
#include "native/runtime/state/watch.h"

#include <assert.h>

#include "native/runtime/memory/heap.h"

#define NOTES 256                 /* the latest are kept */

struct watch {
  uintptr_t start, end;
  uint64_t count;                 /* of all accesses, also those that are not kept any more */
  struct { uintptr_t address; size_t bytes; } last[RT_THREADS];   /* the last read of each thread, except of stacks */
  struct wire_touch notes[NOTES];
};

void
watch_begin (void)
{
  if (rt->orders.mode != WIRE_REPLAY || rt->supervisor.out < 0)
    return;
  rt->watch = own_alloc (sizeof *rt->watch);
  rt->watch->start = rt->orders.watch;
  rt->watch->end = rt->orders.watch + rt->orders.watch_bytes;
}

/* The present value of a small object. */
static uint64_t
value_at (uintptr_t address, size_t bytes)
{
  uint64_t value = 0;
  if (bytes <= sizeof value)
    rt_memcpy (&value, (const void *) address, bytes);
  return value;
}

/* Accesses are recorded before they happen: adds the value of the last one, if it was a write. */
static void
complete (struct watch *w)
{
  struct wire_touch *t = w->count ? &w->notes[(w->count - 1) % NOTES] : NULL;
  if (t && t->kind == NATIVE_WRITE)
    t->value = value_at (t->object, t->size);
}

void
watch_note (uintptr_t address, size_t bytes, enum native_op kind, uint64_t pc)
{
  struct watch *w = rt->watch;
  if (!rt->current)
    return;
  if (kind == NATIVE_READ && bytes <= 8 && address - RT_STACKS >= RT_THREADS * (uintptr_t) RT_STACK_ROOM) {
    w->last[rt->current->id].address = address;
    w->last[rt->current->id].bytes = bytes;
  }
  if (address >= w->end || address + bytes <= w->start)
    return;
  complete (w);
  w->notes[w->count++ % NOTES] = (struct wire_touch) {
    .step = (uint32_t) rt->run.depth, .thread = rt->current->id, .kind = kind, .size = (uint32_t) bytes, .object = address, .pc = pc,
    .value = kind == NATIVE_READ ? value_at (address, bytes) : 0};
}

void
watch_blame_last_read (void)
{
  if (!rt->watch || !rt->current)
    return;
  rt->failure.address = rt->watch->last[rt->current->id].address;
  rt->failure.bytes = rt->watch->last[rt->current->id].bytes;
}

size_t
watch_touches (struct wire_touch *out, size_t room)
{
  struct watch *w = rt->watch;
  if (w)
    complete (w);
  size_t n = !w ? 0 : w->count < NOTES ? w->count : NOTES;
  n = n < room ? n : room;
  for (size_t i = 0; i < n; i++)
    out[i] = w->notes[(w->count - n + i) % NOTES];
  return n;
}

/* ---- the objects of addresses ---- */

struct found {
  struct wire_block *blocks;
  struct wire_local *locals;
  size_t nblocks, nlocals, room;
};

static void
find_block (struct found *f, uintptr_t address)
{
  struct wire_block b;
  for (size_t i = 0; i < f->nblocks; i++)
    if (address - f->blocks[i].start < f->blocks[i].bytes)
      return;
  if (f->nblocks < f->room && heap_block (address, &b))
    f->blocks[f->nblocks++] = b;
}

/* The two words at a level are the saved frame pointer and the return address of the call of __tsan_func_entry. */
static const uintptr_t *
level_of (const struct rt_thread *t, uint32_t depth)
{
  return (const uintptr_t *) (t->levels[depth] & ~(uintptr_t) 7);
}

/* The frame of an active function starts above its return address, which lies above the function's own level, and
 * at most as high as the return address at its caller's level: the caller may push nothing between the two calls. */
static uintptr_t
frame_address (const struct rt_thread *t, uint32_t depth)
{
  assert (depth < t->depth && t->depth <= RT_FRAMES);
  const uintptr_t *p = level_of (t, depth) + 2;
  const uintptr_t *end = depth ? level_of (t, depth - 1) + 2 : p + 8192;
  for (; p < end; p++)
    if (*p == t->frames[depth])
      return (uintptr_t) (p + 1);
  return 0;
}

static void
find_local (struct found *f, uintptr_t address)
{
  size_t owner = (address - RT_STACKS) / RT_STACK_ROOM;
  const struct rt_thread *t = &rt->threads[owner];
  assert (owner < rt->nthreads);
  for (size_t i = 0; i < f->nlocals; i++)
    if (f->locals[i].address == address)
      return;
  uint32_t depth = t->depth < RT_FRAMES ? t->depth : 0, i = depth;
  while (i && t->levels[i - 1] < address)
    i--;
  if (i == depth || f->nlocals == f->room || t->state == RT_ENDED || t->state == RT_ABSENT)
    return;
  uintptr_t cfa = frame_address (t, i);
  uint64_t pc = level_of (t, i)[1];
  if (cfa && pc && address < cfa)
    f->locals[f->nlocals++] = (struct wire_local) {address, cfa, pc, owner};
}

static void
find (struct found *f, uintptr_t address)
{
  if (f->blocks && is_heap (address))
    find_block (f, address);
  else if (f->locals && address - RT_STACKS < (uintptr_t) rt->nthreads * RT_STACK_ROOM)
    find_local (f, address);
}

static void
find_all (struct found *f)
{
  assert (f->room);
  if (rt->failure.address && rt->failure.exec.kind != FINDING_ASSERTION)
    find (f, rt->failure.address);
  for (size_t i = 0; i < rt->run.depth; i++) {
    const struct wire_step *s = &rt->replay.taken[i].step;
    if (s->kind != NATIVE_CREATE && s->kind != NATIVE_JOIN && s->kind != NATIVE_DETACH && s->kind != NATIVE_CANCEL)
      find (f, s->object);
    if (s->size == 8)
      find (f, s->value);
  }
  for (size_t i = 0; i < rt->nthreads; i++)
    if (rt->threads[i].state == RT_ALIVE && rt->threads[i].object)
      find (f, (uintptr_t) rt->threads[i].object);
}

size_t
watch_blocks (struct wire_block *out, size_t room, uint32_t *nsame)
{
  struct found f = {.blocks = out, .room = room};
  find_all (&f);
  *nsame = (uint32_t) f.nblocks;
  for (size_t i = 0; rt->watch && i < rt->watch->count && i < NOTES; i++)
    if (rt->watch->notes[i].size == 8)
      find (&f, rt->watch->notes[i].value);
  return f.nblocks;
}

size_t
watch_locals (struct wire_local *out, size_t room)
{
  struct found f = {.locals = out, .room = room};
  find_all (&f);
  for (size_t i = 0; rt->watch && i < rt->watch->count && i < NOTES; i++)
    find (&f, rt->watch->notes[i].object);
  return f.nlocals;
}
