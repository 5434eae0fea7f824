/* Digests tell words apart by their places: every exchange of two words, every pair of flipped bits, every length. */
#include "base/digest.h"

#include <stdbool.h>

#include "check.h"

enum { WORDS = 6 };

static uint64_t
chain (const uint64_t *w, size_t n)
{
  uint64_t h = n;
  for (size_t i = 0; i < n; i++)
    h = digest_add (h, w[i]);
  return h;
}

static uint64_t
sum (const uint64_t *w, size_t n)
{
  uint64_t h = 0;
  for (size_t i = 0; i < n; i++)
    h += digest_at (i, w[i]);
  return h;
}

static bool
differ (const uint64_t *a, const uint64_t *b)
{
  return chain (a, WORDS) != chain (b, WORDS) && sum (a, WORDS) != sum (b, WORDS);
}

/* Small numbers, neighbours, addresses, signs: what registers hold. */
static const uint64_t starts[][WORDS] = {
  {0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5}, {1, 1, 1, 1, 1, 0}, {0x7fff00001000, 0x7fff00001008, 0x7fff00001010, 8, 16, 24},
  {UINT64_MAX, 0, 1ull << 63, 1, UINT64_MAX - 1, 64}, {0x3ff0000000000000, 0xbff0000000000000, 64, 128, 0, 7}};

static void
exchange_two (void)
{
  for (size_t s = 0; s < sizeof starts / sizeof *starts; s++)
    for (int i = 0; i < WORDS; i++)
      for (int j = 0; j < i; j++) {
        uint64_t w[WORDS];
        for (int k = 0; k < WORDS; k++)
          w[k] = starts[s][k == i ? j : k == j ? i : k];
        HOLD (starts[s][i] == starts[s][j] || differ (starts[s], w));
      }
  CHECK_HELD ("two words exchanged");
}

static void
flip_two_bits (void)
{
  for (size_t s = 0; s < sizeof starts / sizeof *starts; s++)
    for (int a = 0; a < 64 * WORDS; a++)
      for (int b = 0; b <= a; b++) {
        uint64_t w[WORDS];
        for (int k = 0; k < WORDS; k++)
          w[k] = starts[s][k];
        w[a / 64] ^= 1ull << a % 64;
        if (a != b)
          w[b / 64] ^= 1ull << b % 64;
        HOLD (differ (starts[s], w));
      }
  CHECK_HELD ("two bits flipped");
}

/* What one word gains another loses. */
static void
move_amounts (void)
{
  for (int i = 0; i < WORDS; i++)
    for (int j = 0; j < WORDS; j++)
      for (uint64_t by = 1; by < 5000 && i != j; by += 7) {
        uint64_t w[WORDS] = {0, 1, 2, 3, 4, 5}, before[WORDS] = {0, 1, 2, 3, 4, 5};
        w[i] += by;
        w[j] -= by;
        HOLD (differ (before, w));
      }
  CHECK_HELD ("what one word gains another loses");
}

static void
zeros_count (void)
{
  static const uint64_t zeros[64];
  for (size_t n = 0; n < 64; n++)
    for (size_t m = 0; m < n; m++)
      HOLD (chain (zeros, n) != chain (zeros, m) && digest_add (chain (zeros, n), 0) != chain (zeros, n));
  CHECK_HELD ("how many zeros there are");
}

int
main (void)
{
  exchange_two ();
  flip_two_bits ();
  move_amounts ();
  zeros_count ();
  return check_end ();
}
