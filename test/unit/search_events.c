/* Bounds on events: with a bound of N every event that at most N happen before,
 * itself among them, is met by every reduction, as it is among all interleavings of
 * at most N steps; and so is every end. On random toy programs, endless loops among them.
 *
 *     search_events [PROGRAMS [FIRST]] */
#include <stdlib.h>
#include <string.h>

#define TOY_SMALL
#include "check.h"
#include "base/distinct.h"
#include "search/stateless/stateless.h"
#include "toy_kinds.h"
#include "toy_loops.h"
#include "toy_oracle.h"

enum { MOST_PREFIXES = 3000, LEAST = 4, BOUNDS = 4, MOST_EXECUTIONS = 1000 };

/* ---- a toy that notes each event with what happens before it ---- */

static struct history history;
static const struct exec_class *plain_class;
static struct exec_class noting_class;
static struct seen *events;       /* where they are noted */
static uint64_t bound;

static uint64_t
event_number (uint32_t i)
{
  const struct event *e = &history.events.data[i];
  uint64_t n = toy_mix (toy_mix (e->thread, e->ordinal), e->alternative);
  for (thread_id t = 0; t < history.threads.count; t++) {
    int32_t last = history_clock (&history, i)[t];
    if (last)
      n = toy_mix (n, toy_mix (t, history.events.data[last - 1].ordinal));
  }
  return n;
}

/* Of the events that happen before the last one, or of all. */
static uint64_t
past_number (bool all)
{
  uint32_t last = (uint32_t) history.events.count - 1;
  uint64_t n = 0;
  for (uint32_t i = 0; i < history.events.count; i++)
    if (all || i == last || history_before (&history, i, last))
      n += event_number (i);
  return n;
}

static enum exec_outcome
noting_step (struct exec *x, thread_id t, uint32_t alternative, struct exec_step *out)
{
  history_threads (&history, exec_threads (x));
  struct event e = {.thread = t, .alternative = alternative, .alternatives = exec_alternatives (x, t)};
  e.announced = ops_intern (&history.ops, exec_next (x, t));
  bool conditional = exec_next (x, t)->conditional;
  enum exec_outcome outcome = plain_class->step (x, t, alternative, out);
  struct op op = out->op;
  op.conditional = false;
  e.op = conditional ? ops_intern (&history.ops, &op) : e.announced;
  history_push (&history, &e, out);
  uint32_t last = (uint32_t) history.events.count - 1;
  if (history_past (&history, last) <= bound)
    seen_add (events, toy_mix (past_number (false), outcome));
  return outcome;
}

static void
noting_rewind (struct exec *x, size_t depth)
{
  history_pop (&history, depth < history.events.count ? depth : history.events.count);
  plain_class->rewind (x, depth);
}

static struct exec *
noting_new (const struct toy_program *p)
{
  struct exec *e = toy_new (p);
  history_release (&history);
  history_init (&history);
  history.quiet = true;
  plain_class = e->class;
  noting_class = *plain_class;
  noting_class.step = noting_step;
  noting_class.rewind = noting_rewind;
  e->class = &noting_class;
  return e;
}

/* ---- all interleavings ---- */

struct outcome { struct seen events, ends; };
static struct number_set met;
static size_t prefixes;

static bool
go_on (struct outcome *out, struct toy *e)
{
  size_t n = e->depth;
  bool any = false;
  uint64_t number = past_number (true);
  if (!number_set_add (&met, number ? number : 1))
    return true;
  if (++prefixes > MOST_PREFIXES)
    return false;
  for (thread_id t = 0; t < e->nthreads; t++)
    for (uint32_t a = 0; exec_enabled (&e->exec, t) && a < exec_alternatives (&e->exec, t); a++) {
      struct exec_step step = {0};
      any = true;
      if (n == bound)
        break;
      exec_step (&e->exec, t, a, &step);
      if (!go_on (out, e))
        return false;
      exec_rewind (&e->exec, n);
    }
  if (!any)
    seen_add (&out->ends, number);
  return true;
}

static void
sort_out (struct outcome *out)
{
  seen_distinct (&out->events);
  seen_distinct (&out->ends);
}

static bool
enumerate (struct outcome *out, const struct toy_program *p)
{
  struct exec *e = noting_new (p);
  out->events.count = out->ends.count = prefixes = 0;
  events = &out->events;
  number_set_clear (&met);
  bool few = go_on (out, (struct toy *) e);
  exec_free (e);
  sort_out (out);
  return few;
}

/* ---- what a reduction explores ---- */

static void
on_complete (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  struct outcome *out = context;
  (void) end, (void) steps;
  assert (n == history.events.count);
  if (n <= bound)
    seen_add (&out->ends, past_number (true));
}

/* False: there are too many executions. */
static bool
explore (struct outcome *out, const struct toy_program *p, const char *name, bool sleep)
{
  struct result r = {0};
  struct stateless_run run = {.exec = noting_new (p), .reduction = reduction_find (name), .sleep = sleep, .all = true,
                              .max_events = bound, .max_executions = MOST_EXECUTIONS, .complete = on_complete, .context = out};
  out->events.count = out->ends.count = 0;
  events = &out->events;
  stateless_run (&run, &r);
  HOLD (r.verdict != VERDICT_OK || r.exhaustive);
  bool few = !strstr (r.reason, "--executions");
  HOLD (r.exhaustive || !few || r.errors || strstr (r.reason, "--max-events"));
  exec_free (run.exec);
  result_release (&r);
  sort_out (out);
  return few;
}

static const struct { const char *name; bool sleep; } configs[] = {
  {"none", true}, {"none", false}, {"dpor", true}, {"dpor", false}, {"source", true}, {"source", false}, {"optimal", true}, {"bounded", false},
};

static struct outcome all, found;
static unsigned long compared, endless, noted, many;

static bool
has_all (const struct seen *more, const struct seen *less)
{
  size_t k = 0;
  for (size_t i = 0; i < more->count; i++)
    k += k < less->count && more->data[i] == less->data[k];
  return k == less->count;
}

/* The end of the whole program happens after everything else, though its clock does not say so: there may be more. */
static bool
same_outcome (const struct toy_program *p)
{
  bool exits = false;
  for (size_t t = 0; t < p->nthreads; t++)
    for (size_t i = 0; i < p->length[t]; i++)
      exits |= p->code[t][i].kind == TOY_EXIT;
  return has_all (&found.events, &all.events) && has_all (&found.ends, &all.ends) && (exits || found.events.count == all.events.count);
}

static void
compare (const struct toy_program *p, uint64_t number)
{
  for (bound = LEAST + number % BOUNDS; !enumerate (&all, p); bound--)
    if (bound == 1)
      return;
  compared++;
  noted += all.events.count;
  endless += !all.ends.count;
  for (size_t c = 0; c < sizeof configs / sizeof *configs && !check_broken; c++) {
    if (!explore (&found, p, configs[c].name, configs[c].sleep)) {
      many++;
      continue;
    }
    HOLD (same_outcome (p));
    if (same_outcome (p))
      continue;
    printf ("program %llu, %s%s, %llu events: %zu of %zu events, %zu of %zu ends\n", (unsigned long long) number, configs[c].name,
            configs[c].sleep ? " with sleep sets" : "", (unsigned long long) bound, found.events.count, all.events.count,
            found.ends.count, all.ends.count);
    toy_print (p);
  }
}

int
main (int argc, char **argv)
{
  static struct toy_program p;
  unsigned long count = argc > 1 ? strtoul (argv[1], NULL, 10) : 350;
  unsigned long first = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  history_init (&history);
  for (unsigned long i = first; i < first + count && !check_broken; i++) {
    struct toy_dice d = {.state = i * 77};
    toy_random (&p, i);
    toy_add_loops (&p, &d);
    compare (&p, i);
    toy_random_kinds (&p, i);
    toy_add_loops (&p, &d);
    compare (&p, i);
  }
  CHECK_HELD ("within a bound on events every reduction meets what there is");
  CHECK (check_failed || count < 350 || (compared >= 700 && endless > compared / 8));
  printf ("%lu programs, %lu without an end within the bound, %lu events; %lu comparisons too large\n", compared, endless, noted, many);
  free (all.events.data), free (all.ends.data), free (found.events.data), free (found.ends.data);
  free (met.table);
  history_release (&history);
  return check_end ();
}
