/* memcpy, strlen, ... for the runtime itself: the program's calls of these functions are checked as its accesses
 * (strings.c). Calls that the compiler generates in the runtime are renamed to these at link time. */

#include "native/runtime/core/rt.h"

typedef long long v16 __attribute__ ((vector_size (16), aligned (1), may_alias));
typedef uint64_t u8 __attribute__ ((aligned (1), may_alias));
typedef uint32_t u4 __attribute__ ((aligned (1), may_alias));

/* Short pieces are copied from both ends; the two copies may overlap. */
void *
rt_memcpy (void *to, const void *from, size_t n)
{
  char *d = to;
  const char *s = from;
  if (n >= 512) {
    void *end = d;
    __asm__ volatile ("rep movsb" : "+D" (end), "+S" (s), "+c" (n) : : "memory");
  } else if (n >= 16) {
    v16 last = *(const v16 *) (s + n - 16);
    for (size_t i = 0; i + 16 <= n; i += 16)
      *(v16 *) (d + i) = *(const v16 *) (s + i);
    *(v16 *) (d + n - 16) = last;
  } else if (n >= 8) {
    uint64_t last = *(const u8 *) (s + n - 8);
    *(u8 *) d = *(const u8 *) s;
    *(u8 *) (d + n - 8) = last;
  } else if (n >= 4) {
    uint32_t last = *(const u4 *) (s + n - 4);
    *(u4 *) d = *(const u4 *) s;
    *(u4 *) (d + n - 4) = last;
  } else
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
  char *d = to;
  if (n >= 512 || n < 16) {
    void *end = d;
    __asm__ volatile ("rep stosb" : "+D" (end), "+c" (n) : "a" (c) : "memory");
    return to;
  }
  long long word = (long long) ((unsigned char) c * 0x0101010101010101ull);
  v16 fill = {word, word};
  for (size_t i = 0; i + 16 <= n; i += 16)
    *(v16 *) (d + i) = fill;
  *(v16 *) (d + n - 16) = fill;
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

size_t
rt_strlen (const char *s)
{
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

int
rt_strncmp (const char *a, const char *b, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] || !a[i])
      return (unsigned char) a[i] - (unsigned char) b[i];
  return 0;
}

int
rt_strcmp (const char *a, const char *b)
{
  return rt_strncmp (a, b, SIZE_MAX);
}

char *
rt_strchr (const char *s, int c)
{
  for (; *s != (char) c; s++)
    if (!*s)
      return NULL;
  return (char *) s;
}

char *
rt_strrchr (const char *s, int c)
{
  const char *found = NULL;
  for (; *s; s++)
    if (*s == (char) c)
      found = s;
  return (char *) (c ? found : s);
}
