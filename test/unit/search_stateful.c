/* Stored states with dynamic reductions, against all that random toy programs can
 * do: the same terminal states, the same failing steps; with endless loops too. */
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

static struct exec *
stateful_new (const struct toy_program *p)
{
  struct exec *e = toy_new (p);
  stateful_class = *e->class;
  stateful_class.state = toy_state;
  stateful_class.step = step_joined;
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

struct walk {
  struct outcome *out;
  struct number_set met;
  size_t states;
};

static bool
walk_on (struct walk *w, struct toy *e)
{
  size_t n = e->depth, words;
  uint64_t h = 7;
  bool any = false;
  const uint32_t *state = toy_state (&e->exec, &words);
  for (size_t i = 0; i < words; i++)
    h = toy_mix (h, state[i]);
  if (!number_set_add (&w->met, h))
    return true;
  if (++w->states > MOST_STATES)
    return false;
  for (thread_id t = 0; t < e->nthreads; t++)
    for (uint32_t a = 0; exec_enabled (&e->exec, t) && a < exec_alternatives (&e->exec, t); a++) {
      struct exec_step step = {0};
      any = true;
      if (exec_step (&e->exec, t, a, &step) == EXEC_FAILED)
        seen_add (&w->out->failures, failure_number (e));
      if (!walk_on (w, e))
        return false;
      exec_rewind (&e->exec, n);
    }
  if (!any)
    seen_add (&w->out->ends, toy_end_number (e));
  return true;
}

static bool
all_outcomes (struct walk *w, const struct toy_program *p)
{
  struct exec *e = stateful_new (p);
  w->out->ends.count = w->out->failures.count = w->states = 0;
  number_set_clear (&w->met);
  bool few = walk_on (w, (struct toy *) e);
  exec_free (e);
  seen_distinct (&w->out->ends);
  seen_distinct (&w->out->failures);
  return few;
}

/* ---- what the search finds ---- */

struct watch { struct outcome *out; struct toy *toy; bool livelock; };

/* How it is searched. */
struct way {
  uint64_t trial;                 /* transitions, until executions without stored states take their turns; 0: never */
  uint64_t bytes;                 /* for states; 0: no bound */
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
on_livelock (void *context, size_t loop_start)
{
  struct watch *w = context;
  (void) loop_start;
  w->livelock = true;
}

/* False: there was no memory for it. */
static bool
search (struct outcome *out, const struct toy_program *p, struct way way, struct stats *stats, bool *livelock)
{
  struct result r = {0};
  struct watch w = {.out = out};
  struct stateless_run run = {.exec = stateful_new (p), .reduction = reduction_find ("dpor"), .all = true, .trial = way.trial,
                              .max_bytes = way.bytes, .complete = on_complete, .found = on_found, .livelock = on_livelock, .context = &w};
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
  *livelock = w.livelock;
  return !full;
}

/* ---- programs ---- */

static void
compare_random (unsigned long count, uint64_t seed, bool loops)
{
  enum { TABLE = 4096 };          /* what an empty graph takes */
  struct outcome all = {0}, found = {0};
  struct walk w = {.out = &all};
  struct toy_program p;
  unsigned long compared = 0, states = 0, kept = 0, cyclic = 0, again = 0, locked = 0;
  for (uint64_t i = 0; compared < count; i++) {
    struct toy_dice d = {.state = (seed + i) * 77};
    struct stats s, t;
    bool livelock, has_livelock;
    toy_random (&p, seed + i);
    if (loops)
      toy_add_loops (&p, &d);
    if (!all_outcomes (&w, &p))
      continue;
    compared++;
    search (&found, &p, (struct way) {0}, &s, &livelock);
    bool same = seen_equal (&all.ends, &found.ends) && seen_equal (&all.failures, &found.failures);
    if (!same && !check_broken) {
      printf ("program %llu, %zu ends of %zu, %zu failures of %zu\n", (unsigned long long) (seed + i), found.ends.count,
              all.ends.count, found.failures.count, all.failures.count);
      toy_print (&p);
    }
    HOLD (same);
    HOLD (s.states <= w.states);
    for (int way = 0; way < 2; way++) {
      struct way ways[] = {{.trial = 1}, {.bytes = TABLE + (s.store_bytes - TABLE) / 3}};
      while (!search (&found, &p, ways[way], &t, &has_livelock))
        ways[way].bytes += (ways[way].bytes - TABLE) / 4;
      HOLD (seen_equal (&all.ends, &found.ends) && seen_equal (&all.failures, &found.failures) && livelock == has_livelock);
      again += way && t.states > s.states;
    }
    states += w.states;
    kept += s.states;
    cyclic += !all.ends.count;
    locked += livelock;
  }
  printf ("%lu programs%s, %lu of them without an end, %lu with a livelock: %lu of %lu states; of %lu states were forgotten and met again\n",
          compared, loops ? " with loops" : "", cyclic, locked, kept, states, again);
  HOLD (again >= count / 8 || check_broken);
  free (all.ends.data), free (all.failures.data), free (found.ends.data), free (found.failures.data);
  free (w.met.table);
}

int
main (int argc, char **argv)
{
  unsigned long count = argc > 1 ? strtoul (argv[1], NULL, 10) : 3000;
  uint64_t seed = argc > 2 ? strtoull (argv[2], NULL, 10) : 1;
  compare_random (count, seed, false);
  CHECK_HELD ("terminal states and failures without loops");
  compare_random (count, seed, true);
  CHECK_HELD ("terminal states, failures and livelocks with endless loops");
  return check_end ();
}
