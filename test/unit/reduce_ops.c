/* Operations by number: dependence of lists, sorted or not, against its definition pair by pair. */
#include "check.h"
#include "reduce/dynamic/ops.h"

enum { MOST = 12, OBJECTS = 9, TURNS = 20000 };

static uint64_t seed = 1;

static uint32_t
below (uint32_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (seed >> 33) % n;
}

/* Of a granule a step may both read and write some bytes. */
static struct op
draw (struct access *access, bool is_sorted)
{
  uint32_t count = 1 + below (MOST);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t object = is_sorted ? (i ? access[i - 1].object : 1) + (below (3) == 0) : 1 + below (OBJECTS);
    access[i] = (struct access) {object, (uint8_t) (1 + below (255)), (uint8_t) below (ACCESS_HOWS)};
  }
  return (struct op) {.count = count, .access = access};
}

static bool
ordered (enum access_how a, enum access_how b)
{
  return access_dependent (a, b) && !access_racing (a, b);
}

static bool
any (const struct op *a, const struct op *b, bool (*wanted) (enum access_how, enum access_how))
{
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++) {
      const struct access *x = &a->access[i], *y = &b->access[k];
      if (x->object == y->object && x->mask & y->mask && wanted (x->how, y->how))
        return true;
    }
  return false;
}

static void
test_pairs (bool first_sorted, bool second_sorted, const char *what)
{
  uint32_t dependent = 0, racing = 0;
  for (uint32_t i = 0; i < TURNS; i++) {
    struct ops ops;
    struct access x[MOST], y[MOST];
    struct op a = draw (x, first_sorted), b = draw (y, second_sorted);
    ops_init (&ops);
    op_id m = ops_intern (&ops, &a), n = ops_intern (&ops, &b);
    bool is_dependent = any (&a, &b, access_dependent), is_ordered = any (&a, &b, ordered), is_racing = any (&a, &b, access_racing) && !is_ordered;
    HOLD (ops_intern (&ops, &a) == m && ops_intern (&ops, &b) == n);
    HOLD (ops_dependent (&ops, m, n) == is_dependent && ops_dependent (&ops, n, m) == is_dependent);
    HOLD (ops_racing (&ops, m, n) == is_racing && ops_ordered (&ops, m, n) == is_ordered);
    dependent += is_dependent;
    racing += is_racing;
    ops_release (&ops);
  }
  CHECK_HELD (what);
  CHECK (dependent > TURNS / 10 && dependent < TURNS - TURNS / 100 && racing > TURNS / 10);
}

int
main (void)
{
  test_pairs (true, true, "two sorted lists");
  test_pairs (true, false, "a sorted list and another");
  test_pairs (false, false, "lists in any order");
  return check_end ();
}
