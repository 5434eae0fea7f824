/* Notes and names of objects, which are sent to the supervisor immediately. */

#include "native/runtime/records/notes.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/records/seal.h"
#include "native/runtime/core/sys.h"

void
rt_name_object (uint64_t object, const char *name)
{
  struct { struct wire_record head; struct wire_name name; char text[400]; } record = {.name = {object}};
  size_t n = strlen (name);
  n = n < sizeof record.text ? n : sizeof record.text;
  assert (n <= sizeof record.text);
  if (rt->supervisor.out < 0)
    return;
  record.head = seal_head (WIRE_NAME, (uint32_t) (sizeof record.name + n));
  rt_memcpy (record.text, name, n);
  if (sys_write (rt->supervisor.out, &record, sizeof record.head + record.head.bytes) < 0)
    rt_quit (3);
}

static void
send_text (enum wire_type type, const char *text, uint32_t bytes)
{
  struct { struct wire_record head; char text[400]; } record;
  assert (bytes <= sizeof record.text);
  if (rt->supervisor.out < 0)
    return;
  record.head = seal_head (type, bytes);
  rt_memcpy (record.text, text, bytes);
  if (sys_write (rt->supervisor.out, &record, sizeof record.head + bytes) < 0)
    rt_quit (3);                    /* the supervisor has ended */
}

void
rt_note (const char *format, ...)
{
  char text[400];
  va_list args;
  va_start (args, format);
  int n = vsnprintf (text, sizeof text, format, args);
  va_end (args);
  assert (n >= 0);
  size_t bytes = n < (int) sizeof text ? (size_t) n : sizeof text - 1;
  uint64_t hash = digest_text (text, bytes);
  for (size_t i = 0; i < rt->supervisor.nnotes; i++)
    if (rt->supervisor.notes[i] == hash)
      return;
  if (rt->supervisor.nnotes == sizeof rt->supervisor.notes / sizeof rt->supervisor.notes[0])
    return;
  rt->supervisor.notes[rt->supervisor.nnotes++] = hash;
  send_text (WIRE_NOTE, text, (uint32_t) bytes);
}

void
rt_partial (const char *format, ...)
{
  char text[sizeof rt->supervisor.partial];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (!rt->supervisor.partial[0])
    rt_memcpy (rt->supervisor.partial, text, sizeof text);
  rt_note ("%s", text);
}

void
rt_unseen (const char *function, const char *library, uint64_t pc)
{
  struct { struct wire_record head; struct wire_unseen unseen; char text[2 * 400]; } record = {.unseen = {.pc = pc}};
  size_t n = strlen (function), m = strlen (library);
  record.unseen.function_bytes = n = n < 400 ? n : 400;
  m = m < 400 ? m : 400;
  if (rt->supervisor.out < 0)
    return;
  record.head = seal_head (WIRE_UNSEEN, (uint32_t) (sizeof record.unseen + n + m));
  rt_memcpy (record.text, function, n);
  rt_memcpy (record.text + n, library, m);
  if (sys_write (rt->supervisor.out, &record, sizeof record.head + record.head.bytes) < 0)
    rt_quit (3);
}

void
rt_unexplored (uint64_t pc, const char *format, ...)
{
  char text[400];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (!rt->supervisor.partial[0])
    rt_memcpy (rt->supervisor.partial, text, sizeof rt->supervisor.partial - 1);
  rt_unseen (text, "", pc);
}
