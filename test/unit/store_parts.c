/* The parts of the stores: hash, regions, slots, keys, and that the checkers
 * do notice damage. */
#include "base/mem.h"
#include "check.h"
#include "store/keys.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* How unevenly the keys fall on 1021 ranges, and their tags on 256 values:
 * chi squared per degree of freedom, about 1 if they fall like random ones. */
static void
spread (uint64_t (*key) (uint64_t), double *ranges, double *tags)
{
  enum { KEYS = 1 << 20, RANGES = 1021, TAGS = 256 };
  uint32_t range[RANGES] = { 0 }, tag[TAGS] = { 0 };
  for (uint64_t i = 0; i < KEYS; i++) {
    uint64_t hash = hash_key (key (i));
    range[hash_range (hash, RANGES)]++;
    tag[(uint32_t) hash >> 24]++;
  }
  *ranges = *tags = 0;
  for (int i = 0; i < RANGES; i++)
    *ranges += ((double) range[i] * RANGES / KEYS - 1) * ((double) range[i] * RANGES / KEYS - 1);
  for (int i = 0; i < TAGS; i++)
    *tags += ((double) tag[i] * TAGS / KEYS - 1) * ((double) tag[i] * TAGS / KEYS - 1);
  *ranges *= (double) KEYS / RANGES / (RANGES - 1);
  *tags *= (double) KEYS / TAGS / (TAGS - 1);
}

/* Keys as trees make them. */
static uint64_t low (uint64_t i) { return i; }
static uint64_t high (uint64_t i) { return i << 32; }
static uint64_t both (uint64_t i) { return (i & 1023) | (i >> 10) << 32; }
static uint64_t sparse (uint64_t i) { return (i & 1023) << 8 | (i >> 10) << 40; }
static uint64_t root (uint64_t i) { return (uint64_t) 3 << 60 | (i >> 10) << 30 | (i & 1023); }
static uint64_t top (uint64_t i) { return i << 44; }
static uint64_t twice (uint64_t i) { return i | i << 32; }

static void
test_hash (void)
{
  uint64_t (*const keys[]) (uint64_t) = { low, high, both, sparse, root, top, twice };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    double ranges, tags;
    spread (keys[i], &ranges, &tags);
    CHECK (ranges < 1.5 && tags < 1.5);
    if (ranges >= 1.5 || tags >= 1.5)
      fprintf (stderr, "keys %zu: chi squared %g, %g\n", i, ranges, tags);
  }
  CHECK (hash_range (UINT64_MAX, 1000) == 999 && hash_range (0, 1000) == 0);
  CHECK (hash_words ((uint32_t[]) { 0, 0 }, 1) != hash_words ((uint32_t[]) { 0, 0 }, 2));
}

static void
test_region (void)
{
  struct budget budget = { .max = 40 << 20 };
  struct region a = { 0 }, b = { 0 };
  size_t known = 0;
  const unsigned char *first = NULL;
  for (size_t bytes = 1000; region_reserve (&a, &budget, bytes); bytes = a.bytes + 1) {
    unsigned char *p = a.base;
    first = first ? first : p;
    HOLD (p == first);
    HOLD (a.bytes >= bytes && budget.bytes == a.bytes + b.bytes);
    for (size_t i = 0; i < known; i += 512)
      HOLD (p[i] == (unsigned char) (i / 512 * 7));
    for (size_t i = known; i < a.bytes; i += 512) {
      HOLD (p[i] == 0);
      p[i] = (unsigned char) (i / 512 * 7);
    }
    known = a.bytes;
    HOLD (region_grow (&b, &budget, a.bytes / 8));      /* something in the way */
  }
  CHECK_HELD ("growing keeps what was there, where it was, zeroes what is new, and is accounted for");
  CHECK (budget.bytes <= budget.max && budget.bytes > budget.max / 2 && budget.peak == budget.bytes);
  size_t held = a.bytes;
  CHECK (!region_grow (&a, &budget, 41 << 20) && a.bytes == held && budget.bytes == a.bytes + b.bytes);
  CHECK (region_grow (&a, &budget, 1) && a.bytes == held);
  region_release (&a, &budget);
  region_release (&b, &budget);
  CHECK (budget.bytes == 0 && budget.peak > held);
  CHECK (region_grow (&b, &budget, 1) && budget.peak > held);      /* of all times, not of now */
  region_release (&b, &budget);
}

/* A region whose address space is used up does not grow into what lies behind it. */
static void
test_region_room (void)
{
  struct budget budget = { .most = 4 << 20 };
  struct region a = { 0 };
  CHECK (region_grow (&a, &budget, 4 << 20) && a.room == 4 << 20);
  CHECK (!region_grow (&a, &budget, (4 << 20) + 1) && a.bytes == 4 << 20 && budget.bytes == a.bytes);
  region_release (&a, &budget);
}

/* Numbers by hash: all the same, or all at the end, where probing wraps. */
static uint64_t
bad_hash (const void *owner, uint32_t number)
{
  return owner ? UINT64_MAX - number % 3 : 42;
}

static void
test_slots (const void *owner)
{
  enum { COUNT = 2000 };
  struct budget budget = { 0 };
  struct slots slots = { 0 };
  CHECK (slots_grow (&slots, &budget, 0, bad_hash, owner));
  for (uint32_t i = 0; i < COUNT; i++) {
    if (i == slots.limit)
      HOLD (slots_grow (&slots, &budget, i, bad_hash, owner));
    struct probe p = slots_start (&slots, bad_hash (owner, i));
    uint32_t seen = 0;
    while (slots_next (&slots, &p)) {
      HOLD (p.number < i);
      seen += bad_hash (owner, p.number) == bad_hash (owner, i);
    }
    HOLD (seen == (owner ? i / 3 : i));
    slots_fill (&slots, &p, i);
  }
  CHECK_HELD ("a look-up meets every number with its hash");
  slots_check (&slots, COUNT, bad_hash, owner);
  CHECK (slots.slot[0] || !owner);      /* it did wrap */
  slots_release (&slots, &budget);
  CHECK (budget.bytes == 0);
}

/* Whether keys_check ends the process. */
static bool
check_dies (struct keys *keys)
{
  int status;
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0) {
    if (!freopen ("/dev/null", "w", stderr))
      _exit (1);
    keys_check (keys);
    _exit (0);
  }
  waitpid (child, &status, 0);
  return WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT;
}

static void
test_keys (void)
{
  struct budget budget = { 0 };
  struct keys keys;
  keys_init (&keys, &budget, 3000);
  for (uint64_t i = 0; i < 3000; i++) {
    HOLD (keys_put (&keys, i * i) == (i | KEYS_NEW));
    HOLD (keys_put (&keys, i * i) == i);
  }
  CHECK_HELD ("a key is new exactly the first time, and keeps its number");
  CHECK (keys_put (&keys, 2) == KEYS_FULL && keys_put (&keys, 4) == 2);
  keys_check (&keys);
  CHECK (!check_dies (&keys));
  keys.key[100]++;                      /* a key that is not where it belongs */
  CHECK (check_dies (&keys));
  keys.key[100]--;
  keys.count--;                         /* a slot too many */
  CHECK (check_dies (&keys));
  keys.count++;
  keys_check (&keys);
  struct probe p = slots_start (&keys.slots, hash_key (keys.key[8]));
  while (slots_next (&keys.slots, &p)) {}
  slots_fill (&keys.slots, &p, 3000);   /* one key under two numbers */
  keys.key[keys.count++] = keys.key[8];
  CHECK (check_dies (&keys));
  keys_release (&keys);
  CHECK (budget.bytes == 0);
}

/* Keys that differ in one bit only, with the hashes that come and with equal ones. */
static void
test_key_bits (void)
{
  struct budget budget = { 0 };
  struct keys keys;
  keys_init (&keys, &budget, 3000);
  HOLD (keys_put (&keys, 0) == KEYS_NEW);
  for (uint64_t bit = 0; bit < 64; bit++)
    HOLD (keys_put (&keys, (uint64_t) 1 << bit) == ((bit + 1) | KEYS_NEW));
  for (uint64_t bit = 0; bit < 64; bit++)
    HOLD (keys_put (&keys, (uint64_t) 1 << bit) == bit + 1);
  CHECK_HELD ("every bit of a key counts");
  keys_check (&keys);
  keys_release (&keys);
}

int
main (void)
{
  test_hash ();
  test_region ();
  test_region_room ();
  test_slots (NULL);
  test_slots (&(int) { 1 });
  test_keys ();
  test_key_bits ();
#ifdef MUTANTS
  hash_kept = 0;
  test_key_bits ();
  hash_set = UINT64_MAX;
  test_key_bits ();
#endif
  return check_end ();
}
