/* The malloc family: heap.c under the names programs use. */

#include "native/runtime/rt.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "native/runtime/heap.h"

void *
malloc (size_t bytes)
{
  return heap_alloc (bytes, 16, CALLER);
}

void *
calloc (size_t n, size_t bytes)
{
  size_t all;
  if (__builtin_mul_overflow (n, bytes, &all))
    return NULL;
  void *p = heap_alloc (all, 16, CALLER);
  return p ? rt_memset (p, 0, all) : NULL;
}

void *
realloc (void *p, size_t bytes)
{
  return heap_realloc (p, bytes, CALLER);
}

void *
reallocarray (void *p, size_t n, size_t bytes)
{
  size_t all;
  if (__builtin_mul_overflow (n, bytes, &all))
    return NULL;
  return heap_realloc (p, all, CALLER);
}

void
free (void *p)
{
  heap_free (p, CALLER);
}

void *
aligned_alloc (size_t align, size_t bytes)
{
  return heap_alloc (bytes, align, CALLER);
}

void *
memalign (size_t align, size_t bytes)
{
  return heap_alloc (bytes, align, CALLER);
}

int
posix_memalign (void **p, size_t align, size_t bytes)
{
  if (!align || align % sizeof (void *) || align & (align - 1))
    return EINVAL;
  rt_plain (p, sizeof *p, true, CALLER);
  *p = heap_alloc (bytes, align, CALLER);
  return *p ? 0 : ENOMEM;
}

void *
valloc (size_t bytes)
{
  return heap_alloc (bytes, 4096, CALLER);
}

size_t
malloc_usable_size (void *p)
{
  return heap_size (p);
}
