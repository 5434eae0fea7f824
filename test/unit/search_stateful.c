/* Stored states with dynamic reductions, against all that random toy programs can
 * do: the same terminal states, the same failing steps; with endless loops too, and threads that can never
 * continue beside them. */
#include <stdlib.h>
#include <string.h>

#define TOY_SMALL
#include "check.h"
#include "search/stateless/stateful.h"
#include "toy_loops.h"
#include "toy_oracle.h"

enum { MOST_STATES = 4000 };

/* A toy that says what state it is in. */
static const uint32_t *
toy_state (struct exec *x, size_t *words)
{
  struct toy *e = (struct toy *) x;
  static uint32_t copy[sizeof e->now / 4 + 1];
  memset (copy, 0, sizeof copy);
  memcpy (copy, &e->now, sizeof e->now);
  *words = sizeof copy / 4;
  return copy;
}

static struct exec_class stateful_class;

static enum exec_outcome
step_joined (struct exec *x, thread_id t, uint32_t alternative, struct exec_step *out)
{
  const struct toy_instruction *i = toy_at ((struct toy *) x, t);
  bool joins = i->kind == TOY_JOIN;
  enum exec_outcome outcome = toy_step (x, t, alternative, out);
  out->joined = joins ? (thread_id) i->a + 1 : 0;
  return outcome;
}

static bool
toy_waits (struct exec *x, thread_id t, struct exec_wait *out)
{
  struct toy *e = (struct toy *) x;
  const struct toy_instruction *i = toy_at (e, t);
  *out = (struct exec_wait) {.joins = i->kind == TOY_JOIN ? (thread_id) i->a + 1 : 0, .exits = i->kind == TOY_EXIT};
  return !e->now.halted;
}

static struct exec *
stateful_new (const struct toy_program *p)
{
  struct exec *e = toy_new (p);
  stateful_class = *e->class;
  stateful_class.state = toy_state;
  stateful_class.step = step_joined;
  stateful_class.waits = toy_waits;
  e->class = &stateful_class;
  return e;
}

struct outcome { struct seen ends, failures; };

static uint64_t
failure_number (const struct toy *e)
{
  const struct toy_event *last = &e->events[e->depth - 1];
  return toy_mix (last->thread, last->before.threads[last->thread].pc);
}

/* ---- all that there is ---- */

/* A state: who could go on in it, or in one that can be reached from it; whether an end can be, or a state where nobody is to blame. */
struct place {
  uint64_t hash;
  struct exec_waiter threads[TOY_THREADS];
  size_t nthreads;
  uint64_t could;
  bool ends, excused;
};

struct walk {
  struct outcome *out;
  struct place places[MOST_STATES];
  struct { uint32_t from, to; } edges[MOST_STATES * 16];
  size_t states, nedges;
  uint32_t table[4 * MOST_STATES];     /* number plus one */
  bool stuck;                     /* somebody can never continue, and others go on for ever */
};

static uint32_t *
find_place (struct walk *w, uint64_t hash)
{
  size_t at = hash % (4 * MOST_STATES);
  while (w->table[at] && w->places[w->table[at] - 1].hash != hash)
    at = (at + 1) % (4 * MOST_STATES);
  return &w->table[at];
}

static void
describe_place (struct place *p, struct toy *e)
{
  for (thread_id t = 0; t < e->nthreads; t++) {
    if (!exec_next (&e->exec, t))
      continue;
    struct exec_waiter *waiter = &p->threads[p->nthreads++];
    waiter->thread = t;
    p->excused |= !toy_waits (&e->exec, t, &waiter->wait);
    p->could |= (uint64_t) exec_enabled (&e->exec, t) << t;
  }
}

static void
find_stuck (struct walk *w)
{
  w->stuck = false;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = w->nedges; i-- > 0;) {
      struct place *from = &w->places[w->edges[i].from], *to = &w->places[w->edges[i].to];
      more |= (to->could & ~from->could) || (to->ends && !from->ends) || (to->excused && !from->excused);
      from->could |= to->could;
      from->ends |= to->ends;
      from->excused |= to->excused;
    }
  }
  for (size_t i = 0; i < w->states; i++) {
    struct place *p = &w->places[i];
    thread_id stuck[TOY_THREADS];
    bool exits = false;
    for (size_t k = 0; k < p->nthreads; k++) {
      p->threads[k].could = p->could >> p->threads[k].thread & 1;
      exits |= p->threads[k].wait.exits;
    }
    w->stuck |= !p->ends && !p->excused && exec_stuck (p->threads, p->nthreads, exits, true, stuck);
  }
}

static bool
walk_on (struct walk *w, struct toy *e, uint32_t came)
{
  size_t n = e->depth, words;
  uint64_t h = 7;
  bool any = false;
  const uint32_t *state = toy_state (&e->exec, &words);
  for (size_t i = 0; i < words; i++)
    h = toy_mix (h, state[i]);
  uint32_t *number = find_place (w, h), here = *number ? *number - 1 : (uint32_t) w->states;
  bool fresh = !*number;
  if ((fresh && w->states == MOST_STATES) || w->nedges == sizeof w->edges / sizeof *w->edges)
    return false;
  if (came != UINT32_MAX) {
    w->edges[w->nedges].from = came;
    w->edges[w->nedges++].to = here;
  }
  if (!fresh)
    return true;
  *number = here + 1;
  w->places[w->states++] = (struct place) {.hash = h};
  describe_place (&w->places[here], e);
  for (thread_id t = 0; t < e->nthreads; t++)
    for (uint32_t a = 0; exec_enabled (&e->exec, t) && a < exec_alternatives (&e->exec, t); a++) {
      struct exec_step step = {0};
      any = true;
      if (exec_step (&e->exec, t, a, &step) == EXEC_FAILED)
        seen_add (&w->out->failures, failure_number (e));
      if (!walk_on (w, e, here))
        return false;
      exec_rewind (&e->exec, n);
    }
  w->places[here].ends = !any;
  if (!any)
    seen_add (&w->out->ends, toy_end_number (e));
  return true;
}

static bool
all_outcomes (struct walk *w, const struct toy_program *p)
{
  struct exec *e = stateful_new (p);
  w->out->ends.count = w->out->failures.count = w->states = w->nedges = 0;
  memset (w->table, 0, sizeof w->table);
  bool few = walk_on (w, (struct toy *) e, UINT32_MAX);
  exec_free (e);
  if (few)
    find_stuck (w);
  seen_distinct (&w->out->ends);
  seen_distinct (&w->out->failures);
  return few;
}

/* ---- what the search finds ---- */

struct watch { struct outcome *out; struct toy *toy; struct ways_of_waiting { bool livelock, stuck; } found; };

/* How it is searched. */
struct way {
  uint64_t trial;                 /* transitions, until executions without stored states take their turns; 0: never */
  uint64_t bytes;                 /* for states; 0: no bound */
  bool no_livelocks;
};

static void
on_complete (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  struct watch *w = context;
  (void) end, (void) steps, (void) n;
  seen_add (&w->out->ends, toy_end_number (w->toy));
}

static void
on_found (void *context, const struct exec_failure *failure, const struct stateless_step *steps, size_t n)
{
  struct watch *w = context;
  (void) steps, (void) n;
  if (failure->kind != FINDING_DEADLOCK)
    seen_add (&w->out->failures, failure_number (w->toy));
}

static void
on_trapped (void *context, size_t loop_start, const thread_id *stuck, size_t count, bool changes)
{
  struct watch *w = context;
  uint64_t waits = 0;
  *(changes ? &w->found.stuck : &w->found.livelock) = true;
  HOLD (count && loop_start < w->toy->depth);
  for (size_t i = 0; i < count; i++)
    waits |= 1u << stuck[i];
  for (size_t i = loop_start; changes && i < w->toy->depth; i++)
    HOLD (!(waits >> w->toy->events[i].thread & 1));
}

/* False: there was no memory for it. */
static bool
search (struct outcome *out, const struct toy_program *p, struct way way, struct stats *stats, struct ways_of_waiting *waits)
{
  struct result r = {0};
  struct watch w = {.out = out};
  struct stateless_run run = {.exec = stateful_new (p), .reduction = reduction_find ("dpor"), .all = true, .trial = way.trial,
                              .max_bytes = way.bytes, .complete = on_complete, .found = on_found, .trapped = on_trapped, .no_livelocks = way.no_livelocks, .context = &w};
  w.toy = (struct toy *) run.exec;
  out->ends.count = out->failures.count = 0;
  stateful_run (&run, &r);
  bool full = way.bytes && !r.exhaustive && strstr (r.reason, "memory");
  HOLD (full || (r.exhaustive && (r.verdict == VERDICT_VIOLATION) == !!r.errors));
  exec_free (run.exec);
  result_release (&r);
  seen_distinct (&out->ends);
  seen_distinct (&out->failures);
  *stats = r.stats;
  *waits = w.found;
  return !full;
}

/* ---- programs ---- */

static void
compare_random (unsigned long count, uint64_t seed, bool loops)
{
  enum { TABLE = 4096, SHARE = 3 };           /* what an empty graph takes; every third program is searched in other ways, too */
  struct outcome all = {0}, found = {0};
  struct walk *w = calloc (1, sizeof *w);
  w->out = &all;
  struct toy_program p;
  unsigned long compared = 0, states = 0, kept = 0, cyclic = 0, again = 0, locked = 0, stuck = 0;
  for (uint64_t i = 0; compared < count; i++) {
    struct toy_dice d = {.state = (seed + i) * 77};
    struct stats s, t;
    struct ways_of_waiting waits, has;
    toy_random (&p, seed + i);
    if (loops)
      toy_add_loops (&p, &d);
    if (!all_outcomes (w, &p))
      continue;
    compared++;
    search (&found, &p, (struct way) {0}, &s, &waits);
    bool same = seen_equal (&all.ends, &found.ends) && seen_equal (&all.failures, &found.failures);
    if (!same && !check_broken) {
      printf ("program %llu, %zu ends of %zu, %zu failures of %zu\n", (unsigned long long) (seed + i), found.ends.count,
              all.ends.count, found.failures.count, all.failures.count);
      toy_print (&p);
    }
    HOLD (same);
    HOLD (s.states <= w->states);
    search (&found, &p, (struct way) {.no_livelocks = true}, &t, &has);
    if (has.stuck != w->stuck && !check_broken) {
      printf ("program %llu, stuck: %d of %d\n", (unsigned long long) (seed + i), has.stuck, w->stuck);
      toy_print (&p);
    }
    HOLD (has.stuck == w->stuck && !has.livelock);
    for (int way = 0; way < 2 && i % SHARE == 0; way++) {
      struct way ways[] = {{.trial = 1}, {.bytes = TABLE + (s.store_bytes - TABLE) / 3}};
      while (!search (&found, &p, ways[way], &t, &has))
        ways[way].bytes += (ways[way].bytes - TABLE) / 4;
      HOLD (seen_equal (&all.ends, &found.ends) && seen_equal (&all.failures, &found.failures));
      HOLD ((waits.livelock || waits.stuck) == (has.livelock || has.stuck));
      again += way && t.states > s.states;
    }
    states += w->states;
    kept += s.states;
    cyclic += !all.ends.count;
    locked += waits.livelock;
    stuck += w->stuck;
  }
  printf ("%lu programs%s, %lu of them without an end, %lu with a livelock, %lu with a thread that can never continue: %lu of %lu states; of %lu states were forgotten and met again\n",
          compared, loops ? " with loops" : "", cyclic, locked, stuck, kept, states, again);
  HOLD (again >= count / 8 / SHARE || check_broken);
  free (all.ends.data), free (all.failures.data), free (found.ends.data), free (found.failures.data);
  free (w);
}

/* ---- bounds ---- */

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
  static struct toy_program p;
  struct stateless_run runs[] = {
    {.max_events = 4}, {.max_bytes = 1}, {.max_executions = 2}, {.max_seconds = 3, .clock = fast_clock}, {.interrupt = &interrupted},
    {.full = true, .max_events = 4}, {.full = true, .max_bytes = 1},
  };
  p.nthreads = p.started = 2;
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < 6; i++)
      toy_emit (&p, t, TOY_STORE, 0, 3, 10 * t + i);
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct result r = {0};
    runs[i].exec = stateful_new (&p);
    runs[i].reduction = reduction_find (runs[i].full ? "none" : "dpor");
    stateful_run (&runs[i], &r);
    CHECK (r.verdict == VERDICT_UNKNOWN && !r.exhaustive && r.reason[0]);
    exec_free (runs[i].exec);
    result_release (&r);
  }
}

int
main (int argc, char **argv)
{
  unsigned long count = argc > 1 ? strtoul (argv[1], NULL, 10) : 3000;
  uint64_t seed = argc > 2 ? strtoull (argv[2], NULL, 10) : 1;
  test_bounds ();
  compare_random (count, seed, false);
  CHECK_HELD ("terminal states and failures without loops");
  compare_random (count, seed, true);
  CHECK_HELD ("terminal states, failures and livelocks with endless loops");
  return check_end ();
}
