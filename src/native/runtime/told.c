/* The execution as the supervisor wants to hear of it. */

#include "native/runtime/inside.h"
#include "native/runtime/rt.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "native/runtime/sys.h"

size_t
native_depth (struct exec *e)
{
  (void) e;
  return rt->run.depth;
}

struct wire_step
native_step_told (struct exec *e, size_t n)
{
  (void) e;
  struct wire_step told = rt->taken[n].told;
  if (told.kind == NATIVE_CREATE)
    told.alternative = (uint32_t) (told.object = told.value);   /* the new thread's number, known afterwards */
  return told;
}

size_t
native_other_told (struct exec *e, uint64_t *frames, size_t room)
{
  (void) e;
  size_t n = rt->nother < room ? rt->nother : room;
  rt_memcpy (frames, rt->other, n * sizeof *frames);
  return n;
}

static uint32_t
holder_of (const struct rt_thread *t)
{
  switch (t->op.kind) {
  case NATIVE_WOKEN:
    if (!t->woken)
      return UINT32_MAX;
    break;
  case NATIVE_JOIN: return (uint32_t) t->count;
  default: break;
  }
  return rt->forked ? t->held_by - 1 : t->holder ? t->holder (t->object) - 1 : UINT32_MAX;
}

static uint64_t
waits_for (const struct rt_thread *t)
{
  if (t->op.kind == NATIVE_JOIN)
    return t->count;
  if (t->size)
    return t->memory;
  return (uint64_t) (uintptr_t) (t->condition && !t->woken ? t->condition : t->object);
}

static enum wire_thread_state
state_of (const struct rt_thread *t)
{
  switch (t->state) {
  case RT_ALIVE: return rt_can_go ((struct rt_thread *) t) ? WIRE_RUNNABLE : WIRE_BLOCKED;
  case RT_SPINS: return WIRE_BLOCKED;
  case RT_CUT: return WIRE_HALTED;
  case RT_FAILED: return WIRE_FAILED;
  default: return WIRE_ENDED;
  }
}

size_t
native_thread_told (struct exec *e, thread_id id, struct wire_thread *out, uint64_t *frames, size_t room)
{
  (void) e;
  const struct rt_thread *t = &rt->threads[id];
  *out = (struct wire_thread) {.thread = id, .creator = t->creator, .holder = UINT32_MAX};
  if (t->state == RT_ABSENT)
    return 0;
  out->routine = id ? (uint64_t) (uintptr_t) t->routine : 0;
  out->state = state_of (t);
  if (out->state == WIRE_BLOCKED) {
    out->waits_kind = t->op.kind == NATIVE_WOKEN && t->woken ? NATIVE_LOCK : t->op.kind;
    out->waits_object = waits_for (t);
    out->holder = holder_of (t);
  }
  size_t n = 0;
  uint64_t at = t->state == RT_FAILED && t->failed_at ? t->failed_at : t->op.place;
  if (at && n < room)
    frames[n++] = at;
  for (uint32_t i = t->depth < RT_FRAMES ? t->depth : RT_FRAMES; i-- > 1 && n < room;)   /* the first is ours */
    frames[n++] = t->frames[i];
  out->nframes = (uint32_t) n;
  return n;
}

thread_id
native_failed_thread (struct exec *e)
{
  (void) e;
  if (!rt->run.depth)
    return UINT32_MAX;
  thread_id last = rt->taken[rt->run.depth - 1].told.thread;
  return rt->threads[last].state == RT_FAILED ? last : UINT32_MAX;
}

bool
native_broken (struct exec *e)
{
  (void) e;
  return rt->broken;
}

int
native_exit_status (struct exec *e)
{
  (void) e;
  return rt->run.status;
}

volatile const int *
native_interrupt (struct exec *e)
{
  (void) e;
  return &rt->interrupt;
}

/* ---- notes ---- */

void
rt_tell_name (uint64_t object, const char *name)
{
  struct { struct wire_record head; struct wire_name name; char text[400]; } record = {.name = {object}};
  size_t n = strlen (name);
  n = n < sizeof record.text ? n : sizeof record.text;
  record.head = (struct wire_record) {WIRE_NAME, (uint32_t) (sizeof record.name + n)};
  rt_memcpy (record.text, name, n);
  if (rt->out >= 0 && sys_write (rt->out, &record, sizeof record.head + record.head.bytes) < 0)
    rt_quit (3);
}

static void
tell (enum wire_type type, const char *text, uint32_t bytes)
{
  struct { struct wire_record head; char text[400]; } record = {.head = {type, bytes}};
  rt_memcpy (record.text, text, bytes);
  if (rt->out >= 0 && sys_write (rt->out, &record, sizeof record.head + bytes) < 0)
    rt_quit (3);                    /* nobody listens any more */
}

void
rt_note (const char *format, ...)
{
  char text[400];
  va_list args;
  va_start (args, format);
  int n = vsnprintf (text, sizeof text, format, args);
  va_end (args);
  size_t bytes = n < (int) sizeof text ? (size_t) n : sizeof text - 1;
  uint64_t hash = 0;
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ (unsigned char) text[i]) * 0x100000001b3u;
  for (size_t i = 0; i < rt->nnotes; i++)
    if (rt->notes[i] == hash)
      return;
  if (rt->nnotes == sizeof rt->notes / sizeof rt->notes[0])
    return;
  rt->notes[rt->nnotes++] = hash;
  tell (WIRE_NOTE, text, (uint32_t) bytes);
}

void
rt_partial (const char *format, ...)
{
  char text[sizeof rt->partial];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (!rt->partial[0])
    rt_memcpy (rt->partial, text, sizeof text);
  rt_note ("%s", text);
}

const char *
native_partial (struct exec *e)
{
  (void) e;
  return rt->partial[0] ? rt->partial : NULL;
}
