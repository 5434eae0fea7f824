/* Idea. A counterexample of a C program as a model is a schedule: a sequence of threads, each at a place in the source. The
 * program is built and run by this schedule: the thread of the next step runs until it has executed the operation at that
 * place.
 * Source. None; docs/symbolic.md describes the output.
 * Where we differ. The program's steps are not those of the model: the model has steps for plain accesses, the program has
 * steps for starts and ends of threads. A step that reads or writes counts as plain if its thread is not at its line. The
 * program is run once for each step, to find the positions of all threads.
 * Why that is sound. Nothing is claimed unless the program itself fails in the same way; a schedule that it cannot follow
 * only costs a message. */
#include "cli/native_schedule.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/words.h"
#include "cli/program.h"
#include "cli/values.h"
#include "native/wire_objects.h"
#include "native/wire_story.h"

enum { PATIENCE = 40 };           /* limit on operations of the program that are not steps of the model */

struct follower {
  const struct native_schedule *f;
  struct options options;
  char nondet[WIRE_VALUES * 24];  /* input values: those of the options, and of the steps */
  struct program program;
  VEC (struct wire_choice) taken;
  VEC (uint32_t) native;          /* by the story's thread: its number in the program; STORY_NONE: not created yet */
  uint32_t nthreads;
  struct finding now;             /* positions of all threads after the steps in `taken` */
  bool failed;                    /* the last step is in `taken`, and the program failed with it */
  char *why;
  size_t room;
};

/* ---- running the program ---- */

static const char stopped[] = "stopped here";

/* Runs the steps in `taken`; false: impossible. `on`: continues with any steps. */
static bool
look (struct follower *x, bool on)
{
  struct supervise s;
  struct wire_log log;
  finding_release (&x->now);
  x->now = (struct finding) {0};
  if (!program_orders (&x->program, &x->options, &s))
    return false;
  s.orders.stops = !on;
  enum supervise_end end = program_steer (&s, x->taken.data, x->taken.count, &log, x->why, x->room);
  if (end == SUPERVISE_DONE && !log.findings.count && !(log.reason && *log.reason))
    snprintf (x->why, x->room, "the program ends");
  struct symbols *symbols = wire_log_symbols (&log);
  for (size_t i = 0; i < log.findings.count && !x->failed; i++) {
    finding_release (&x->now);
    x->now = wire_story_finding (symbols, &log.findings.data[i]);
    x->failed = strcmp (x->now.message, stopped);
  }
  symbols_free (symbols);
  wire_log_release (&log);
  return x->now.message;
}

static bool
take (struct follower *x, uint32_t thread, uint32_t alternative)
{
  enum { MOST = 5000 };
  VEC_PUSH (x->taken, ((struct wire_choice) {thread, alternative}));
  if (x->taken.count > MOST)
    snprintf (x->why, x->room, "more than %d steps", MOST);
  return x->taken.count <= MOST && look (x, false);
}

static bool
has_begun (const struct follower *x, uint32_t thread)
{
  for (size_t i = 0; i < x->taken.count; i++)
    if (x->taken.data[i].thread == thread)
      return true;
  return false;
}

static bool
stands_at (const struct follower *x, uint32_t thread, const struct pos *pos)
{
  if (thread >= x->now.story->threads.count || !x->now.story->threads.data[thread].stack.count)
    return false;
  const struct pos *at = &x->now.story->threads.data[thread].stack.frames[0].pos;
  return at->file && pos->file && at->line == pos->line && !strcmp (path_name (at->file), path_name (pos->file));
}

/* ---- one step ---- */

/* The edge of the model's step, or NULL. */
static const struct pg_edge *
edge_of (const struct native_schedule *f, const struct story_step *s, const struct pg_proc **p)
{
  assert (s->index < f->finding->nsteps);
  trans_id t = f->finding->steps[s->index];
  if (!trans_is_statement (t) || trans_pid (t) >= f->pg->nstarts)
    return NULL;
  *p = &f->pg->procs[f->pg->starts[trans_pid (t)]];
  return trans_edge (t) < (*p)->nedges ? &(*p)->edges[trans_edge (t)] : NULL;
}

static bool
value_of (const struct native_schedule *f, const struct story_step *s, int64_t *value)
{
  const struct pg_proc *p;
  const struct pg_edge *e = edge_of (f, s, &p);
  bool chosen = e && e->note && e->note->kind == SYNC_CHOOSE && e->note->element != PG_ALL;
  if (!e || (e->ninputs != 1 && !chosen))
    return false;
  *value = chosen ? e->note->element : (int64_t) e->inputs[0];
  return true;
}

/* The value returned by the program's last step. */
static bool
last_value_is (const struct follower *x, int64_t value)
{
  const struct story *s = x->now.story;
  for (size_t i = s->steps.count; i-- > 0;)
    if (!s->steps.data[i].is_access)
      return s->steps.data[i].value && (int32_t) strtoll (s->steps.data[i].value, NULL, 0) == (int32_t) value;
  return false;
}

/* The alternative with the step's value: its index in the list of values, or a number below a bound (mz_choose). */
static bool
choose (struct follower *x, uint32_t thread, const struct story_step *s)
{
  int64_t value = 0, list[WIRE_VALUES];
  uint32_t n = 0, which = 0;
  if (!value_of (x->f, s, &value) || !values_parse (x->options.nondet, list, WIRE_VALUES, &n))
    return take (x, thread, 0);
  while (which < n && list[which] != value)
    which++;
  assert (x->now.message && !x->failed);
  if (which < n && (!take (x, thread, which) || x->failed || last_value_is (x, value)))
    return x->now.message;
  x->taken.count -= which < n;
  return take (x, thread, (uint32_t) value);
}

/* Certainly an operation of the program; other steps may be or not: plain accesses, and computations. */
static bool
is_operation (const char *word)
{
  static const char *const certain[] = {"update", "lock", "trylock", "unlock", "rdlock", "create", "join", "wait", "woken", "signal", "broadcast",
                                        "barrier", "sem_wait", "sem_post", "choose", NULL};
  return word_is_in (word, certain);
}

static uint32_t
thread_named (const struct follower *x, const char *name)
{
  const struct story *s = x->f->story;
  for (uint32_t i = 0; i < s->threads.count; i++)
    if (!strcmp (s->threads.data[i].name, name))
      return i;
  return STORY_NONE;
}

/* The joined thread has ended: in the model together with the step before. */
static bool
run_to_end (struct follower *x, uint32_t thread)
{
  for (int i = 0; i < PATIENCE && thread < x->now.story->threads.count && x->now.story->threads.data[thread].is_alive; i++)
    if (!take (x, thread, 0) || x->failed)
      return false;
  return true;
}

/* The thread is where the model's step begins. */
static bool
is_there (const struct follower *x, uint32_t thread, const struct story_step *s)
{
  const struct pg_proc *p;
  const struct pg_edge *e = edge_of (x->f, s, &p);
  return stands_at (x, thread, &s->pos) || (e && stands_at (x, thread, &p->locs[e->src].pos));
}

/* The program's last step was a plain access: with --allow-races these are its steps, too. */
static bool
last_is_access (const struct follower *x)
{
  const struct story *s = x->now.story;
  for (size_t i = s->steps.count; i-- > 0;)
    if (!s->steps.data[i].is_access)
      return !strcmp (s->steps.data[i].op, "read") || !strcmp (s->steps.data[i].op, "write");
  return false;
}

/* The thread is at the operation, or before it in the same line, at accesses to its arguments. */
static bool
make_operation (struct follower *x, uint32_t thread, const struct story_step *s)
{
  bool done = take (x, thread, 0);
  for (int i = 0; i < PATIENCE && done && !x->failed && is_operation (s->op) && last_is_access (x) && is_there (x, thread, s); i++)
    done = take (x, thread, 0);
  return done;
}

/* Executes the thread's operation; false: impossible, or the program has failed. */
static bool
follow_step (struct follower *x, const struct story_step *s)
{
  uint32_t thread = x->native.data[s->thread];
  if (thread == STORY_NONE) {
    snprintf (x->why, x->room, "%s was not created yet", x->f->story->threads.data[s->thread].name);
    return false;
  }
  if (!has_begun (x, thread) && !take (x, thread, 0))
    return false;
  if (!strcmp (s->op, "start"))
    return !x->failed;
  for (int i = 0; i < PATIENCE && !x->failed && !is_there (x, thread, s); i++) {
    if (!is_operation (s->op))
      return true;                /* executed with the operation before */
    if (!take (x, thread, 0))
      return false;
  }
  if (x->failed)
    return false;
  if (!is_there (x, thread, s)) {
    snprintf (x->why, x->room, "the thread does not come to line %d", s->pos.line);
    return false;
  }
  uint32_t other = s->object ? thread_named (x, s->object) : STORY_NONE;
  if (!strcmp (s->op, "create") && other != STORY_NONE)
    x->native.data[other] = ++x->nthreads;
  if (!strcmp (s->op, "join") && other != STORY_NONE && !run_to_end (x, x->native.data[other]))
    return false;
  return (!strcmp (s->op, "choose") ? choose (x, thread, s) : make_operation (x, thread, s)) && !x->failed;
}

/* ---- the whole schedule ---- */

/* The same error: of the same kind, and at the same line if both have one. */
static bool
is_same (const struct finding *a, const struct finding *b)
{
  return a->kind == b->kind && (!a->pos.file || !b->pos.file || a->pos.line == b->pos.line || a->kind == FINDING_DATA_RACE);
}

/* Reports where the program could not follow. */
static void
explain (struct follower *x, const struct story_step *s)
{
  char what[160];
  snprintf (what, sizeof what, "%s", x->why);
  snprintf (x->why, x->room, "at %s of %s in line %d: %s", s->op, x->f->story->threads.data[s->thread].name, s->pos.line, what);
}

static bool
follow_all (struct follower *x)
{
  const struct story *story = x->f->story;
  for (size_t i = 0; i < story->threads.count; i++)
    VEC_PUSH (x->native, i ? STORY_NONE : 0);
  if (!look (x, false))
    return false;
  for (size_t i = 0; i < story->steps.count && !x->failed; i++)
    if (!follow_step (x, &story->steps.data[i]) && !x->failed) {
      explain (x, &story->steps.data[i]);
      return false;
    }
  if (!x->failed && (!look (x, true) || !x->failed))
    return false;
  if (!is_same (&x->now, x->f->finding)) {
    snprintf (x->why, x->room, "it ends differently: %.120s", x->now.message);
    return false;
  }
  return true;
}

/* Adds the input values of the steps to those given to the program. */
static void
add_values (struct follower *x)
{
  const struct story *s = x->f->story;
  int64_t value;
  size_t n = (size_t) snprintf (x->nondet, sizeof x->nondet, "%s", x->options.nondet ? x->options.nondet : "0,1");
  for (size_t i = 0; i < s->steps.count && n + 24 < sizeof x->nondet / 2; i++)
    if (value_of (x->f, &s->steps.data[i], &value))
      n += (size_t) snprintf (x->nondet + n, sizeof x->nondet - n, ",%lld", (long long) value);
  x->options.nondet = n < sizeof x->nondet ? x->nondet : x->options.nondet;
}

void
native_schedule_report (const struct native_schedule *f, const struct options *o, FILE *out)
{
  char why[200] = "";
  struct follower x = {.f = f, .options = *o, .why = why, .room = sizeof why};
  add_values (&x);
  struct diag diag = {.out = stderr};
  if (!program_open (&x.program, &f->file, 1, NULL, 0, o, &diag))
    fprintf (out, "the program itself was not run with this schedule: it cannot be built\n");
  else if (follow_all (&x))
    fprintf (out, "run with this schedule, the program itself fails in the same way: %s\n", x.now.message);
  else
    fprintf (out, "run with this schedule, the program itself does not fail in this way: %s\n", why);
  finding_release (&x.now);
  program_close (&x.program);
  VEC_FREE (x.taken);
  VEC_FREE (x.native);
}
