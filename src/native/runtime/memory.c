/* memcpy and friends for the runtime itself: those of the program are watched
 * (strings.c), and the compiler's own calls are renamed to these. */

#include "native/runtime/rt.h"

void *
rt_memcpy (void *to, const void *from, size_t n)
{
  char *d = to;
  const char *s = from;
  if (n >= 256) {
    void *end = d;
    __asm__ volatile ("rep movsb" : "+D" (end), "+S" (s), "+c" (n) : : "memory");
    return to;
  }
  for (; n >= 8; n -= 8, d += 8, s += 8)
    *(uint64_t __attribute__ ((may_alias, aligned (1))) *) d = *(const uint64_t __attribute__ ((may_alias, aligned (1))) *) s;
  while (n--)
    *d++ = *s++;
  return to;
}

void *
rt_memmove (void *to, const void *from, size_t n)
{
  if ((uintptr_t) to - (uintptr_t) from >= n)
    return rt_memcpy (to, from, n);
  char *d = (char *) to + n;
  const char *s = (const char *) from + n;
  while (n--) {
    *--d = *--s;
    __asm__ volatile ("" : : : "memory");
  }
  return to;
}

void *
rt_memset (void *to, int c, size_t n)
{
  void *end = to;
  __asm__ volatile ("rep stosb" : "+D" (end), "+c" (n) : "a" (c) : "memory");
  return to;
}

int
rt_memcmp (const void *a, const void *b, size_t n)
{
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++) {
    __asm__ volatile ("" : : : "memory");
    if (*p != *q)
      return *p < *q ? -1 : 1;
  }
  return 0;
}
