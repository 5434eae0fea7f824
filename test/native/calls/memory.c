/* Memory that is allocated, mapped and advised about. */

#include "say.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void
say_blocks (void)
{
  volatile size_t huge = SIZE_MAX / 2, none = 0;
  void *p = NULL;
  SAY_POINTER (p = malloc (0));
  free (p);
  SAY_POINTER (malloc (huge));
  SAY (calloc (huge, 4) ? 0 : -1);
  SAY (reallocarray (NULL, huge, 4) ? 0 : -1);
  SAY_POINTER (realloc (malloc (8), none));
  SAY_POINTER (reallocarray (malloc (8), none, 4));
  char *c = calloc (3, 5);
  SAY (c[14]);
  SAY (malloc_usable_size (c) >= 15);
  SAY (malloc_usable_size (NULL));
  c[14] = 7;
  c = realloc (c, 100);
  SAY (c[14]);
  c = reallocarray (c, 10, 20);
  SAY (c[14]);
  SAY_POINTER (realloc (c, huge));
  free (c);
  free (NULL);
  SAY (posix_memalign (&p, 3, 8));
  SAY (posix_memalign (&p, 4, 8));
  p = &none;
  errno = 0;
  SAY (posix_memalign (&p, 64, huge));
  SAY (errno);
  SAY (p == &none);
  SAY ((uintptr_t) memalign (24, 5) % 32);
  SAY (posix_memalign (&p, 64, 8));
  SAY ((uintptr_t) p % 64);
  free (p);
  SAY ((uintptr_t) (p = aligned_alloc (128, 256)) % 128);
  free (p);
  SAY ((uintptr_t) (p = memalign (256, 5)) % 256);
  free (p);
  SAY ((uintptr_t) (p = valloc (5)) % 4096);
  free (p);
}

static void
say_maps (void)
{
  int both = PROT_READ | PROT_WRITE;
  SAY (mmap (NULL, 0, both, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0);
  char *p = mmap (NULL, 5000, both, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  SAY (p == MAP_FAILED);
  SAY (p[4999]);
  p[4999] = 7;
  SAY (madvise (p, 4096, 7777));
  SAY (madvise (p, 8192, MADV_NORMAL));
  SAY (posix_madvise (p, 8192, POSIX_MADV_WILLNEED));
  SAY (madvise (p + 1, 4096, MADV_NORMAL));
  SAY (madvise (p, 8192, MADV_DONTNEED));
  SAY (p[4999]);
  SAY (munmap (p, 5000));
  p = mmap64 (NULL, 4096, both, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  SAY (p == MAP_FAILED);
  SAY (munmap (p, 4096));
  SAY (mmap (NULL, 4096, both, MAP_PRIVATE, -1, 0) == MAP_FAILED ? errno : 0);
  SAY (mmap (NULL, 4096, both, MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0);
  SAY (munmap ((void *) 1, 4096));
}

/* With a base that there is none of, where the number ends is not written, and what stands there is no address. */
static void
say_numbers (void)
{
  char *end = (char *) 8;
  SAY (strtol ("12", &end, 99));
  SAY (end == (char *) 8);
  SAY (strtoul ("12", &end, 1));
  SAY (strtoll ("12", NULL, -1));
  SAY (strtol ("12", &end, 0));
  SAY (*end == 0);
}

void
say_memory (void)
{
  say_numbers ();
  say_blocks ();
  say_maps ();
}
