/* All kinds of store against an obvious set: random walks, equal hashes, keys
 * that differ at one place, lengths, growth, limits, and what the lossy kinds
 * still promise. store_random.c drives them with random calls. */
#include "base/vec.h"
#include "check.h"
#include "store/hash.h"
#include "store/store.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#define MAX_N 65536

static uint64_t seed;

static uint32_t
draw (uint32_t below)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((seed >> 32) * below >> 32);
}

/* The obvious set: a search tree of copies. */
struct member {
  state_id id;
  uint32_t n, *words, *path;
};

static int
compare (const void *a, const void *b)
{
  const struct member *x = a, *y = b;
  return x->n != y->n ? (x->n < y->n ? -1 : 1) : memcmp (x->words, y->words, x->n * sizeof *x->words);
}

struct reference {
  void *root;
  VEC (struct member *) members;
};

/* The member equal to words, added if new. */
static struct member *
reference_put (struct reference *set, const uint32_t *words, uint32_t n, bool *is_new)
{
  struct member *probe = mem_zalloc (sizeof *probe);
  *probe = (struct member) { .n = n, .words = (uint32_t *) words };
  struct member *found = *(struct member **) tsearch (probe, &set->root, compare);
  *is_new = found == probe;
  if (!*is_new) {
    mem_free (probe);
    return found;
  }
  found->words = mem_alloc (n * sizeof *words);
  memcpy (found->words, words, n * sizeof *words);
  found->id = (state_id) set->members.count;
  VEC_PUSH (set->members, found);
  return found;
}

static void
reference_release (struct reference *set)
{
  for (size_t i = 0; i < set->members.count; i++) {
    struct member *m = set->members.data[i];
    tdelete (m, &set->root, compare);
    mem_free (m->words);
    mem_free (m->path);
    mem_free (m);
  }
  VEC_FREE (set->members);
}

/* How a walk moves: lengths between low and high; values below `values`. */
struct walk {
  uint32_t low, high, values, steps;
};

static uint32_t
mutate (const struct walk *walk, uint32_t *words, uint32_t n)
{
  uint32_t old = n;
  if (draw (8) == 0) {
    uint32_t width = walk->high - walk->low + 1;
    n = draw (4) ? n + draw (3) - 1 : walk->low + draw (width);
    n = n < walk->low ? walk->low : n > walk->high ? walk->high : n;
  }
  for (uint32_t i = old; i < n; i++)
    words[i] = draw (2) ? 0 : draw (walk->values);
  for (uint32_t changes = draw (5); changes-- > 0;)
    words[draw (n)] = draw (50) ? draw (walk->values) : (uint32_t) draw (UINT32_MAX);
  return n;
}

/* The store gives the member back, and with the same path as a put. */
static void
check_get (struct store *store, const struct member *m, uint32_t *words, uint32_t *path)
{
  uint32_t room = store_path_words (store, m->n);
  memset (words, 0xa5, (m->n + 1) * sizeof *words);
  memset (path, 0x5a, (room + 1) * sizeof *path);
  HOLD (store_get (store, m->id, words, path) == m->n);
  HOLD (!memcmp (words, m->words, m->n * sizeof *words));
  HOLD (words[m->n] == 0xa5a5a5a5);
  HOLD (!room || !memcmp (path, m->path, room * sizeof *path));
  HOLD (path[room] == 0x5a5a5a5a);
  memset (words, 0, m->n * sizeof *words);
  HOLD (store_get (store, m->id, words, NULL) == m->n && !memcmp (words, m->words, m->n * sizeof *words));
}

/* From any member back to any other, words and path become the other's. */
static void
check_back (struct store *store, const struct member *from, const struct member *to, uint32_t *words, uint32_t *path)
{
  HOLD (store_get (store, from->id, words, path) == from->n);
  HOLD (store_back (store, to->id, words, from->n, path) == to->n);
  HOLD (!memcmp (words, to->words, to->n * sizeof *words));
  HOLD (!memcmp (path, to->path, store_path_words (store, to->n) * sizeof *path));
}

static void
remember_path (struct store *store, struct member *m, const uint32_t *path)
{
  uint32_t size = store_path_words (store, m->n);
  if (!m->path) {
    m->path = mem_alloc ((size + 1) * sizeof *path);
    memcpy (m->path, path, size * sizeof *path);
  }
}

static struct member *
any (const struct reference *set)
{
  return set->members.data[draw ((uint32_t) set->members.count)];
}

/* One step of a walk from `last` (NULL: the first). */
static struct member *
test_step (struct store *store, struct reference *set, const struct walk *walk, bool incremental, struct member *last,
           uint32_t *words, uint32_t *path)
{
  uint32_t n = walk->low;
  if (last) {
    memcpy (words, last->words, last->n * sizeof *words);
    n = mutate (walk, words, last->n);
  }
  struct store_state from = { 0 }, state = { .words = words, .n = n, .path = path };
  if (last)
    from = (struct store_state) { .words = last->words, .n = last->n, .path = last->path };
  uint32_t size = store_path_words (store, n);
  path[size] = 0x77777777;
  bool is_new;
  state_id id = STATE_NONE;
  struct member *m = reference_put (set, words, n, &is_new);
  HOLD (store_put (store, incremental && last ? &from : NULL, &state, &id) == (is_new ? STORE_NEW : STORE_OLD));
  HOLD (id == m->id);
  HOLD (path[size] == 0x77777777);
  if (is_new)
    remember_path (store, m, path);
  if (draw (4) == 0) {
    state.path = NULL;
    HOLD (store_put (store, NULL, &state, &id) == STORE_OLD && id == m->id);
  }
  return m;
}

static void
test_walk (enum store_kind kind, const struct walk *walk, bool incremental)
{
  struct store *store = store_new (&(struct store_config) { .kind = kind });
  struct reference set = { 0 };
  uint32_t room = store_path_words (store, walk->high) + 1, max = walk->high + 1;
  uint32_t *words = mem_zalloc (max * sizeof *words), *other = mem_zalloc (max * sizeof *words);
  uint32_t *path = mem_zalloc (room * sizeof *path), *again = mem_zalloc (room * sizeof *path);
  struct member *last = NULL;
  for (uint32_t step = 0; step < walk->steps; step++) {
    if (last && draw (16) == 0)
      last = any (&set);
    last = test_step (store, &set, walk, incremental, last, words, path);
    if (draw (4) == 0)
      check_get (store, any (&set), other, again);
  }
  CHECK_HELD ("a state is new exactly the first time, and keeps its number");
  CHECK (set.members.count > walk->steps / 20);
  for (size_t i = 0; i < set.members.count; i++)
    check_get (store, set.members.data[i], other, again);
  CHECK_HELD ("every state is given back, with its path");
  for (size_t i = 1; i < set.members.count; i++) {
    check_back (store, set.members.data[i], set.members.data[i - 1], other, again);
    check_back (store, set.members.data[i], set.members.data[draw ((uint32_t) i)], other, again);
  }
  if (set.members.count > 1)
    CHECK_HELD ("from every state back to others");
  store_check (store);
  CHECK (store_count (store) == set.members.count);
  store_free (store);
  reference_release (&set);
  mem_free (words), mem_free (other), mem_free (path), mem_free (again);
}

static void
test_walks (const struct walk *walks, size_t n)
{
  for (size_t i = 0; i < n; i++)
    for (int incremental = 0; incremental < 2; incremental++)
      for (enum store_kind kind = STORE_TREE; kind <= STORE_PLAIN; kind++) {
        seed = 100 * i;
        test_walk (kind, &walks[i], incremental);
      }
}

static const struct walk walks[] = {
  { 1, 1, 40, 500 },     { 1, 5, 3, 3000 },      { 2, 9, 2, 5000 },       { 16, 16, 2, 20000 },
  { 17, 24, 3, 20000 },  { 20, 60, 3, 20000 },   { 100, 140, 2, 5000 },   { 126, 132, 5, 5000 },
  { 250, 270, 3, 2000 }, { 4000, 4100, 3, 200 }, { 65500, 65536, 3, 20 },
};

static enum store_answer
put (struct store *store, const uint32_t *words, uint32_t n, state_id *id)
{
  return store_put (store, NULL, &(struct store_state) { .words = words, .n = n }, id);
}

/* Vectors that differ only in trailing zeros, among more lengths than have codes. */
static void
test_lengths (enum store_kind kind, uint32_t max)
{
  struct store *store = store_new (&(struct store_config) { .kind = kind });
  uint32_t words[400] = { 0 }, back[400];
  state_id id, expected = 0;
  for (int round = 0; round < 2; round++, expected = 0)
    for (uint32_t first = 0; first < 2; first++)
      for (uint32_t n = 1; n <= max; n++) {
        words[0] = first;
        HOLD (put (store, words, n, &id) == (round ? STORE_OLD : STORE_NEW) && id == expected++);
        HOLD (store_lossy (store) || store_get (store, id, back, NULL) == n);
        HOLD (store_lossy (store) || !memcmp (back, words, n * sizeof *words));
      }
  CHECK_HELD ("the length is part of a state");
  CHECK (store_count (store) == 2 * max);
  store_check (store);
  store_free (store);
}

/* Vectors that differ from one another in one bit only, in each place. */
static void
test_one_bit (enum store_kind kind, uint32_t n, bool incremental)
{
  struct store *store = store_new (&(struct store_config) { .kind = kind });
  uint32_t *zero = mem_zalloc (n * sizeof *zero), *words = mem_zalloc (n * sizeof *words);
  uint32_t *path = mem_zalloc ((store_path_words (store, n) + 1) * sizeof *path);
  uint32_t *next = mem_zalloc ((store_path_words (store, n) + 1) * sizeof *path);
  struct store_state from = { zero, n, path }, state = { words, n, next };
  state_id id;
  HOLD (store_put (store, NULL, &from, &id) == STORE_NEW);
  for (int round = 0; round < 2; round++)
    for (uint32_t bit = 0; bit < 32 * n; bit++) {
      words[bit / 32] ^= (uint32_t) 1 << bit % 32;
      HOLD (store_put (store, incremental ? &from : NULL, &state, &id) == (round ? STORE_OLD : STORE_NEW) && id == bit + 1);
      words[bit / 32] = 0;
    }
  CHECK_HELD ("every bit is part of a state");
  store_check (store);
  store_free (store);
  mem_free (zero), mem_free (words), mem_free (path), mem_free (next);
}

static void
test_single_bits (uint32_t max)
{
  for (enum store_kind kind = STORE_TREE; kind <= STORE_PLAIN; kind++)
    for (uint32_t n = 1; n <= max; n = n < 9 ? n + 1 : 2 * n + 3)
      for (int incremental = 0; incremental < 2; incremental++)
        test_one_bit (kind, n, incremental);
}

/* Exact stores do not depend on their hashes: all the same, at the end of the
 * index where probing wraps, the same place with different tags, few places. */
#ifdef MUTANTS
static void
test_equal_hashes (void)
{
  static const struct walk small[] = {
    { 1, 1, 40, 200 }, { 1, 5, 3, 500 }, { 2, 9, 2, 500 }, { 16, 20, 2, 300 }, { 60, 70, 3, 100 },
  };
  static const struct { uint64_t kept, set; } weak[] = {
    { 0, 0 }, { 0, UINT64_MAX }, { UINT32_MAX, 0 }, { (uint64_t) 7 << 61, 0 }, { (uint64_t) 3 << 32, UINT64_MAX << 34 },
  };
  for (size_t i = 0; i < sizeof weak / sizeof *weak; i++) {
    hash_kept = weak[i].kept;
    hash_set = weak[i].set;
    test_walks (small, sizeof small / sizeof *small);
    test_lengths (STORE_TREE, 60);
    test_lengths (STORE_PLAIN, 60);
    test_single_bits (9);
  }
  hash_kept = UINT64_MAX;
  hash_set = 0;
}
#else
static void test_equal_hashes (void) {}
#endif

static void
test_path_words (void)
{
  struct store *tree = store_new (&(struct store_config) { .kind = STORE_TREE });
  uint32_t last = 0;
  for (uint32_t n = 1; n <= MAX_N; n++) {
    uint32_t size = store_path_words (tree, n);
    HOLD (size >= last && size + 2 >= n && size <= n + n / 4 + 4);
    last = size;
  }
  CHECK_HELD ("a path is a little longer than its state, and longer for a longer one");
  CHECK (store_path_words (tree, 97) == store_path_words (tree, 112));      /* one shape for similar lengths */
  store_free (tree);
  for (enum store_kind kind = STORE_PLAIN; kind <= STORE_BITSTATE; kind++) {
    struct store *store = store_new (&(struct store_config) { .kind = kind, .bitstate_bytes = 4096 });
    CHECK (store_path_words (store, 100) == 0);
    store_free (store);
  }
}

/* State number i of a space whose tree has few inner nodes. */
static void
number_state (uint32_t i, uint32_t *words)
{
  memset (words, 0, 24 * sizeof *words);
  words[0] = 24;
  for (int digit = 0; digit < 8; digit++)
    words[1 + 3 * digit] = i >> 3 * digit & 7;
}

/* What is in the store is found: the first, the last, and a sample of states 0..n-1. */
static void
check_found (struct store *store, bool numbered, uint32_t n, uint32_t sample)
{
  uint32_t words[24];
  state_id id;
  for (uint32_t i = 0; i < n; i += i + 50 < n && i > 50 ? 1 + n / sample : 1) {
    number_state (i, words);
    HOLD (put (store, words, 24, &id) == STORE_OLD && id == (numbered ? i : STATE_NONE));
  }
}

static void
test_growth (enum store_kind kind, uint64_t bytes_per_state)
{
  enum { STATES = 500000 };
  struct store *store = store_new (&(struct store_config) { .kind = kind, .bitstate_bytes = 4 << 20 });
  uint32_t words[24];
  uint64_t empty = store_bytes (store), new = 0, grown = 0;
  bool numbered = kind != STORE_BITSTATE;
  state_id id;
  for (uint32_t i = 0; i < STATES; i++) {
    uint64_t before = store_bytes (store);
    number_state (i, words);
    bool is_new = put (store, words, 24, &id) == STORE_NEW;
    new += is_new;
    HOLD (numbered ? is_new && id == i : id == STATE_NONE);
    HOLD (put (store, words, 24, &id) == STORE_OLD);
    if (store_bytes (store) != before || i % 4096 == 0) {
      grown += store_bytes (store) != before;
      check_found (store, numbered, i + 1, 500);
    }
  }
  CHECK_HELD ("nothing is lost by growing");
  CHECK (store_count (store) == new);
  CHECK (numbered ? grown > 10 : new > STATES * 0.9995 && !grown);
  check_found (store, numbered, STATES, 70000);
  CHECK_HELD ("nothing was lost in the end");
  store_check (store);
  CHECK (store_bytes (store) >= empty && store_bytes (store) <= store_peak_bytes (store));
  CHECK (store_bytes (store) <= bytes_per_state * STATES && store_bytes (store) >= STATES * 2);
  store_free (store);
}

/* Vectors that differ only at the end, so many that tags and the tree's 32-bit
 * hashes collide, found from nothing and from a neighbour. */
static void
test_last_word (enum store_kind kind, bool incremental)
{
  struct store *store = store_new (&(struct store_config) { .kind = kind });
  uint32_t path[2][8], words[2][3] = { { 1, 0, 0 }, { 1, 0, 0 } };
  state_id id;
  for (uint32_t i = 0; i < 400000; i++) {
    struct store_state from = { words[~i & 1], 3, path[~i & 1] }, state = { words[i & 1], 3, path[i & 1] };
    words[i & 1][2] = i;
    HOLD (store_put (store, incremental && i ? &from : NULL, &state, &id) == STORE_NEW && id == i);
  }
  CHECK_HELD ("the last word is part of a state");
  store_free (store);
}

/* Full at the limit, not before most of it is used; lookups go on. */
static void
test_limit (enum store_kind kind, uint64_t max)
{
  struct store *store = store_new (&(struct store_config) { .kind = kind, .max_bytes = max });
  uint32_t words[24], other[24], *path = mem_zalloc ((store_path_words (store, 24) + 1) * sizeof *path);
  uint32_t *next = mem_zalloc ((store_path_words (store, 24) + 1) * sizeof *path), states = 0;
  struct store_state from = { words, 24, path }, state = { other, 24, next };
  state_id id;
  for (; states < max; states++) {
    number_state (states * 2654435761u, words);
    if (store_put (store, NULL, &from, &id) == STORE_FULL)
      break;
    HOLD (id == states);
  }
  CHECK_HELD ("new until it is full");
  CHECK (states < max);                 /* a state takes more than a byte */
  CHECK (store_count (store) == states && states > 100);
  CHECK (store_bytes (store) <= max && store_peak_bytes (store) <= max && store_bytes (store) > max / 2);
  for (uint32_t i = 0; i < states; i++) {
    number_state (i * 2654435761u, words);
    HOLD (store_put (store, NULL, &from, &id) == STORE_OLD && id == i);
    if (store_gives_back (store))
      HOLD (store_get (store, id, words, path) == 24);
    number_state ((i + 1) % states * 2654435761u, other);
    HOLD (store_put (store, &from, &state, &id) == STORE_OLD && id == (i + 1) % states);
    other[23] = 1000 + i;               /* a leaf that has no node yet */
    if (i % 64 == 0)
      HOLD (store_put (store, &from, &state, &id) != STORE_OLD);
  }
  CHECK_HELD ("a full store still knows its states, and no others");
  CHECK (store_bytes (store) <= max && store_peak_bytes (store) <= max);
  store_check (store);
  store_free (store);
  mem_free (path), mem_free (next);
}

/* What each kind says about itself. */
static void
test_kinds (void)
{
  for (enum store_kind kind = STORE_TREE; kind <= STORE_BITSTATE; kind++) {
    struct store *store = store_new (&(struct store_config) { .kind = kind, .bitstate_bytes = 4096 });
    state_id id;
    CHECK (store_lossy (store) == (kind == STORE_COMPACT || kind == STORE_BITSTATE));
    CHECK (store_gives_back (store) == (kind == STORE_TREE || kind == STORE_PLAIN));
    CHECK (store_count (store) == 0);
    CHECK (put (store, (uint32_t[]) { 0 }, 1, &id) == STORE_NEW && put (store, (uint32_t[]) { 0 }, 1, &id) == STORE_OLD);
    CHECK (store_count (store) == 1);
    store_free (store);
  }
}

static void
test_bitstate (void)
{
  struct store_config config = { .kind = STORE_BITSTATE, .bitstate_bytes = 4096, .bitstate_k = 2 };
  struct store *small = store_new (&config), *one;
  uint32_t words[24];
  state_id id;
  for (uint32_t i = 0; i < 40000; i++) {
    number_state (i, words);
    put (small, words, 24, &id);
    HOLD (put (small, words, 24, &id) == STORE_OLD);
  }
  CHECK_HELD ("a state that was put is old afterwards");
  CHECK (store_count (small) < 40000 && store_count (small) > 10000);       /* 32768 bits do lose states */
  CHECK (store_bytes (small) >= 4096 && store_bytes (small) < 10000);
  store_check (small);
  store_free (small);
  config.bitstate_k = 0;
  config.max_bytes = 1 << 20;           /* the limit also bounds the array */
  config.bitstate_bytes = 0;
  one = store_new (&config);
  CHECK (store_bytes (one) > 1 << 19 && store_bytes (one) < 1100000);
  store_free (one);
}

int
main (void)
{
  test_kinds ();
  test_walks (walks, sizeof walks / sizeof *walks);
  test_equal_hashes ();
  test_single_bits (100);
  test_lengths (STORE_TREE, 400);
  test_lengths (STORE_PLAIN, 400);
  test_lengths (STORE_COMPACT, 400);
  test_path_words ();
  for (enum store_kind kind = STORE_TREE; kind <= STORE_PLAIN; kind++) {
    test_last_word (kind, false);
    test_last_word (kind, true);
  }
  test_growth (STORE_TREE, 21);
  test_growth (STORE_PLAIN, 130);
  test_growth (STORE_COMPACT, 17);
  test_growth (STORE_BITSTATE, 10);
  for (uint64_t max = 100000; max < 3000000; max = max * 3 / 2)
    for (enum store_kind kind = STORE_TREE; kind <= STORE_COMPACT; kind++)
      test_limit (kind, max);
  test_bitstate ();
  return check_end ();
}
