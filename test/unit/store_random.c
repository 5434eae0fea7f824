/* Every kind of store under random calls, against a list of vectors. */
#include "calls.h"
#include "check.h"
#include "store/hash.h"
#include "store/store.h"

enum { MAX_N = 40, ROOM = 128 };

enum op { PUT, PUT_FROM, PUT_MANY, GET, BACK, COUNT, CHECKED };

/* What a sequence runs on. */
static struct store_config config;

/* The obvious set: all vectors, in order of insertion. */
struct vector {
  uint32_t n, words[MAX_N], path[ROOM];
};

struct model {
  VEC (struct vector) all;
};

static size_t
find (const struct model *m, const struct vector *v)
{
  size_t i = 0;
  while (i < m->all.count && (m->all.data[i].n != v->n || memcmp (m->all.data[i].words, v->words, v->n * sizeof *v->words)))
    i++;
  return i;
}

/* A vector from a number: short or long, with few values, or a neighbour of one that is there. */
static struct vector
make (const struct model *m, uint32_t what, uint32_t how)
{
  struct vector v = { .n = 1 };
  if (m->all.count && what % 4)
    v = m->all.data[what / 4 % m->all.count];
  else
    v.n = 1 + what / 4 % MAX_N;
  for (uint32_t i = 0; i < how % 3; i++)
    v.words[(how / 3 + i * 7) % v.n] = how / 100 % 4 == 3 ? how * 2654435761u : how / 100 % 4;
  if (how % 5 == 4) {
    uint32_t n = 1 + (v.n + how / 400) % MAX_N;
    for (uint32_t i = v.n; i < n; i++)
      v.words[i] = 0;
    v.n = n;
  }
  return v;
}

#define REQUIRE(condition)                                              \
  do {                                                                  \
    if (!(condition)) {                                                 \
      if (tell)                                                         \
        fprintf (stderr, "call %zu: does not hold: %s\n", at, #condition); \
      return false;                                                     \
    }                                                                   \
  } while (0)

/* Puts v, as the successor of a member unless that is negative. */
static bool
do_put (struct store *store, struct model *m, struct vector v, int64_t member, size_t at, bool tell)
{
  struct vector pred;
  size_t i = find (m, &v);
  struct store_state state = { v.words, v.n, v.path }, from;
  bool near = member >= 0 && m->all.count;
  if (near) {
    pred = m->all.data[(size_t) member % m->all.count];
    from = (struct store_state) { pred.words, pred.n, pred.path };
  }
  uint64_t before = store_count (store);
  state_id id = STATE_NONE;
  v.path[store_path_words (store, v.n)] = 0x5a5a5a5a;
  enum store_answer answer = store_put (store, near ? &from : NULL, &state, &id);
  REQUIRE (v.path[store_path_words (store, v.n)] == 0x5a5a5a5a);
  REQUIRE (config.max_bytes || answer != STORE_FULL);
  REQUIRE (store_count (store) == before + (answer == STORE_NEW));
  if (answer == STORE_FULL) {
    REQUIRE (i == m->all.count);
    return true;
  }
  if (config.kind == STORE_BITSTATE)
    REQUIRE (id == STATE_NONE && (i == m->all.count || answer == STORE_OLD));
  else
    REQUIRE (id == i && answer == (i == m->all.count ? STORE_NEW : STORE_OLD));
  if (i == m->all.count)
    VEC_PUSH (m->all, v);
  return true;
}

static bool
do_call (struct store *store, struct model *m, const struct call *c, size_t at, bool tell)
{
  uint32_t words[MAX_N + 1], path[ROOM];
  size_t n = m->all.count;
  const struct vector *v = n ? &m->all.data[c->arg[0] % n] : NULL, *w = n ? &m->all.data[c->arg[1] % n] : NULL;
  switch (c->op) {
  case PUT: return do_put (store, m, make (m, c->arg[0], c->arg[1]), -1, at, tell);
  case PUT_FROM: return do_put (store, m, make (m, c->arg[0], c->arg[1]), c->arg[2], at, tell);
  case PUT_MANY:
    for (uint32_t i = 0; i < c->arg[1] % 700; i++)
      if (!do_put (store, m, (struct vector) { 3, { 7, 0, c->arg[0] + i }, { 0 } }, i % 3 ? (int64_t) c->arg[2] : -1, at, tell))
        return false;
    return true;
  case GET:
  case BACK:
    if (!v || !store_gives_back (store))
      return true;
    words[v->n] = 0x77777777;
    REQUIRE (store_get (store, (state_id) (v - m->all.data), words, path) == v->n);
    REQUIRE (words[v->n] == 0x77777777 && !memcmp (words, v->words, v->n * sizeof *words));
    if (c->op == BACK) {
      REQUIRE (store_back (store, (state_id) (w - m->all.data), words, v->n, path) == w->n);
      REQUIRE (!memcmp (words, w->words, w->n * sizeof *words));
      REQUIRE (!memcmp (path, w->path, store_path_words (store, w->n) * sizeof *path));
    }
    return true;
  case COUNT:
    REQUIRE (config.kind == STORE_BITSTATE ? store_count (store) <= n : store_count (store) == n);
    REQUIRE (store_bytes (store) <= store_peak_bytes (store));
    REQUIRE (!config.max_bytes || store_peak_bytes (store) <= config.max_bytes);
    REQUIRE (store_lossy (store) == (config.kind >= STORE_COMPACT));
    return true;
  default:
    store_check (store);
    return true;
  }
}

static bool
run (const struct calls *calls, bool tell)
{
  struct store *store = store_new (&config);
  struct model m = { 0 };
  bool good = true;
  for (size_t i = 0; i < calls->count && good; i++)
    good = do_call (store, &m, &calls->data[i], i, tell);
  VEC_FREE (m.all);
  store_free (store);
  return good;
}

static void
draw (struct calls *calls, uint64_t seed)
{
  for (uint32_t n = 20 + calls_draw (&seed, 300); n-- > 0;) {
    uint32_t what = calls_draw (&seed, 200);
    enum op op = what == 199 ? PUT_MANY : (what /= 10) < 8 ? PUT_FROM : what < 12 ? PUT : what < 15 ? GET : what < 18 ? BACK : what < 19 ? COUNT : CHECKED;
    VEC_PUSH (*calls, (struct call) { op, { calls_draw (&seed, 4000), calls_draw (&seed, 4000), calls_draw (&seed, 1000) } });
  }
}

static void
print (const struct call *c, FILE *out)
{
  static const char *const name[] = { "put", "put_from", "put_many", "get", "back", "count", "check" };
  fprintf (out, "  %s %u %u %u\n", name[c->op], c->arg[0], c->arg[1], c->arg[2]);
}

static const struct tester tester = { draw, run, print };

static void
test_kind (enum store_kind kind)
{
  config = (struct store_config) { .kind = kind, .bitstate_bytes = 1 << 16 };
  CHECK (calls_test (&tester, 1, 60, false) == 0);
  if (kind == STORE_BITSTATE)
    return;
  config.max_bytes = kind == STORE_TREE ? 80000 : 30000;
  CHECK (calls_test (&tester, 1000, 30, false) == 0);
#ifdef MUTANTS
  config.max_bytes = 0;
  if (kind == STORE_COMPACT)
    return;
  hash_kept = 0;                        /* every hash is the same */
  CHECK (calls_test (&tester, 2000, 30, false) == 0);
  hash_set = UINT64_MAX;
  CHECK (calls_test (&tester, 3000, 30, false) == 0);
  hash_kept = UINT64_MAX;
  hash_set = 0;
#endif
}

/* A planted mistake is found, and the sequence that shows it gets short. */
static void
test_shrinking (void)
{
#ifdef MUTANTS
  static const struct {
    enum mutant mutant;
    enum store_kind kind;
    size_t calls;
  } cases[] = {
    { MUTANT_store_plain_length, STORE_PLAIN, 2 }, { MUTANT_store_tree_last_leaf, STORE_TREE, 2 },
    { MUTANT_store_tree_back_word, STORE_TREE, 3 }, { MUTANT_store_lossy_exact, STORE_COMPACT, 1 },
  };
  enum mutant before = mutant_chosen;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    config = (struct store_config) { .kind = cases[i].kind };
    mutant_chosen = cases[i].mutant;
    hash_kept = cases[i].kind == STORE_COMPACT ? UINT64_MAX : 0;
    size_t left = calls_test (&tester, 1, 60, true);
    if (!left || left > cases[i].calls)
      fprintf (stderr, "%s: %zu calls\n", mutant_name (mutant_chosen), left);
    CHECK (left && left <= cases[i].calls);
  }
  hash_kept = UINT64_MAX;
  mutant_chosen = before;
#endif
}

int
main (void)
{
  for (enum store_kind kind = STORE_TREE; kind <= STORE_BITSTATE; kind++)
    test_kind (kind);
  test_shrinking ();
  return check_end ();
}
