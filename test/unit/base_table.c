/* Hash tables of numbers, against an array: whatever the hashes are, each number is found, once, in the order of adding. */
#include "base/table.h"

#include "base/random.h"
#include "check.h"

enum { NUMBERS = 5000 };

/* The hash that the number is added with: all different, a few shared by many, or one for all. */
static uint64_t
hash_of (uint32_t number, uint32_t kinds)
{
  return table_hash (number % kinds);
}

static void
add_and_find (uint32_t kinds, uint32_t numbers)
{
  struct table t = {0};
  struct table_probe none = table_probe (hash_of (0, kinds));
  HOLD (!table_next (&t, &none));
  for (uint32_t n = 0; n < numbers; n++) {
    table_add (&t, hash_of (n, kinds), n);
    HOLD (t.count == n + 1 && 2 * t.count <= t.room + 1);
  }
  for (uint32_t k = 0; k < kinds; k++) {
    uint32_t expected = k;
    for (struct table_probe p = table_probe (hash_of (k, kinds)); table_next (&t, &p); expected += kinds)
      HOLD (p.number == expected);
    HOLD (expected >= numbers);
  }
  struct table_probe other = table_probe (table_hash (kinds + 1));
  HOLD (!table_next (&t, &other));
  table_release (&t);
  HOLD (!t.slots && !t.room && !t.count);
}

/* A seed is the same run everywhere (test vectors of splitmix64 with the seed 1234567). */
static void
draws (void)
{
  uint64_t state = 1234567;
  CHECK (random_draw (&state) == 6457827717110365317u && random_draw (&state) == 3203168211198807973u);
}

int
main (void)
{
  static const uint32_t kinds[] = {1, 2, 3, 31, 64, 1000, NUMBERS};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    for (uint32_t numbers = kinds[i]; numbers <= (kinds[i] < 31 ? 300 : NUMBERS); numbers = 2 * numbers + 1)
      add_and_find (kinds[i], numbers);
  CHECK_HELD ("numbers found in the order of adding");
  draws ();
  return check_end ();
}
