/* Programs with known numbers of executions. */
#include <time.h>

#include "base/diag.h"
#include "check.h"
#include "search/stateless/stateless.h"
#include "toy.h"

static struct toy_program p;

static void
begin (size_t threads)
{
  memset (&p, 0, sizeof p);
  p.nthreads = p.started = threads;
}

/* Paper 1, Fig. 1: each thread puts four messages into a hash table of 128. */
static void
indexer (int n)
{
  begin ((size_t) n);
  for (int t = 0; t < n; t++)
    for (int m = 1; m <= 4; m++) {
      int w = m * 11 + t;
      int h = w * 7 % 128;
      /* while (!cas (table[h], 0, w)) h = (h + 1) % size; twice at most here */
      for (int again = 0; again < 3; again++) {
        toy_emit (&p, (size_t) t, TOY_CAS, (h + again) % 128, 3, w);
        toy_emit (&p, (size_t) t, TOY_JUMPNZ, 0, 2 * (2 - again), 0);
      }
    }
}

/* Paper 1, Fig. 7, with 32 inodes and 26 blocks, each with a lock. */
static void
filesystem (int n)
{
  begin ((size_t) n);
  for (int t = 0; t < n; t++) {
    size_t s = (size_t) t;
    int i = t % 32;
    toy_emit (&p, s, TOY_LOCK, i, 0, 0);
    toy_emit (&p, s, TOY_LOAD, i, 3, 0);
    toy_emit (&p, s, TOY_JUMPNZ, 0, 14, 0);
    /* the search for a free block succeeds at the second at the latest */
    for (int again = 0; again < 2; again++) {
      int b = (2 * i + again) % 26;
      toy_emit (&p, s, TOY_LOCK, 32 + b, 0, 0);
      toy_emit (&p, s, TOY_LOAD, 32 + b, 3, 0);
      toy_emit (&p, s, TOY_JUMPNZ, 0, again ? 3 : 4, 0);
      toy_emit (&p, s, TOY_STORE, 32 + b, 3, 1);
      toy_emit (&p, s, TOY_STORE, i, 3, b + 1);
      toy_emit (&p, s, TOY_UNLOCK, 32 + b, 0, 0);
      if (!again) {
        toy_emit (&p, s, TOY_JUMPZ, 3, 7, 0);
        toy_emit (&p, s, TOY_UNLOCK, 32 + b, 0, 0);
      }
    }
    toy_emit (&p, s, TOY_UNLOCK, i, 0, 0);
  }
}

static void
readers (int n)
{
  begin ((size_t) n + 1);
  toy_emit (&p, 0, TOY_STORE, 0, 3, 1);
  for (int t = 1; t <= n; t++)
    toy_emit (&p, (size_t) t, TOY_LOAD, 0, 3, 0);
}

/* The writer is started when all others are there: tables of threads grow while reads are remembered. */
static void
late_writer (int n)
{
  begin ((size_t) n + 1);
  p.started = (size_t) n;
  for (int t = 0; t < n - 1; t++)
    toy_emit (&p, (size_t) t, TOY_LOAD, 0, 3, 0);
  toy_emit (&p, (size_t) n - 1, TOY_CREATE, n, 0, 0);
  toy_emit (&p, (size_t) n, TOY_STORE, 0, 3, 1);
}

/* Each of n threads assumes what another says, if it has said it. */
static void
assumptions (int n)
{
  begin ((size_t) n * 2);
  for (int t = 0; t < n; t++) {
    toy_emit (&p, (size_t) t, TOY_STORE, t, 3, 1);
    toy_emit (&p, (size_t) (n + t), TOY_ASSUME, t, 1, 0);
  }
}

static void
lastzero (int n)
{
  begin ((size_t) n + 1);
  /* i = n; while (a[i] != 0) i--: unrolled */
  toy_emit (&p, 0, TOY_SET, 1, n, 0);
  for (int i = n; i >= 0; i--) {
    toy_emit (&p, 0, TOY_LOAD, 0, 1, 0);
    toy_emit (&p, 0, TOY_ADD, 1, -1, 0);
    toy_emit (&p, 0, TOY_JUMPZ, 0, 3 * i, 0);
  }
  for (int j = 1; j <= n; j++) {
    toy_emit (&p, (size_t) j, TOY_LOAD, j - 1, 3, 0);
    toy_emit (&p, (size_t) j, TOY_ADD, 0, 1, 0);
    toy_emit (&p, (size_t) j, TOY_STORE_REG, j, 3, 0);
  }
}

static void
lastwrite (int n)
{
  begin ((size_t) n);
  for (int t = 0; t < n; t++)
    toy_emit (&p, (size_t) t, TOY_STORE, 0, 3, t + 1);
}

/* Thread 0 creates the others and says who they are. */
static void
sigma (int n)
{
  begin ((size_t) n + 1);
  p.started = 1;
  for (int t = 1; t <= n; t++) {
    toy_emit (&p, 0, TOY_STORE, 100, 3, t - 1);
    toy_emit (&p, 0, TOY_CREATE, t, 0, 0);
    toy_emit (&p, (size_t) t, TOY_LOAD, 100, 3, 0);
    toy_emit (&p, (size_t) t, TOY_STORE, 0, 0, 1);
  }
  for (int t = 1; t <= n; t++)
    toy_emit (&p, 0, TOY_JOIN, t, 0, 0);
}

static void
fib_bench (int n)
{
  begin (2);
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      toy_emit (&p, (size_t) t, TOY_LOAD, t, 3, 0);
      toy_emit (&p, (size_t) t, TOY_LOAD, 1 - t, 3, 1);
      toy_emit (&p, (size_t) t, TOY_ADD_REG, 0, 1, 0);
      toy_emit (&p, (size_t) t, TOY_STORE_REG, t, 3, 0);
    }
}

static void
lockinc (int n)
{
  begin ((size_t) n);
  for (int t = 0; t < n; t++) {
    toy_emit (&p, (size_t) t, TOY_LOCK, 0, 0, 0);
    toy_emit (&p, (size_t) t, TOY_UNLOCK, 0, 0, 0);
  }
}

static void
philosophers (int n)
{
  begin ((size_t) n);
  for (int t = 0; t < n; t++) {
    toy_emit (&p, (size_t) t, TOY_LOCK, t, 0, 0);
    toy_emit (&p, (size_t) t, TOY_LOCK, (t + 1) % n, 0, 0);
    toy_emit (&p, (size_t) t, TOY_UNLOCK, (t + 1) % n, 0, 0);
    toy_emit (&p, (size_t) t, TOY_UNLOCK, t, 0, 0);
  }
}

/* A buffer for one item, guarded by a lock and two conditions, with `while`
 * around the waits: two producers, two consumers, one item each. */
static void
bounded_buffer (void)
{
  begin (4);
  for (size_t t = 0; t < 4; t++) {
    bool produces = t < 2;
    toy_emit (&p, t, TOY_LOCK, 0, 0, 0);
    toy_emit (&p, t, TOY_LOAD, 0, 3, 0);
    toy_emit (&p, t, produces ? TOY_JUMPZ : TOY_JUMPNZ, 0, 3, 0);
    toy_emit (&p, t, TOY_CWAIT, produces ? 0 : 1, 0, 0);
    toy_emit (&p, t, TOY_SET, 0, 0, 0);
    toy_emit (&p, t, TOY_JUMPZ, 0, -5, 0);
    toy_emit (&p, t, TOY_STORE, 0, 3, produces);
    toy_emit (&p, t, TOY_SIGNAL, produces ? 1 : 0, 0, 0);
    toy_emit (&p, t, TOY_UNLOCK, 0, 0, 0);
  }
}

static uint64_t orders[1000];
static size_t norders;

/* The order in which the lock was taken, as a number: a thread's steps that
 * take it are its first, and the one after each wait. */
static void
note_order (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  (void) context, (void) end;
  struct exec *e = toy_new (&p);
  uint64_t order = 0;
  for (size_t i = 0; i < n; i++) {
    const struct op *op = exec_next (e, steps[i].thread);
    if (op->count && op->access[0].object == TOY_OBJECT (TOY_MUTEX, 0) && op->access[0].how == ACCESS_LOCK)
      order = order * 5 + steps[i].thread + 1;
    exec_step (e, steps[i].thread, steps[i].alternative, &(struct exec_step){0});
  }
  exec_free (e);
  for (size_t i = 0; i < norders; i++)
    if (orders[i] == order)
      return;
  orders[norders++] = order;
}

static size_t
lock_orders (const char *reduction)
{
  struct stateless_run run = {
    .exec = toy_new (&p), .reduction = reduction_find (reduction), .sleep = true, .all = true, .complete = note_order,
  };
  struct result r = {0};
  norders = 0;
  stateless_run (&run, &r);
  CHECK (r.verdict == VERDICT_OK);
  exec_free (run.exec);
  result_release (&r);
  return norders;
}

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static bool timing;

static struct stats
explore (const char *name, const char *reduction)
{
  struct stateless_run run = {.exec = toy_new (&p), .reduction = reduction_find (reduction), .sleep = true, .all = true};
  struct result r = {0};
  double from = seconds ();
  stateless_run (&run, &r);
  double took = seconds () - from;
  CHECK (r.exhaustive);
  if (timing)
    printf ("%-16s %-8s %9llu + %-7llu %10llu transitions %8.3f s %10.0f executions/s %6.0f ns/transition\n", name, reduction,
            (unsigned long long) r.stats.executions, (unsigned long long) r.stats.blocked,
            (unsigned long long) r.stats.transitions, took, (double) r.stats.executions / took,
            took * 1e9 / (double) r.stats.transitions);
  exec_free (run.exec);
  result_release (&r);
  return r.stats;
}

/* Optimal must be exact, source has no fewer, and none of its extra ones complete. */
static void
counts (const char *name, uint64_t traces)
{
  struct stats s = explore (name, "optimal");
  CHECK (s.executions == traces && !s.blocked);
  if (s.executions != traces || s.blocked)
    fprintf (stderr, "%s: %llu + %llu executions, not %llu\n", name, (unsigned long long) s.executions,
             (unsigned long long) s.blocked, (unsigned long long) traces);
  if (traces > 20000)
    return;
  s = explore (name, "source");
  CHECK (s.executions == traces);
}

static volatile const int interrupted = 1;

static double
fast_clock (void)
{
  static double now;
  return now += 1;
}

/* Whatever bound is hit: unknown, never ok. */
static void
test_bounds (void)
{
  struct stateless_run runs[] = {
    {.max_events = 10}, {.max_executions = 5}, {.max_seconds = 3, .clock = fast_clock}, {.interrupt = &interrupted},
    {.bound_preemptions = true, .max_preemptions = 1},
  };
  fib_bench (3);
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct result r = {0};
    runs[i].exec = toy_new (&p);
    runs[i].reduction = reduction_find (runs[i].bound_preemptions ? "bounded" : "optimal");
    stateless_run (&runs[i], &r);
    CHECK (r.verdict == VERDICT_UNKNOWN && !r.exhaustive && r.reason[0]);
    exec_free (runs[i].exec);
    result_release (&r);
  }
  /* Nothing is left out when there are no races. */
  struct stateless_run run = {.reduction = reduction_find ("bounded"), .bound_preemptions = true, .max_events = 100};
  struct result r = {0};
  indexer (5);
  run.exec = toy_new (&p);
  stateless_run (&run, &r);
  CHECK (r.verdict == VERDICT_OK && r.exhaustive && r.stats.executions == 1);
  exec_free (run.exec);
  result_release (&r);
  /* A bound of 2^32 is not one of 0. */
  run.max_preemptions = (uint64_t) 1 << 32;
  r = (struct result){0};
  fib_bench (2);
  run.exec = toy_new (&p);
  stateless_run (&run, &r);
  CHECK (r.verdict == VERDICT_OK && r.exhaustive && r.stats.executions > 1);
  exec_free (run.exec);
  result_release (&r);
}

static void
count_finding (void *context, const struct exec_failure *f, const struct stateless_step *steps, size_t n)
{
  CHECK (f->kind == FINDING_DEADLOCK && n == 3 && steps[0].thread != steps[1].thread);
  ++*(int *) context;
}

/* The first finding ends the search, with its schedule. */
static void
test_finding (void)
{
  int found = 0;
  struct stateless_run run = {.reduction = reduction_find ("optimal"), .found = count_finding, .context = &found};
  struct result r = {0};
  philosophers (3);
  run.exec = toy_new (&p);
  stateless_run (&run, &r);
  CHECK (found == 1 && r.errors == 1 && r.verdict == VERDICT_VIOLATION && !r.exhaustive);
  exec_free (run.exec);
  result_release (&r);
}

static void
check_place (void *context, const struct exec_failure *f, const struct stateless_step *steps, size_t n)
{
  const struct toy *toy = (const struct toy *) *(struct exec **) context;
  (void) f, (void) steps;
  CHECK (toy->depth == n);
}

/* A finding that another one leads to: its own schedule is executed to the end. */
static void
test_second_finding (void)
{
  struct stateless_run run = {.reduction = reduction_find ("optimal"), .all = true, .found = check_place, .context = &run.exec};
  struct result r = {0};
  memset (&p, 0, sizeof p);
  p.nthreads = p.started = 2;
  toy_emit (&p, 0, TOY_ASSERT, 0, 0, 0);
  toy_emit (&p, 1, TOY_STORE, 0, 3, 1);
  toy_emit (&p, 1, TOY_ASSERT, 0, 1, 0);
  run.exec = toy_new (&p);
  stateless_run (&run, &r);
  CHECK (r.errors == 3 && r.exhaustive);
  exec_free (run.exec);
  result_release (&r);
}

static void
note_alternative (void *context, const struct exec_failure *f, const struct stateless_step *steps, size_t n)
{
  (void) f;
  for (size_t i = 0; i < n; i++)
    ((bool *) context)[steps[i].alternative] = true;
}

/* Random executions: as many as were asked for, never ok; every alternative and
 * switches in the middle of a thread occur. */
static void
test_sample (void)
{
  bool taken[2] = {false};
  struct stateless_run run = {.max_executions = 200, .all = true, .found = note_alternative, .context = taken};
  struct result r = {0};
  memset (&p, 0, sizeof p);
  p.nthreads = p.started = 2;
  toy_emit (&p, 0, TOY_CHOOSE, 2, 0, 0);
  toy_emit (&p, 0, TOY_STORE, 0, 3, 1);
  toy_emit (&p, 0, TOY_STORE, 0, 3, 2);
  toy_emit (&p, 1, TOY_ASSERT, 0, 1, 0);
  run.exec = toy_new (&p);
  stateless_sample (&run, 1, &r);
  CHECK (r.verdict == VERDICT_VIOLATION && r.errors && taken[0] && taken[1]);
  CHECK (r.stats.executions + r.stats.cut + r.errors >= 200 && !r.exhaustive);
  exec_free (run.exec);
  result_release (&r);
  r = (struct result) {0};
  p.code[1][0] = (struct toy_instruction) {.kind = TOY_LOAD, .b = 3};
  run.exec = toy_new (&p);
  stateless_sample (&run, 1, &r);
  CHECK (r.verdict == VERDICT_UNKNOWN && !r.exhaustive && r.reason[0] && r.stats.executions == 200);
  exec_free (run.exec);
  result_release (&r);
  /* a bad end is found like a step that fails: two locks, in opposite orders */
  r = (struct result) {0};
  run.found = NULL;
  memset (&p, 0, sizeof p);
  p.nthreads = p.started = 2;
  for (int t = 0; t < 2; t++) {
    toy_emit (&p, t, TOY_LOCK, t, 0, 0);
    toy_emit (&p, t, TOY_LOCK, 1 - t, 0, 0);
    toy_emit (&p, t, TOY_UNLOCK, 1 - t, 0, 0);
    toy_emit (&p, t, TOY_UNLOCK, t, 0, 0);
  }
  run.exec = toy_new (&p);
  stateless_sample (&run, 1, &r);
  CHECK (r.verdict == VERDICT_VIOLATION && r.errors);
  exec_free (run.exec);
  result_release (&r);
}

/* Sleep sets alone run into states where all that is enabled sleeps. */
static void
test_blocked (void)
{
  readers (3);
  struct stats s = explore ("readers 3", "none");
  CHECK (s.executions == 8 && s.blocked);
}

int
main (int argc, char **argv)
{
  (void) argv;
  timing = argc > 1;
  test_bounds ();
  test_finding ();
  test_second_finding ();
  test_sample ();
  test_blocked ();
  indexer (11); counts ("indexer 11", 1);
  indexer (12); counts ("indexer 12", 8);
  indexer (13); counts ("indexer 13", 64);
  indexer (14); counts ("indexer 14", 512);
  indexer (15); counts ("indexer 15", 4096);
  filesystem (12); counts ("filesystem 12", 1);
  filesystem (14); counts ("filesystem 14", 2);
  filesystem (16); counts ("filesystem 16", 8);
  filesystem (18); counts ("filesystem 18", 32);
  filesystem (20); counts ("filesystem 20", 128);
  readers (8); counts ("readers 8", 256);
  readers (10); counts ("readers 10", 1024);
  readers (15); counts ("readers 15", 32768);
  for (int n = 2; n <= 9; n++) {
    late_writer (n);
    counts ("late writer", (uint64_t) 1 << (n - 1));
  }
  for (int n = 1; n <= 4; n++) {  /* all but one end where an assumption fails */
    assumptions (n);
    struct stats s = explore ("assumptions", "optimal");
    CHECK (s.executions == 1 && s.cut == ((uint64_t) 1 << n) - 1 && !s.blocked);
  }
  lastzero (5); counts ("lastzero 5", 64);
  lastzero (10); counts ("lastzero 10", 3328);
  lastzero (15); counts ("lastzero 15", 147456);
  lastwrite (8); counts ("lastwrite 8", 40320);
  sigma (5); counts ("sigma 5", 945);
  fib_bench (5); counts ("fib_bench 5", 8953);
  lockinc (7); counts ("lockinc 7", 5040);
  for (int n = 2; n <= 8; n++) {
    philosophers (n);
    counts ("philosophers", ((uint64_t) 1 << n) - 1);
  }
  bounded_buffer ();
  CHECK (lock_orders ("optimal") == 64);
  CHECK (lock_orders ("source") == 64);
  return check_end ();
}
