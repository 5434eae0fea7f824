/* Shortening a finding's execution.
 *
 * Idea. Depth-first search finds long executions. A shortest one is found by another search, breadth-first and without
 * reduction, for that finding alone and only up to its known depth; for runs with a loop, without fairness, all lassos are
 * compared (lasso_shortest). If the model is too large for that, and for loops that must be fair, parts of the execution
 * are removed: from halves down to single steps, as in delta debugging. Then blocks of steps are moved next to other steps
 * of the same process. Every attempt is replayed (search_replay), and accepted only if it ends as the finding says.
 * Source. A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software
 * Engineering 28 (2002).
 * Where we differ. Besides removing steps, they are reordered.
 * Why that is sound. Only executions that were replayed are reported. */
#include "search/shorten.h"

#include <assert.h>
#include <string.h>

#include "search/liveness.h"
#include "store/store.h"

enum { STATES = 100000, STEPS = 200000 };    /* limits: states of the second search, steps of the replays */

/* Seconds for one finding. With a time limit it is small, because there may be many findings. */
static double
time_again (const struct options *o)
{
  return o->time > 0 && o->time < 10 ? o->time / 10 : 1;
}

static bool
is_end (enum finding_kind kind)
{
  return kind == FINDING_INVALID_END || kind == FINDING_DEADLOCK;
}

/* ---- searching again ---- */

/* Searches all states without reduction, if they are few enough. */
static void
search_shorter_lasso (struct search_run *again, struct options *o, struct finding *f)
{
  o->store = STORE_TREE;
  o->max_depth = 0;
  o->max_states = STATES;
  o->time = time_again (o);
  again->options = o;
  again->reduction = NULL;
  again->progress = NULL;
  again->terminal = NULL;
  liveness_shorten (again, f);
}

void
search_shortest (struct search_run *run, struct finding *f)
{
  struct options options = *run->options;
  struct search_run again = *run;
  struct result result = {0};
  if (f->nsteps < 2 || (f->loop_start >= 0 && !run->liveness))
    return;
  if (run->liveness) {
    search_shorter_lasso (&again, &options, f);
    return;
  }
  f->shortest = options.search == SEARCH_BFS;
  if (options.all && is_end (f->kind))
    return;                       /* another bad end may belong to another finding */
  if (f->shortest)
    return;
  options.search = SEARCH_BFS;
  options.store = STORE_TREE;
  options.all = false;
  options.max_depth = f->nsteps;
  options.max_states = STATES;
  options.time = time_again (&options);
  again.options = &options;
  again.reduction = NULL;
  again.progress = NULL;
  again.terminal = NULL;
  again.only = f;
  search_run (&again, &result);
  struct finding *g = result.findings.count ? &result.findings.data[0] : NULL;
  char why[200];
  if (g && g->nsteps <= f->nsteps && search_replay (run, g, why, sizeof why)) {
    struct finding longer = *f;
    *f = *g;
    *g = longer;
    f->shortest = true;
  }
  result_release (&result);
}

/* ---- removing and moving steps ---- */

struct step {
  trans_id trans;
  uint32_t pid;
};

struct tidy {
  struct search_run *run;
  struct finding *finding;
  struct step *steps, *tried;     /* room for all steps */
  size_t n, ntried;
  long loop;                      /* of the steps; of those that are tried */
  long tried_loop;
  uint32_t *end; uint32_t end_words;     /* the end state of a bad end */
  uint64_t budget;
};

/* Executes the steps; with `steps` records the process of each. Returns the last state, on the heap. */
static uint32_t *
execute (struct ts *ts, const trans_id *trans, size_t n, struct step *steps, uint32_t *words)
{
  uint32_t *state = mem_zalloc ((size_t) ts->max_words * 4), *next = mem_alloc ((size_t) ts->max_words * 4);
  struct fault fault = {.kind = FAULT_NONE};
  *words = ts->class->initial (ts, state, &fault);
  for (size_t i = 0; i < n; i++) {
    bool moves = trans_is_statement (trans[i]);
    struct step_info info = {0};
    if (steps && moves)
      ts->class->describe (ts, state, trans[i], &info);
    if (steps)
      steps[i] = (struct step) {trans[i], moves ? info.pid : UINT32_MAX};
    step_info_release (&info);
    if (trans[i] == TRANS_STUTTER)
      continue;
    *words = ts->class->step (ts, state, trans[i], next, &fault);
    memcpy (state, next, (size_t) *words * 4);
  }
  mem_free (next);
  return state;
}

static size_t
count_switches (const struct step *steps, size_t n)
{
  size_t switches = 0;
  for (size_t i = 1; i < n; i++)
    switches += steps[i].pid != steps[i - 1].pid;
  return switches;
}

/* Whether the attempt ends as the finding says; a bad end, in the same state. */
static bool
ends_the_same (struct tidy *t)
{
  struct finding f = *t->finding;
  char why[200];
  uint32_t words;
  if (t->budget < t->ntried)
    return false;
  t->budget -= t->ntried;
  f.steps = mem_alloc ((t->ntried + 1) * sizeof *f.steps);
  f.nsteps = t->ntried;
  f.loop_start = t->tried_loop;
  for (size_t i = 0; i < t->ntried; i++)
    f.steps[i] = t->tried[i].trans;
  bool good = search_replay (t->run, &f, why, sizeof why);
  if (good && is_end (f.kind)) {
    uint32_t *state = execute (t->run->ts, f.steps, f.nsteps, NULL, &words);
    good = words == t->end_words && !memcmp (state, t->end, (size_t) words * 4);
    mem_free (state);
  }
  mem_free (f.steps);
  return good;
}

static void
take_tried (struct tidy *t)
{
  struct step *old = t->steps;
  t->steps = t->tried;
  t->tried = old;
  t->n = t->ntried;
  t->loop = t->tried_loop;
}

/* Tries to remove steps `from` to `to`. Not a part that begins before the loop and ends in it, nor the whole loop. */
static bool
leave_out (struct tidy *t, size_t from, size_t to)
{
  bool in_loop = t->loop >= 0 && from >= (size_t) t->loop;
  if (t->loop >= 0 && ((!in_loop && to > (size_t) t->loop) || (in_loop && to - from >= t->n - (size_t) t->loop)))
    return false;
  t->ntried = t->n - (to - from);
  t->tried_loop = t->loop < 0 || in_loop ? t->loop : t->loop - (long) (to - from);
  memcpy (t->tried, t->steps, from * sizeof *t->steps);
  memcpy (t->tried + from, t->steps + to, (t->n - to) * sizeof *t->steps);
  if (!ends_the_same (t))
    return false;
  take_tried (t);
  return true;
}

static void
leave_out_parts (struct tidy *t)
{
  for (size_t size = t->n / 2; size; size /= 2)
    for (size_t i = 0; i + size <= t->n && t->budget >= t->n;)
      if (!leave_out (t, i, i + size))
        i += size > 1 ? size / 2 : 1;
}

/* Tries to move steps `from` to `to` before step `at`, or behind the steps up to it. */
static bool
move (struct tidy *t, size_t from, size_t to, size_t at)
{
  size_t k = 0;
  bool earlier = at < from;
  size_t first = earlier ? at : from, last = earlier ? to : at, split = earlier ? from : to;
  if (t->loop > (long) first && t->loop < (long) last)
    return false;
  memcpy (t->tried, t->steps, t->n * sizeof *t->steps);
  for (size_t i = split; i < last; i++)
    t->tried[first + k++] = t->steps[i];
  for (size_t i = first; i < split; i++)
    t->tried[first + k++] = t->steps[i];
  assert (first + k == last);
  t->ntried = t->n;
  t->tried_loop = t->loop;
  if (count_switches (t->tried, t->n) >= count_switches (t->steps, t->n) || !ends_the_same (t))
    return false;
  take_tried (t);
  return true;
}

/* Moves the block that begins at i to the previous block of its process, or to the next one. */
static bool
join_block (struct tidy *t, size_t i)
{
  size_t end = i + 1, before = i, after;
  while (end < t->n && t->steps[end].pid == t->steps[i].pid)
    end++;
  while (before && t->steps[before - 1].pid != t->steps[i].pid)
    before--;
  after = end;
  while (after < t->n && t->steps[after].pid != t->steps[i].pid)
    after++;
  return (before && before < i && move (t, i, end, before)) || (after > end && after < t->n && move (t, i, end, after));
}

static void
join_blocks (struct tidy *t)
{
  for (bool changed = true; changed && t->budget >= t->n;) {
    changed = false;
    for (size_t i = 0; i < t->n; i++)
      if ((!i || t->steps[i].pid != t->steps[i - 1].pid) && t->steps[i].pid != UINT32_MAX)
        changed |= join_block (t, i);
  }
}

void
search_tidy (struct search_run *run, struct finding *f)
{
  struct tidy t = {.run = run, .finding = f, .n = f->nsteps, .loop = f->loop_start, .budget = STEPS};
  if (f->nsteps < 2 || f->nsteps > STEPS)
    return;
  t.steps = mem_alloc (f->nsteps * sizeof *t.steps);
  t.tried = mem_alloc (f->nsteps * sizeof *t.tried);
  t.end = execute (run->ts, f->steps, f->nsteps, t.steps, &t.end_words);
  if (!f->shortest)
    leave_out_parts (&t);
  join_blocks (&t);
  assert (t.n <= f->nsteps && (t.loop < 0) == (f->loop_start < 0));
  for (size_t i = 0; i < t.n; i++)
    f->steps[i] = t.steps[i].trans;
  f->nsteps = t.n;
  f->loop_start = t.loop;
  mem_free (t.steps);
  mem_free (t.tried);
  mem_free (t.end);
}
