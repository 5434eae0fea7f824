/* The seal of a record, which can be computed only with the run's nonce: SipHash-2-4 of the record's number, type and length.
 *
 * Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012. The input has always two words,
 * so their number is not hashed. */
#ifndef NATIVE_SEAL_H
#define NATIVE_SEAL_H

#include <stdint.h>

static inline uint64_t
seal_turn (uint64_t x, unsigned by)
{
  return x << by | x >> (64 - by);
}

static inline void
seal_rounds (uint64_t v[4], int rounds)
{
  while (rounds--) {
    v[0] += v[1], v[2] += v[3];
    v[1] = seal_turn (v[1], 13) ^ v[0], v[3] = seal_turn (v[3], 16) ^ v[2];
    v[0] = seal_turn (v[0], 32);
    v[2] += v[1], v[0] += v[3];
    v[1] = seal_turn (v[1], 17) ^ v[2], v[3] = seal_turn (v[3], 21) ^ v[0];
    v[2] = seal_turn (v[2], 32);
  }
}

/* `number`: of the record in the run, from 0. */
static inline uint64_t
seal_make (const uint64_t nonce[2], uint64_t number, uint32_t type, uint32_t bytes)
{
  const uint64_t words[] = {number, (uint64_t) type << 32 | bytes};
  uint64_t v[] = {nonce[0] ^ 0x736f6d6570736575u, nonce[1] ^ 0x646f72616e646f6du, nonce[0] ^ 0x6c7967656e657261u, nonce[1] ^ 0x7465646279746573u};
  for (int i = 0; i < 2; i++) {
    v[3] ^= words[i];
    seal_rounds (v, 2);
    v[0] ^= words[i];
  }
  v[2] ^= 0xff;
  seal_rounds (v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

#endif
