/* A portfolio gives each engine its share of the processor, less to all but the prover when that alone can say ok; and bmc alone takes locks into
 * account unless a reduction was chosen. */
#include "cli/portfolio.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "cli/command.h"
#include "cli/strategy.h"

enum { PROVER, OTHER, LONGEST = 120 };

struct shared {
  int unbounded;
  volatile int share[2];          /* how much each has stepped back; -1: it has not begun */
  volatile int later;             /* of OTHER, when it has changed */
  bool waits;                     /* OTHER ends when its share has changed */
  int own;                        /* of the whole portfolio */
};

static int
run (void *context, int engine, FILE *files)
{
  struct shared *s = context;
  (void) files;
  alarm (LONGEST);                /* only a test that fails takes so long */
  s->share[engine] = getpriority (PRIO_PROCESS, 0) - s->own;
  if (engine == PROVER)
    while (true)
      pause ();
  while (s->share[PROVER] < 0)
    usleep (1000);
  while (s->waits && getpriority (PRIO_PROCESS, 0) - s->own == s->share[OTHER])
    usleep (1000);
  s->later = getpriority (PRIO_PROCESS, 0) - s->own;
  return EXIT_OK;
}

static int
ask (struct shared *s, bool unbounded)
{
  static const int engines[] = {PROVER, OTHER}, back[] = {0, 3};
  *s = (struct shared) {.unbounded = unbounded, .share = {-1, -1}, .waits = unbounded, .own = getpriority (PRIO_PROCESS, 0)};
  return portfolio_run (&(struct portfolio) {.engines = engines, .step_back = back, .count = 2, .run = run, .context = s, .quiet = true,
                                             .unbounded = &s->unbounded, .soon = 1});
}

static void
test_shares (void)
{
  struct shared *s = mmap (NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK (s != MAP_FAILED);
  if (getpriority (PRIO_PROCESS, 0) + 15 < 20) {    /* else everybody has the least share */
    CHECK (ask (s, false) == EXIT_OK && s->share[PROVER] == 0 && s->share[OTHER] == 3 && s->later == 3);
    CHECK (ask (s, true) == EXIT_OK && s->share[PROVER] == 0 && s->share[OTHER] == 3 && s->later == 15);
  }
  munmap (s, sizeof *s);
}

/* One engine says ok at once, with a gap; the other answers later. */
enum { LATER_NEVER = -1 };

static int
run_later (void *context, int engine, FILE *files)
{
  const int *later = context;
  (void) files;
  alarm (LONGEST);
  if (engine == PROVER)
    return EXIT_OK;
  usleep (200000);
  while (*later == LATER_NEVER)
    pause ();
  return *later;
}

static int
ask_later (int later, unsigned first_gaps, unsigned second_gaps)
{
  static const int engines[] = {PROVER, OTHER}, back[] = {0, 0};
  const unsigned gaps[] = {first_gaps, second_gaps};
  return portfolio_run (&(struct portfolio) {.engines = engines, .step_back = back, .gaps = gaps, .count = 2, .run = run_later, .context = &later, .quiet = true,
                                             .soon = 60, .patience = 1});
}

static void
test_gaps (void)
{
  CHECK (ask_later (EXIT_VIOLATION, GAP_POINTERS, 0) == EXIT_VIOLATION);
  CHECK (ask_later (EXIT_VIOLATION, GAP_POINTERS, GAP_LIVELOCK) == EXIT_VIOLATION);
  CHECK (ask_later (EXIT_VIOLATION, GAP_POINTERS, GAP_POINTERS) == EXIT_OK);   /* it could not have closed it */
  CHECK (ask_later (EXIT_VIOLATION, 0, GAP_LIVELOCK) == EXIT_OK);
  CHECK (ask_later (EXIT_UNKNOWN, GAP_POINTERS, 0) == EXIT_OK);
  CHECK (ask_later (EXIT_OK, GAP_POINTERS, GAP_LIVELOCK) == EXIT_OK);
  CHECK (ask_later (LATER_NEVER, GAP_POINTERS, 0) == EXIT_OK);                 /* patience ends */
}

static bool
takes_locks (int engine, const char *por)
{
  struct options o;
  options_init (&o);
  o.engine = engine;
  o.por = por;
  strategy_of_many (&o);
  CHECK (o.transactions == !strcmp (o.por, "static"));
  return o.transactions;
}

int
main (void)
{
  test_shares ();
  test_gaps ();
  CHECK (takes_locks (ENGINE_BMC, "auto"));
  CHECK (!takes_locks (ENGINE_EXPLICIT, "auto") && !takes_locks (ENGINE_IC3, "auto") && !takes_locks (ENGINE_NATIVE, "auto"));
  CHECK (!takes_locks (ENGINE_BMC, "none"));
  return check_end ();
}
