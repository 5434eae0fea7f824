/* Every reduction against the enumeration of all interleavings, on random toy
 * programs: the same traces, ends and final states; optimal executes each trace
 * once and nothing that is redundant. */
#include "check.h"
#include "toy_compare.h"
#include "toy_kinds.h"
#include "toy_pairs.h"
#include "toy_random.h"

enum { MOST = 1000, FEW = 100 };

static struct toy_comparison m = {.most = MOST, .few = FEW, .configurations = TOY_CONFIGURATIONS};

/* Small programs: everything is enumerated. */
static bool
check_enumerated (const struct toy_program *p)
{
  unsigned long before = m.compared;
  if (check_broken)
    return true;
  HOLD (toy_compare (&m, p));
  return m.compared > before;
}

static uint64_t
executions (const struct toy_program *p, const char *reduction, uint64_t *blocked)
{
  struct stateless_run run = {
    .exec = toy_new (p), .reduction = reduction_find (reduction), .sleep = true, .all = true, .max_executions = 10 * MOST,
  };
  struct result r = {0};
  stateless_run (&run, &r);
  exec_free (run.exec);
  result_release (&r);
  *blocked = r.stats.blocked;
  return r.exhaustive ? r.stats.executions + r.stats.cut : 0;
}

/* Larger ones: source sets and wakeup trees must come to the same number. */
static void
check_compared (void (*make) (struct toy_program *, uint64_t), unsigned long seed)
{
  static struct toy_program p;
  uint64_t blocked;
  make (&p, seed);
  uint64_t traces = check_broken ? 0 : executions (&p, "source", &blocked);
  if (!traces)
    return;
  bool good = executions (&p, "optimal", &blocked) == traces && !blocked;
  HOLD (good);
  if (!good) {
    printf ("seed %lu: source and optimal differ\n", seed);
    toy_print (&p);
  }
}

/* 'search_traces N FIRST': N random programs of each kind, from a seed on. */
int
main (int argc, char **argv)
{
  static const unsigned long kept[] = {100855, 800800, 802276, 633, 208, 3686, 422, 648, 1126, 2409, 2881, 101038, 104513, 159306, 227870, 241728};
  static const unsigned long pairs[] = {2002705, 2004339};
  static const unsigned long kinds[] = {2000074, 2001275, 2003989, 2008616, 2015223, 2020847, 2021086, 3015869};
  static const unsigned long conditional[] = {7021600, 8000031, 8000552};
  static struct toy_program p;
  unsigned long programs = argc > 1 ? strtoul (argv[1], NULL, 10) : 400;
  unsigned long first = argc > 2 ? strtoul (argv[2], NULL, 10) : 1, tried = 0, mixed = 0, few = 0;
  for (unsigned long seed = first; seed < first + programs; seed++) {
    toy_random (&p, seed);
    tried += check_enumerated (&p);
  }
  CHECK_HELD ("each reduction has the traces of the enumeration");
  if (check_failed)
    return check_end ();
  for (unsigned long seed = first; seed < first + programs; seed++) {
    toy_random_pair (&p, seed);
    mixed += check_enumerated (&p);
  }
  CHECK_HELD ("the same where objects are touched in every pair of ways");
  if (check_failed)
    return check_end ();
  for (unsigned long seed = first; seed < first + programs; seed++) {
    toy_random_kinds (&p, seed);
    few += check_enumerated (&p);
  }
  CHECK_HELD ("the same with many statements of few kinds");
  if (check_failed)
    return check_end ();
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    check_compared (toy_random, kept[i]);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    toy_random_pair (&p, pairs[i]);
    HOLD (check_enumerated (&p));
  }
  for (size_t i = 0; i < sizeof conditional / sizeof *conditional; i++) {
    toy_random_kinds (&p, conditional[i]);
    HOLD (check_enumerated (&p));
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    check_compared (toy_random_kinds, kinds[i]);
  CHECK_HELD ("kept programs: source sets and wakeup trees come to the same number");
  if (check_failed)
    return check_end ();
  for (unsigned long seed = first + 100000; seed < first + 100000 + 2 * programs; seed++)
    check_compared (seed % 2 ? toy_random : toy_random_kinds, seed);
  CHECK_HELD ("random programs: source sets and wakeup trees come to the same number");
  CHECK (tried > programs / 3 && mixed > programs / 3 && few > programs / 3);
  if (argc > 1)
    printf ("%lu programs compared with their %lu traces, %lu of them by every interleaving; %lu larger ones\n", m.compared, m.traces,
            m.crosschecked, 2 * programs);
  toy_comparison_release (&m);
  return check_end ();
}
