/* Executions with at most N preemptions: what is explored under a bound against
 * all interleavings within it, on random toy programs and on a share of all
 * small ones. The same traces, ends and final states, none more.
 *
 *     search_bounded [PROGRAMS [FIRST]]         of each kind of random program, from a seed on
 *     search_bounded all I/N                    of all small programs those whose number is I modulo N */
#define TOY_SMALL
#include "check.h"
#include "toy_all.h"
#include "toy_compare.h"
#include "toy_kinds.h"
#include "toy_random.h"

enum { MOST_STEPS = 60000, BOUNDS = 3 };

static struct seen all, seen;
static size_t steps;
static unsigned long compared, fewer, executions_none, executions_bounded, wanted, of = 1;

/* Every interleaving in which no more threads than `left` are left that could go on; false: too many. */
static bool
go_on (struct toy *e, thread_id last, unsigned left)
{
  size_t n = e->depth;
  bool any = false, goes = n && exec_enabled (&e->exec, last);
  if (n == TOY_STEPS || ++steps > MOST_STEPS)
    return false;
  for (thread_id t = 0; t < e->nthreads; t++)
    for (uint32_t a = 0; exec_enabled (&e->exec, t) && a < exec_alternatives (&e->exec, t); a++) {
      struct exec_step step = {0};
      bool preempts = goes && t != last;
      any = true;
      if (preempts && !left)
        continue;
      exec_step (&e->exec, t, a, &step);
      if (!go_on (e, t, left - preempts))
        return false;
      exec_rewind (&e->exec, n);
    }
  if (!any)
    seen_add (&all, toy_number (e));
  return true;
}

static bool
enumerate (const struct toy_program *p, unsigned bound)
{
  struct exec *e = toy_new (p);
  ((struct toy *) e)->marks = true;
  all.count = steps = 0;
  bool few = go_on ((struct toy *) e, 0, bound);
  exec_free (e);
  return few;
}

static bool
agrees (const struct toy_program *p, unsigned bound)
{
  struct toy_watch w = {.seen = &seen};
  struct stateless_run run = {.exec = toy_new (p), .reduction = reduction_find ("bounded"), .all = true, .complete = toy_on_complete,
                              .context = &w, .bound_preemptions = true, .max_preemptions = bound};
  struct result r = {0};
  seen.count = 0;
  w.toy = (struct toy *) run.exec;
  w.toy->marks = true;
  stateless_run (&run, &r);
  exec_free (run.exec);
  result_release (&r);
  executions_none += all.count;
  executions_bounded += seen.count;
  fewer += seen.count < all.count;
  bool good = seen.count <= all.count && !w.misplaced;
  seen_distinct (&all);
  seen_distinct (&seen);
  return good && seen_equal (&seen, &all);
}

static bool
is_bad (const struct toy_program *p, unsigned bound)
{
  return enumerate (p, bound) && !agrees (p, bound);
}

static void
shrink (struct toy_program *p, unsigned bound)
{
  for (size_t t = 0; t < p->nthreads; t++)
    for (size_t i = 0; i < p->length[t]; i++) {
      struct toy_instruction was = p->code[t][i];
      p->code[t][i] = (struct toy_instruction){.kind = TOY_SET, .a = 2};
      if (!is_bad (p, bound))
        p->code[t][i] = was;
    }
}

static void
compare (const struct toy_program *p)
{
  for (unsigned bound = 0; bound < BOUNDS && !check_broken; bound++) {
    if (!enumerate (p, bound))
      return;
    compared++;
    bool good = agrees (p, bound);
    HOLD (good);
    if (good)
      continue;
    struct toy_program small = *p;
    shrink (&small, bound);
    printf ("with %u preemptions not the traces of\n", bound);
    toy_print (&small);
  }
}

static void
see (void *context, const struct toy_small *s, unsigned long number)
{
  static const uint8_t orders[][4] = {{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {1, 0, 2, 3}};
  static struct toy_program p;
  (void) context;
  if (number % of != wanted || check_broken)
    return;
  toy_all_make (&p, s, orders[s->nthreads < 3 ? number / of % 2 * 3 : number / of % 4]);
  compare (&p);
}

/* Every day one in some thousands, duplicates among them. */
static bool
is_share (const struct toy_small *s)
{
  static unsigned long number;
  (void) s;
  return number++ % 4999 == 0;
}

int
main (int argc, char **argv)
{
  static struct toy_program p;
  static struct toy_all small = {.see = see};
  bool slice = argc > 2 && !strcmp (argv[1], "all") && sscanf (argv[2], "%lu/%lu", &wanted, &of) == 2;
  unsigned long programs = slice ? 0 : argc > 1 ? strtoul (argv[1], NULL, 10) : 600;
  unsigned long first = argc > 2 && !slice ? strtoul (argv[2], NULL, 10) : 1;
  for (unsigned long seed = first; seed < first + programs; seed++) {
    toy_random (&p, seed);
    compare (&p);
    toy_random_pair (&p, seed);
    compare (&p);
    toy_random_kinds (&p, seed);
    compare (&p);
  }
  small.is_wanted = slice ? NULL : is_share;
  for (int s = 0; s < TOY_SCOPES; s++)
    for (int a = 0; a < TOY_WAY_COUNT; a++)
      for (int b = a; b < TOY_WAY_COUNT; b++)
        toy_all_pair (&small, &toy_scopes[s], a, b);
  CHECK_HELD ("under a bound of 0, 1 and 2 preemptions the traces are those of all interleavings within it");
  CHECK (check_failed || slice || programs < 600 || (compared > 2000 && fewer > compared / 4));
  printf ("%lu comparisons, %lu executions instead of %lu\n", compared, executions_bounded, executions_none);
  free (all.data);
  free (seen.data);
  free (small.known.table);
  return check_end ();
}
