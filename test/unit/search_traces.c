/* Every reduction against the enumeration of all interleavings, on random toy
 * programs: the same traces, ends and final states; optimal has
 * each trace once and nothing in vain. Known mistakes must be noticed. */
#include "check.h"
#include "search/stateless/traces.h"
#include "toy_random.h"

enum { MOST = 2000, STEPS = 64 };

/* What was seen: one number per execution, which says its trace, how it ended
 * and in which state. */
struct seen {
  uint64_t *data;
  size_t count, room;
};

static void
seen_add (struct seen *s, uint64_t what)
{
  if (s->count == s->room) {
    s->room = s->room ? 2 * s->room : 64;
    s->data = realloc (s->data, s->room * sizeof *s->data);
  }
  s->data[s->count++] = what;
}

static int
by_number (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

static void
seen_sort (struct seen *s)
{
  if (s->count)
    qsort (s->data, s->count, sizeof *s->data, by_number);
}

static void
seen_distinct (struct seen *s)
{
  seen_sort (s);
  size_t kept = 0;
  for (size_t i = 0; i < s->count; i++)
    if (!i || s->data[i] != s->data[i - 1])
      s->data[kept++] = s->data[i];
  s->count = kept;
}

static bool
seen_equal (const struct seen *a, const struct seen *b)
{
  return a->count == b->count && (!a->count || !memcmp (a->data, b->data, a->count * sizeof *a->data));
}

static uint64_t
mix (uint64_t h, uint64_t x)
{
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 32;
}

static uint64_t
execution_number (const struct toy_program *p, const struct stateless_step *steps, size_t n)
{
  struct traces scratch = {0};
  struct exec *e = toy_new (p);
  uint64_t hash = traces_number (&scratch, e, steps, n);
  traces_release (&scratch);
  const struct toy_state *s = &((struct toy *) e)->now;
  hash = mix (hash, exec_end (e));
  for (size_t t = 0; t < p->nthreads; t++)
    hash = mix (hash, s->threads[t].status * 256u + s->threads[t].pc);
  for (size_t v = 0; v < 4; v++)
    hash = mix (hash, (uint64_t) s->vars[v] + 10);
  exec_free (e);
  return hash;
}

/* All interleavings. False: too many. */
static bool
enumerate (const struct toy_program *p, struct exec *e, struct stateless_step *steps, size_t n, struct seen *to)
{
  bool any = false;
  for (thread_id t = 0; t < exec_threads (e); t++)
    for (uint32_t a = 0; exec_enabled (e, t) && a < exec_alternatives (e, t); a++) {
      struct exec_step step = {0};
      any = true;
      if (n == STEPS)
        return false;
      exec_step (e, t, a, &step);
      steps[n] = (struct stateless_step){.thread = t, .alternative = a};
      if (!enumerate (p, e, steps, n + 1, to))
        return false;
      exec_rewind (e, n);
    }
  if (!any)
    seen_add (to, execution_number (p, steps, n));
  return to->count < MOST;
}

struct watch {
  const struct toy_program *program;
  struct seen seen;
  uint64_t found;
};

static void
on_complete (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  struct watch *w = context;
  (void) end;
  seen_add (&w->seen, execution_number (w->program, steps, n));
}

static void
on_found (void *context, const struct exec_failure *failure, const struct stateless_step *steps, size_t n)
{
  (void) failure, (void) steps, (void) n;
  ((struct watch *) context)->found++;
}

struct configuration {
  const char *reduction;
  bool sleep;
  enum walk_mutant walk;
  enum history_mutant history;
};

static struct result
explore (const struct toy_program *p, const struct configuration *c, struct watch *w)
{
  *w = (struct watch){.program = p};
  struct stateless_run run = {
    .exec = toy_new (p), .reduction = reduction_find (c->reduction), .sleep = c->sleep, .all = true,
    .complete = on_complete, .found = on_found, .context = w, .walk_mutant = c->walk, .history_mutant = c->history,
    .max_executions = c->walk || c->history ? MOST : 20 * MOST,
  };
  struct result r = {0};
  stateless_run (&run, &r);
  exec_free (run.exec);
  result_release (&r);
  return r;
}

/* True: what the configuration saw is what there is. */
static bool
agrees (const struct toy_program *p, const struct configuration *c, const struct seen *all, bool fails)
{
  struct watch w;
  struct result r = explore (p, c, &w);
  bool optimal = !strcmp (c->reduction, "optimal");
  uint64_t ran = w.seen.count;
  bool good = r.exhaustive && r.stats.executions + r.stats.cut == ran && !!w.found == fails && r.errors == w.found;
  seen_distinct (&w.seen);
  good = good && seen_equal (&w.seen, all);
  if (optimal || (c->sleep && good))
    good = good && ran == all->count;
  if (optimal)
    good = good && !r.stats.blocked;
  free (w.seen.data);
  return good;
}

static const struct configuration sound[] = {
  {"none", false, 0, 0}, {"none", true, 0, 0}, {"dpor", false, 0, 0}, {"dpor", true, 0, 0},
  {"source", false, 0, 0}, {"source", true, 0, 0}, {"optimal", true, 0, 0},
};
enum { SOUND = sizeof sound / sizeof *sound };

static const struct configuration wrong[] = {
  {"optimal", true, WALK_NEVER_WAKES, 0}, {"source", true, WALK_NEVER_WAKES, 0},
  {"optimal", true, WALK_FIRST_RACE_ONLY, 0}, {"dpor", false, WALK_FIRST_RACE_ONLY, 0},
  {"optimal", true, WALK_ONE_ALTERNATIVE, 0}, {"none", false, WALK_ONE_ALTERNATIVE, 0},
  {"optimal", true, WALK_NEW_RACES_ONLY, 0},
  {"optimal", true, 0, HISTORY_LAST_READ_ONLY}, {"dpor", false, 0, HISTORY_LAST_READ_ONLY},
  {"optimal", true, 0, HISTORY_RELEASE_SILENT}, {"source", false, 0, HISTORY_RELEASE_SILENT},
  {"optimal", true, 0, HISTORY_RELEASE_OBSTACLE}, {"dpor", false, 0, HISTORY_RELEASE_OBSTACLE},
  {"optimal", true, 0, HISTORY_NO_PENDING}, {"dpor", false, 0, HISTORY_NO_PENDING},
  {"optimal", true, 0, HISTORY_NO_WITHDRAWN}, {"source", true, 0, HISTORY_NO_WITHDRAWN},
  {"optimal", true, 0, HISTORY_LATEST_ONLY}, {"optimal", true, 0, HISTORY_NO_CREATE},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

static unsigned caught[WRONG];

/* Small programs: everything is enumerated. */
static bool
check_enumerated (unsigned long seed)
{
  static struct toy_program p;
  struct stateless_step steps[STEPS];
  struct seen all = {0};
  struct watch w;
  toy_random (&p, seed);
  struct exec *e = toy_new (&p);
  bool few = enumerate (&p, e, steps, 0, &all);
  exec_free (e);
  seen_distinct (&all);
  if (few) {
    bool fails = explore (&p, &sound[0], &w).errors;
    free (w.seen.data);
    for (int c = 0; c < SOUND; c++) {
      bool good = agrees (&p, &sound[c], &all, fails);
      HOLD (good);
      if (!good && check_broken < 5) {
        printf ("seed %lu, %s, sleep %d: not the %zu traces of\n", seed, sound[c].reduction, sound[c].sleep, all.count);
        toy_print (&p);
      }
    }
    for (int c = 0; c < WRONG; c++)
      if (!caught[c] && !agrees (&p, &wrong[c], &all, fails))
        caught[c] = (unsigned) seed;
  }
  free (all.data);
  return few;
}

static uint64_t
executions (const struct toy_program *p, const struct configuration *c, uint64_t *blocked)
{
  struct stateless_run run = {
    .exec = toy_new (p), .reduction = reduction_find (c->reduction), .sleep = true, .all = true, .walk_mutant = c->walk,
    .history_mutant = c->history, .max_executions = c->walk || c->history ? MOST : 10 * MOST,
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
check_compared (unsigned long seed)
{
  static struct toy_program p;
  static const struct configuration source = {"source", true, 0, 0}, optimal = {"optimal", true, 0, 0};
  uint64_t blocked;
  toy_random (&p, seed);
  uint64_t traces = executions (&p, &source, &blocked);
  if (!traces)
    return;
  bool good = executions (&p, &optimal, &blocked) == traces && !blocked;
  HOLD (good);
  if (!good && check_broken < 5) {
    printf ("seed %lu: source and optimal differ\n", seed);
    toy_print (&p);
  }
  for (int c = 0; c < WRONG; c++)
    if (!caught[c] && !strcmp (wrong[c].reduction, "optimal") && (executions (&p, &wrong[c], &blocked) != traces || blocked))
      caught[c] = (unsigned) seed;
}

/* Programs of 'search_traces N': more of them. */
int
main (int argc, char **argv)
{
  static const unsigned long kept[] = {100855, 800800, 802276, 633, 208, 3686, 422, 648, 1126, 2409, 2881, 101038, 104513, 159306, 227870, 241728};
  unsigned long programs = argc > 1 ? strtoul (argv[1], NULL, 10) : 800;
  unsigned long first = argc > 2 ? strtoul (argv[2], NULL, 10) : 1, tried = 0;
  for (unsigned long seed = first; seed < first + programs; seed++)
    tried += check_enumerated (seed);
  CHECK_HELD ("each reduction has the traces of the enumeration");
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    check_compared (kept[i]);
  CHECK_HELD ("kept programs: source sets and wakeup trees come to the same number");
  for (unsigned long seed = first + 100000; seed < first + 100000 + 2 * programs; seed++)
    check_compared (seed);
  CHECK_HELD ("random programs: source sets and wakeup trees come to the same number");
  for (int c = 0; c < WRONG; c++) {
    CHECK (caught[c]);
    if (!caught[c] || argc > 1)
      printf ("%s with mistake %d/%d: %s %u\n", wrong[c].reduction, wrong[c].walk, wrong[c].history,
              caught[c] ? "noticed at" : "not noticed", caught[c]);
  }
  CHECK (tried > programs / 3);
  return check_end ();
}
