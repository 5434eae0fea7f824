/* Memory and arenas. See mem.h. */
#include "base/mem.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void (*out_hook) (void *);
static void *out_context;

void
mem_on_out (void (*hook) (void *), void *context)
{
  out_hook = hook;
  out_context = context;
}

_Noreturn void
mem_out (size_t bytes)
{
  void (*hook) (void *) = out_hook;
  out_hook = NULL;              /* the hook may itself run out of memory */
  fprintf (stderr, "mazurka: out of memory (asked for %zu bytes)\n", bytes);
  if (hook)
    hook (out_context);
  exit (3);
}

void *
mem_alloc (size_t bytes)
{
  void *p = malloc (bytes ? bytes : 1);
  if (!p)
    mem_out (bytes);
  return p;
}

void *
mem_zalloc (size_t bytes)
{
  void *p = calloc (1, bytes ? bytes : 1);
  if (!p)
    mem_out (bytes);
  return p;
}

void *
mem_realloc (void *old, size_t bytes)
{
  void *p = realloc (old, bytes ? bytes : 1);
  if (!p)
    mem_out (bytes);
  return p;
}

void
mem_free (void *p)
{
  free (p);
}

char *
mem_strdup (const char *s)
{
  size_t n = strlen (s) + 1;
  return memcpy (mem_alloc (n), s, n);
}

/* Linux reserves 128 megabytes below the stack, whatever its limit is. */
#define STACK_BYTES ((rlim_t) 120 << 20)

size_t
mem_stack (void)
{
  struct rlimit limit;
  if (getrlimit (RLIMIT_STACK, &limit))
    return 1 << 20;
  return limit.rlim_cur < STACK_BYTES ? (size_t) limit.rlim_cur : (size_t) STACK_BYTES;
}

void
mem_reserve_stack (void)
{
  struct rlimit limit;
  if (getrlimit (RLIMIT_STACK, &limit) || limit.rlim_cur >= STACK_BYTES)
    return;
  limit.rlim_cur = limit.rlim_max < STACK_BYTES ? limit.rlim_max : STACK_BYTES;
  setrlimit (RLIMIT_STACK, &limit);
}

bool
mem_require_stack (size_t bytes, size_t *available)
{
  struct rlimit limit;
  if (getrlimit (RLIMIT_STACK, &limit) || limit.rlim_cur >= bytes)
    return true;
  limit.rlim_cur = limit.rlim_max < bytes ? limit.rlim_max : bytes;
  *available = limit.rlim_cur;
  return limit.rlim_cur == bytes && !setrlimit (RLIMIT_STACK, &limit);
}

uint64_t
mem_limited (const char *path, uint64_t bytes)
{
  FILE *f = fopen (path, "r");
  unsigned long long limit;
  bool found = f && fscanf (f, "%llu", &limit) == 1;      /* otherwise it contains "max" */
  if (f)
    fclose (f);
  return found && limit < bytes ? limit : bytes;
}

uint64_t
mem_of_machine (void)
{
  uint64_t pages = (uint64_t) sysconf (_SC_PHYS_PAGES), size = (uint64_t) sysconf (_SC_PAGESIZE);
  return mem_limited ("/sys/fs/cgroup/memory.max", pages * size);
}

struct arena_block {
  struct arena_block *prev;
  size_t used, room;
  _Alignas (16) char bytes[];
};

void *
arena_alloc (struct arena *a, size_t bytes)
{
  bytes = (bytes + 15) & ~(size_t) 15;
  struct arena_block *b = a->last;
  if (!b || b->room - b->used < bytes) {
    size_t room = bytes > 65536 ? bytes : 65536;
    b = mem_zalloc (sizeof *b + room);
    b->room = room;
    b->prev = a->last;
    a->last = b;
  }
  void *p = b->bytes + b->used;
  b->used += bytes;
  return p;
}

void *
arena_copy (struct arena *a, const void *data, size_t bytes)
{
  void *copy = arena_alloc (a, bytes);
  if (bytes)
    memcpy (copy, data, bytes);
  return copy;
}

char *
arena_strndup (struct arena *a, const char *s, size_t n)
{
  return memcpy (arena_alloc (a, n + 1), s, n);
}

char *
arena_strdup (struct arena *a, const char *s)
{
  return arena_strndup (a, s, strlen (s));
}

char *
arena_printf (struct arena *a, const char *format, ...)
{
  va_list ap, again;
  va_start (ap, format);
  va_copy (again, ap);
  int n = vsnprintf (NULL, 0, format, ap);
  char *p = arena_alloc (a, (size_t) n + 1);
  vsnprintf (p, (size_t) n + 1, format, again);
  va_end (ap);
  va_end (again);
  return p;
}

void
arena_release (struct arena *a)
{
  while (a->last) {
    struct arena_block *b = a->last;
    a->last = b->prev;
    mem_free (b);
  }
}
