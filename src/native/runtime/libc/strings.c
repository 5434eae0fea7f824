/* memcpy, strlen, ... for the program: their accesses are checked as the program's.
 * Compilers also generate calls of them where a compiler without instrumentation
 * would copy inline; the runtime's own versions (memory.c) have other names.
 *
 * If races are allowed each access is an operation, so the work is done byte by byte
 * (copies: eight bytes at a time) in the order of the accesses. Otherwise pieces are
 * checked as a whole, each before it is written, so that a copy with an invalid length
 * ends with a finding at the end of its object. */

#include "native/runtime/core/rt.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "native/runtime/memory/heap.h"

#define PIECE 4096u

static bool
is_stepwise (void)
{
  return rt && rt->current && rt->orders.allow_races;
}

/* Reads a byte. */
static unsigned char
at (const void *p, size_t i, uint64_t pc)
{
  const unsigned char *byte = (const unsigned char *) p + i;
  if (is_stepwise ())
    rt_plain (byte, 1, false, pc);
  __asm__ volatile ("" : : : "memory");
  return *byte;
}

/* Checks the reads of bytes that `at` has read. */
static void
were_read (const void *p, size_t n, uint64_t pc)
{
  if (n && !is_stepwise ())
    rt_plain (p, n, false, pc);
}

static size_t
length (const char *s, size_t most, uint64_t pc)
{
  size_t n = 0;
  while (n < most && at (s, n, pc))
    n++;
  were_read (s, n < most ? n + 1 : n, pc);
  return n;
}

static void
copy_stepwise (char *to, const char *from, size_t n, bool backwards, uint64_t pc)
{
  for (size_t done = 0; done < n;) {
    size_t here = n - done < 8 ? n - done : 8, i = backwards ? n - done - here : done;
    uint64_t piece = 0;
    rt_plain (from + i, here, false, pc);
    rt_memcpy (&piece, from + i, here);
    rt_plain (to + i, here, true, pc);
    rt_memcpy (to + i, &piece, here);
    done += here;
  }
}

/* The two may overlap. */
static void *
copy (void *to, const void *from, size_t n, uint64_t pc)
{
  if (!n)
    return to;
  if (is_stepwise ()) {
    copy_stepwise (to, from, n, (uintptr_t) to - (uintptr_t) from < n, pc);
    return to;
  }
  bool backwards = (uintptr_t) to - (uintptr_t) from < n;
  for (size_t done = 0; done < n;) {
    size_t here = n - done < PIECE ? n - done : PIECE, i = backwards ? n - done - here : done;
    rt_plain ((const char *) from + i, here, false, pc);
    rt_plain ((char *) to + i, here, true, pc);
    rt_memmove ((char *) to + i, (const char *) from + i, here);
    done += here;
  }
  return to;
}

static void *
fill (void *to, int c, size_t n, uint64_t pc)
{
  size_t piece = is_stepwise () ? 8 : PIECE;
  for (size_t i = 0; i < n; i += piece) {
    size_t here = n - i < piece ? n - i : piece;
    rt_plain ((char *) to + i, here, true, pc);
    rt_memset ((char *) to + i, c, here);
  }
  return to;
}

/* ---- memory ---- */

EXPORT void *
memcpy (void *restrict to, const void *restrict from, size_t n)
{
  return copy (to, from, n, CALLER);
}

EXPORT void *
memmove (void *to, const void *from, size_t n)
{
  return copy (to, from, n, CALLER);
}

EXPORT void *
mempcpy (void *restrict to, const void *restrict from, size_t n)
{
  return (char *) copy (to, from, n, CALLER) + n;
}

EXPORT void *
memset (void *to, int c, size_t n)
{
  return fill (to, c, n, CALLER);
}

EXPORT void
bzero (void *to, size_t n)
{
  fill (to, 0, n, CALLER);
}

EXPORT void
explicit_bzero (void *to, size_t n)
{
  fill (to, 0, n, CALLER);
}

EXPORT void
bcopy (const void *from, void *to, size_t n)
{
  copy (to, from, n, CALLER);
}

void *__tsan_memcpy (void *, const void *, size_t);
EXPORT void *
__tsan_memcpy (void *to, const void *from, size_t n)
{
  return copy (to, from, n, CALLER);
}

void *__tsan_memmove (void *, const void *, size_t);
EXPORT void *
__tsan_memmove (void *to, const void *from, size_t n)
{
  return copy (to, from, n, CALLER);
}

void *__tsan_memset (void *, int, size_t);
EXPORT void *
__tsan_memset (void *to, int c, size_t n)
{
  return fill (to, c, n, CALLER);
}

EXPORT int
memcmp (const void *a, const void *b, size_t n)
{
  uint64_t pc = CALLER;
  were_read (a, n, pc);
  were_read (b, n, pc);
  for (size_t i = 0; i < n; i++) {
    int difference = at (a, i, pc) - at (b, i, pc);
    if (difference)
      return difference;
  }
  return 0;
}

EXPORT int
bcmp (const void *a, const void *b, size_t n)
{
  return memcmp (a, b, n);
}

EXPORT void *
memchr (const void *p, int c, size_t n)
{
  uint64_t pc = CALLER;
  size_t i = 0;
  while (i < n && at (p, i, pc) != (unsigned char) c)
    i++;
  were_read (p, i < n ? i + 1 : n, pc);
  return i < n ? (char *) p + i : NULL;
}

EXPORT void *
memrchr (const void *p, int c, size_t n)
{
  uint64_t pc = CALLER;
  size_t i = n;
  while (i && at (p, i - 1, pc) != (unsigned char) c)
    i--;
  were_read ((const char *) p + (i ? i - 1 : 0), n - (i ? i - 1 : 0), pc);
  return i ? (char *) p + i - 1 : NULL;
}

/* ---- strings ---- */

EXPORT size_t
strlen (const char *s)
{
  return length (s, SIZE_MAX, CALLER);
}

EXPORT size_t
strnlen (const char *s, size_t most)
{
  return length (s, most, CALLER);
}

EXPORT char *
strcpy (char *restrict to, const char *restrict from)
{
  uint64_t pc = CALLER;
  return copy (to, from, length (from, SIZE_MAX, pc) + 1, pc);
}

EXPORT char *
stpcpy (char *restrict to, const char *restrict from)
{
  uint64_t pc = CALLER;
  size_t n = length (from, SIZE_MAX, pc);
  return (char *) copy (to, from, n + 1, pc) + n;
}

EXPORT char *
strncpy (char *restrict to, const char *restrict from, size_t n)
{
  uint64_t pc = CALLER;
  size_t used = length (from, n, pc);
  copy (to, from, used, pc);
  fill (to + used, 0, n - used, pc);
  return to;
}

EXPORT char *
strcat (char *restrict to, const char *restrict from)
{
  uint64_t pc = CALLER;
  copy (to + length (to, SIZE_MAX, pc), from, length (from, SIZE_MAX, pc) + 1, pc);
  return to;
}

EXPORT char *
strncat (char *restrict to, const char *restrict from, size_t n)
{
  uint64_t pc = CALLER;
  char *end = to + length (to, SIZE_MAX, pc);
  size_t used = length (from, n, pc);
  copy (end, from, used, pc);
  fill (end + used, 0, 1, pc);
  return to;
}

static int
same_case (int c)
{
  return c;
}

static int
compare (const char *a, const char *b, size_t n, int (*as) (int), uint64_t pc)
{
  size_t i = 0;
  int difference = 0;
  while (i < n && !difference) {
    unsigned char x = at (a, i, pc), y = at (b, i, pc);
    i++;
    difference = as (x) - as (y);
    if (!x)
      break;
  }
  were_read (a, i, pc);
  were_read (b, i, pc);
  return difference;
}

EXPORT int
strcmp (const char *a, const char *b)
{
  return compare (a, b, SIZE_MAX, same_case, CALLER);
}

EXPORT int
strncmp (const char *a, const char *b, size_t n)
{
  return compare (a, b, n, same_case, CALLER);
}

EXPORT int
strcasecmp (const char *a, const char *b)
{
  return compare (a, b, SIZE_MAX, tolower, CALLER);
}

EXPORT int
strncasecmp (const char *a, const char *b, size_t n)
{
  return compare (a, b, n, tolower, CALLER);
}

static char *
find (const char *s, int c, bool last, bool or_end, uint64_t pc)
{
  size_t i = 0;
  const char *found = NULL;
  for (;; i++) {
    char here = (char) at (s, i, pc);
    if (here == (char) c)
      found = s + i;
    if (!here || (found && !last))
      break;
  }
  were_read (s, i + 1, pc);
  return (char *) (found || !or_end ? found : s + i);
}

EXPORT char *
strchr (const char *s, int c)
{
  return find (s, c, false, false, CALLER);
}

EXPORT char *
strrchr (const char *s, int c)
{
  return find (s, c, true, false, CALLER);
}

EXPORT char *
strchrnul (const char *s, int c)
{
  return find (s, c, false, true, CALLER);
}

EXPORT char *
strstr (const char *s, const char *part)
{
  uint64_t pc = CALLER;
  size_t n = length (s, SIZE_MAX, pc), m = length (part, SIZE_MAX, pc);
  for (size_t i = 0; m <= n && i <= n - m; i++)
    if (rt_memcmp (s + i, part, m) == 0)
      return (char *) s + i;
  return NULL;
}

/* The length of the longest prefix whose bytes are (`wanted`), or are not, in the set. */
static size_t
span (const char *s, const char *set, bool wanted, uint64_t pc)
{
  bool in[256] = {false};
  size_t m = length (set, SIZE_MAX, pc), n = 0;
  for (size_t i = 0; i < m; i++)
    in[(unsigned char) set[i]] = true;
  unsigned char c;
  while ((c = at (s, n, pc)) && in[c] == wanted)
    n++;
  were_read (s, n + 1, pc);
  return n;
}

EXPORT size_t
strspn (const char *s, const char *set)
{
  return span (s, set, true, CALLER);
}

EXPORT size_t
strcspn (const char *s, const char *set)
{
  return span (s, set, false, CALLER);
}

EXPORT char *
strpbrk (const char *s, const char *set)
{
  s += span (s, set, false, CALLER);
  return *s ? (char *) s : NULL;
}

static char *
duplicate (const char *s, size_t n, uint64_t pc)
{
  char *to = heap_alloc (n + 1, 16, pc);
  if (!to)
    return NULL;
  copy (to, s, n, pc);
  fill (to + n, 0, 1, pc);
  return to;
}

EXPORT char *
strdup (const char *s)
{
  uint64_t pc = CALLER;
  return duplicate (s, length (s, SIZE_MAX, pc), pc);
}

EXPORT char *
strndup (const char *s, size_t most)
{
  uint64_t pc = CALLER;
  return duplicate (s, length (s, most, pc), pc);
}

EXPORT char *
strtok_r (char *restrict s, const char *restrict set, char **restrict left)
{
  uint64_t pc = CALLER;
  rt_plain (left, sizeof *left, true, pc);
  s = s ? s : *left;
  s += span (s, set, true, pc);
  char *end = s + span (s, set, false, pc);
  *left = end;
  if (s == end)
    return NULL;
  if (*end) {
    fill (end, 0, 1, pc);
    *left = end + 1;
  }
  return s;
}
