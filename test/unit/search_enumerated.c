/* Every reduction on ALL small programs over each pair of ways to touch an
 * object (toy_all.h), against all their traces (toy_oracle.h).
 *
 *     search_enumerated             a share of them, for every day
 *     search_enumerated all I/N     those whose number is I modulo N
 *     search_enumerated all I/N C   with the first C reductions only (toy_compare.h), or A-B: those after the first A, up to B
 *     search_enumerated choices I/N [C]   of those, the programs with a step that has alternatives
 *     search_enumerated triples I/N [C]   the programs in which three ways meet in one object
 *
 * The reductions begin with the first thread, so which one that is matters to
 * them: it differs from program to program. Where a program's beginnings are
 * few the traces are also counted by executing every interleaving. */
#define TOY_SMALL
#include "check.h"
#include "toy_compare.h"
#include "toy_all.h"

enum { FEW = 60, MOST_STATEMENTS = 9 };

#define CODE(kind, object) ((toy_thread_code) (1 + 2 * TOY_##kind + (object)) << 16)

static struct toy_all all;
static struct toy_comparison m = {.most = 100000, .quick = true};
static unsigned long wanted, of = 1;
static bool choices;              /* only programs with a step that may have alternatives */

static const uint8_t orders[][4] = {
  {0, 1, 2, 3}, {1, 0, 2, 3}, {2, 1, 0, 3}, {0, 2, 1, 3}, {1, 2, 0, 3}, {2, 0, 1, 3},
  {0, 1, 3, 2}, {3, 0, 2, 1}, {2, 3, 0, 1}, {1, 3, 2, 0}, {3, 2, 1, 0}, {0, 3, 1, 2},
};

/* A choice, or a signal that two may wait for. */
static bool
has_alternatives (const struct toy_small *s)
{
  unsigned waits = 0, signals = 0;
  for (unsigned t = 0; t < s->nthreads; t++)
    for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (s->threads[t], i); i++) {
      uint8_t kind = toy_code_statement (toy_code_at (s->threads[t], i)).kind;
      if (kind == TOY_CHOOSE)
        return true;
      waits += kind == TOY_CWAIT || kind == TOY_CTIMED;
      signals += kind == TOY_SIGNAL;
    }
  return waits > 1 && signals;
}

static void
see (void *context, const struct toy_small *s, unsigned long number)
{
  static const unsigned norders[] = {1, 1, 2, 6, 12};
  static struct toy_program p;
  (void) context;
  if (number % of != wanted || check_broken > 10 || (choices && !has_alternatives (s)))
    return;
  toy_all_make (&p, s, orders[number / of % norders[s->nthreads]]);
  HOLD (toy_compare (&m, &p));
}

/* Every day: of the programs with so many statements one in so many, duplicates among them. */
static bool
is_share (const struct toy_small *s)
{
  static const unsigned long shares[MOST_STATEMENTS + 1] = {1, 1, 5, 23, 151, 701, 5003, 20011, 50021, 100003};
  static unsigned long numbers[MOST_STATEMENTS + 1];
  unsigned n = 0;
  for (unsigned t = 0; t < s->nthreads; t++)
    for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (s->threads[t], i); i++)
      n++;
  assert (n <= MOST_STATEMENTS);
  return numbers[n]++ % shares[n] == 0;
}

/* Of those with three ways one in so many. */
static bool
is_share_of_three (const struct toy_small *s)
{
  static unsigned long number;
  return number++ % 20011 == 0 && toy_needs_three (s);
}

/* Those that went wrong once. */
static const struct toy_small kept[] = {
  {.threads = {CODE (LOCK, 0), CODE (LOCK, 1) | CODE (WAIT, 0) >> 8, CODE (POST, 0)}, .nthreads = 3},
  {.threads = {CODE (CAS, 0), CODE (LOAD, 1) | CODE (STORE_HIGH, 0) >> 8, CODE (LOAD_LOW, 0)}, .nthreads = 3},
};

static void
see_pairs (bool share)
{
  for (int s = 0; s < TOY_SCOPES; s++) {
    unsigned long before = m.compared, traces = m.traces;
    for (int a = 0; a < TOY_WAY_COUNT; a++)
      for (int b = a; b < TOY_WAY_COUNT; b++)
        toy_all_pair (&all, &toy_scopes[s], a, b);
    if (!share)
      printf ("%lu/%lu: %s: %lu compared, %lu traces\n", wanted, of, toy_scopes[s].name, m.compared - before, m.traces - traces);
  }
}

static void
see_triples (void)
{
  for (int s = 0; s < TOY_SCOPES_OF_THREE; s++)
    for (int a = 0; a < TOY_WAY_COUNT; a++)
      for (int b = a + 1; b < TOY_WAY_COUNT; b++)
        for (int c = b + 1; c < TOY_WAY_COUNT; c++)
          toy_all_three (&all, &toy_scopes_of_three[s], a, b, c);
}

int
main (int argc, char **argv)
{
  bool share = argc <= 1;
  if (!share && (argc < 3 || sscanf (argv[2], "%lu/%lu", &wanted, &of) != 2 || wanted >= of)) {
    fprintf (stderr, "search_enumerated all|choices|triples I/N [C|A-B], I < N\n");
    return 2;
  }
  m.configurations = TOY_CONFIGURATIONS;
  if (argc > 3 && sscanf (argv[3], "%d-%d", &m.first, &m.configurations) != 2)
    m.first = 0, m.configurations = atoi (argv[3]);
  choices = !share && !strcmp (argv[1], "choices");
  m.few = FEW;
  all.see = see;
  bool triples = !share && !strcmp (argv[1], "triples");
  all.is_wanted = share ? is_share : triples ? toy_needs_three : NULL;
  for (size_t i = 0; i < sizeof kept / sizeof *kept && share; i++)
    see (NULL, &kept[i], 0);
  if (!triples)
    see_pairs (share);
  if (share)
    all.is_wanted = is_share_of_three;
  if (share || triples)
    see_triples ();
  CHECK_HELD ("each reduction has the traces that there are, optimal each once and nothing redundant");
  CHECK (check_failed || (m.compared > 500 && m.crosschecked > 100) || !share);
  CHECK (!m.too_many);
  if (!share && !check_failed)
    printf ("%lu/%lu: %lu of %lu programs compared, %lu counted twice, %lu traces, %lu too large\n", wanted, of, m.compared,
            all.programs, m.crosschecked, m.traces, m.too_many);
  toy_comparison_release (&m);
  free (all.known.table);
  return check_end ();
}
