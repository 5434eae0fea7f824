/* The checker's own memory: far from the program's addresses, and never
 * restored. The functions of base/mem.h allocate from it too, because malloc
 * in this process serves the program under test. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "native/runtime/core/sys.h"

struct own {
  char *next, *end;
  struct block *spare[48];        /* freed blocks, by the power of two of their size */
};

struct block {
  size_t bytes;                   /* usable */
  struct block *next;             /* of spare blocks */
};

#define HEAD 16

/* The first page of RT_OWN. */
static struct own *
own (void)
{
  static struct own *own;
  if (own)
    return own;
  int flags = (getenv (RT_FORKED) ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  char *start = (char *) sys_mmap ((void *) RT_OWN, RT_OWN_ROOM, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (start != (char *) RT_OWN)
    mem_out (RT_OWN_ROOM);
  own = (struct own *) start;
  own->next = start + 4096;
  own->end = start + RT_OWN_ROOM;
  return own;
}

void *
own_alloc (size_t bytes)
{
  struct own *o = own ();
  bytes = (bytes + 63) & ~(size_t) 63;
  if (bytes > (size_t) (o->end - o->next))
    mem_out (bytes);
  void *p = o->next;
  assert ((uintptr_t) p % 64 == 0 && (char *) p + bytes <= o->end);
  o->next += bytes;
  return p;
}

static unsigned
class_of (size_t bytes)
{
  return bytes <= 32 ? 5 : 64 - (unsigned) __builtin_clzll (bytes - 1);
}

void *
mem_alloc (size_t bytes)
{
  unsigned class = class_of (bytes + HEAD);
  struct own *o = own ();
  assert (class < sizeof o->spare / sizeof *o->spare);
  struct block *b = o->spare[class];
  if (b)
    o->spare[class] = b->next;
  else
    b = own_alloc ((size_t) 1 << class);
  b->bytes = bytes;
  return (char *) b + HEAD;
}

void *
mem_zalloc (size_t bytes)
{
  return rt_memset (mem_alloc (bytes), 0, bytes);
}

void
mem_free (void *p)
{
  if (!p)
    return;
  struct block *b = (struct block *) ((char *) p - HEAD);
  unsigned class = class_of (b->bytes + HEAD);
  assert (class < 48 && (uintptr_t) b >= RT_OWN && (uintptr_t) b < RT_OWN + RT_OWN_ROOM);
  b->next = own ()->spare[class];
  own ()->spare[class] = b;
}

void *
mem_realloc (void *p, size_t bytes)
{
  if (!p)
    return mem_alloc (bytes);
  struct block *b = (struct block *) ((char *) p - HEAD);
  assert ((uintptr_t) b >= RT_OWN && (uintptr_t) b < RT_OWN + RT_OWN_ROOM);
  if (class_of (bytes + HEAD) == class_of (b->bytes + HEAD)) {
    b->bytes = bytes;
    return p;
  }
  void *q = mem_alloc (bytes);
  rt_memcpy (q, p, b->bytes < bytes ? b->bytes : bytes);
  mem_free (p);
  return q;
}

char *
mem_strdup (const char *s)
{
  size_t n = __builtin_strlen (s) + 1;
  return rt_memcpy (mem_alloc (n), s, n);
}

/* Ends the process, without the functions that programs call for it. */
_Noreturn void
rt_quit (int status)
{
  for (;;)
    SYS_CALL (exit_group, status);
}

_Noreturn void
mem_out (size_t bytes)
{
  if (rt && rt->current && rt->supervisor.out >= 0)
    rt_unexplored (rt->current->op.place, "the checker keeps more than %llu bytes about the program, or there is no more memory", RT_OWN_ROOM);
  rt_internal_error ("the checker has no more memory in the checked program (%zu bytes were asked for)", bytes);
}
