/* The malloc family: heap.c under the names that programs use. Invalid arguments are answered as glibc does. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#include "native/runtime/memory/heap.h"

static void *
too_much (void)
{
  errno = ENOMEM;
  return NULL;
}

EXPORT void *
malloc (size_t bytes)
{
  return heap_alloc (bytes, 16, CALLER);
}

EXPORT void *
calloc (size_t n, size_t bytes)
{
  size_t all;
  if (__builtin_mul_overflow (n, bytes, &all))
    return too_much ();
  void *p = heap_alloc (all, 16, CALLER);
  return p ? rt_memset (p, 0, all) : NULL;
}

EXPORT void *
realloc (void *p, size_t bytes)
{
  return heap_realloc (p, bytes, CALLER);
}

EXPORT void *
reallocarray (void *p, size_t n, size_t bytes)
{
  size_t all;
  if (__builtin_mul_overflow (n, bytes, &all))
    return too_much ();
  return heap_realloc (p, all, CALLER);
}

EXPORT void
free (void *p)
{
  heap_free (p, CALLER);
}

/* An alignment that is not a power of two is rounded up to one. */
static void *
alloc_aligned (size_t align, size_t bytes, uint64_t pc)
{
  size_t power = 16;
  if (align > SIZE_MAX / 2 + 1) {
    errno = EINVAL;
    return NULL;
  }
  while (power < align)
    power *= 2;
  assert (power >= align && !(power & (power - 1)));
  return heap_alloc (bytes, power, pc);
}

EXPORT void *
aligned_alloc (size_t align, size_t bytes)
{
  return alloc_aligned (align, bytes, CALLER);
}

EXPORT void *
memalign (size_t align, size_t bytes)
{
  return alloc_aligned (align, bytes, CALLER);
}

EXPORT int
posix_memalign (void **p, size_t align, size_t bytes)
{
  if (!align || align % sizeof (void *) || align & (align - 1))
    return EINVAL;
  int error = errno;
  void *made = heap_alloc (bytes, align, CALLER);
  errno = error;
  if (!made)
    return ENOMEM;
  rt_plain (p, sizeof *p, true, CALLER);
  *p = made;
  return 0;
}

EXPORT void *
valloc (size_t bytes)
{
  return heap_alloc (bytes, 4096, CALLER);
}

EXPORT size_t
malloc_usable_size (void *p)
{
  return heap_size (p);
}
