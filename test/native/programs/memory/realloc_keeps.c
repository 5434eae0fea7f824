/* mazurka: ok */
/* realloc keeps every byte, larger or smaller; aligned blocks are aligned. */
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int main (void)
{
  static const size_t sizes[] = {1, 7, 8, 15, 16, 17, 100, 4096};
  enum { N = sizeof sizes / sizeof *sizes };
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      unsigned char *p = malloc (sizes[i]);
      for (size_t k = 0; k < sizes[i]; k++)
        p[k] = (unsigned char) (k * 7 + 1);
      p = (i + j) % 2 ? realloc (p, sizes[j]) : reallocarray (p, sizes[j], 1);
      for (size_t k = 0; k < sizes[i] && k < sizes[j]; k++)
        assert (p[k] == (unsigned char) (k * 7 + 1));
      free (p);
    }
  for (size_t align = 8; align <= 8192; align *= 2) {
    void *p, *q = aligned_alloc (align, 3 * align), *r = memalign (align, 5);
    assert (!posix_memalign (&p, align, 5));
    assert (!((uintptr_t) p % align) && !((uintptr_t) q % align) && !((uintptr_t) r % align));
    memset (p, 1, 5);
    memset (q, 2, 3 * align);
    free (p), free (q), free (r);
  }
  unsigned char *z = calloc (3, 7);
  for (int i = 0; i < 21; i++)
    assert (!z[i]);
  free (z);
  return 0;
}
