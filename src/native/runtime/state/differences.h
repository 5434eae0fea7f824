/* Compares memory with an earlier copy: calls a function for each word that differs. Few do, so eight are compared at a time. */
#ifndef NATIVE_RUNTIME_STATE_DIFFERENCES_H
#define NATIVE_RUNTIME_STATE_DIFFERENCES_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t word_pair __attribute__ ((vector_size (16), aligned (8), may_alias));

static inline void
differences (const uint64_t *now, const uint64_t *then, size_t words, void (*word) (void *context, uintptr_t at, uint64_t), void *context)
{
  for (size_t k = 0; k < words; k += 8) {
    const word_pair *a = (const word_pair *) (now + k), *b = (const word_pair *) (then + k);
    size_t end = words - k < 8 ? words : k + 8;
    if (end == k + 8) {
      word_pair any = (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]);
      if (!(any[0] | any[1]))
        continue;
    }
    for (size_t i = k; i < end; i++)
      if (now[i] != then[i])
        word (context, (uintptr_t) &now[i], now[i]);
  }
}

#endif
