/* A model as a controlled execution under random calls (model/exec.h), against
 * what it promises: the same steps give the same execution, after whatever
 * rewinds and in a fresh one; independent steps commute and leave each other's
 * operation, enabledness and alternatives alone; looking changes nothing. */
#include "calls.h"
#include "check.h"
#include "models.h"
#include "reduce/exec_ts.h"

static const char *const models[] = {
  "byte x, y, z; active proctype A () { x = 1; y = x + 1; x = y } active proctype B () { y = 3; z = y } active proctype C () { z = 1; if :: z == 1 -> x = 5 :: x > 2 -> z = 4 fi }",
  "byte m, n; active [3] proctype P () { atomic { m == 0 -> m = 1 }; n++; m = 0; if :: n > 2 -> n = 0 :: n < 3 -> skip fi }",
  "chan q = [2] of { byte }; chan c = [1] of { byte }; byte g; active proctype S () { q!1; c!2; q!3 }"
  "active proctype T () { byte v; q?v; g = v } active proctype R () { byte v; c?v; g = g + v; q?v } active proctype L () { g < 9; len (q) < 2 }",
  "byte n; proctype C (byte v) { byte a[2]; a[v] = v + 1; n = n + a[v] } init { run C (0); run C (1); n++; n == 4 -> n = 0 }",
  "byte a[3], i; active proctype P () { a[i] = 1; i = 1; a[0]++ } active proctype Q () { a[1]++; a[2] = a[1] } active proctype R () { d_step { i = 2; i = 0 }; assert (a[2] < 2) }",
  "byte x, y; active proctype A () { x == 1 && y == 1; x = 2 } active proctype B () { x = 1; x = 0; x = 1 } active proctype C () { y = 1; y = 0; y = 1 } active proctype D () { if :: x -> y = y :: else -> x = x fi }",
  "byte x, y, a[3]; active proctype P () { byte i; atomic { x = 1; y = 2 }; atomic { i = 1; a[i] = 1 } } active proctype Q () { y = 3; a[1] = 2; y = a[1] } active proctype R () { a[0] = 1; a[2] = y }",
  "byte x; active proctype P () provided (x == 0) { byte l; l = 1; l = 2; l = 3 } active proctype Q () { x = 1; x = 0; x = 1; x = 0 }",
  "chan g = [1] of { chan }; active proctype P () { chan m = [1] of { byte }; m!1; g!m } active proctype Q () { chan c; byte v; g?c; if :: c?v :: len (c) == 0 fi }",
};

enum request { STEP, REWIND, FRESH, COMMUTE, LOOK };
enum { MAX_STEPS = 60, MAX_SEEN = 4096 };

static size_t model;              /* what a sequence runs on */
static bool polls;

struct taken {
  thread_id thread;
  uint32_t alternative;
};

/* All that can be seen of a state; `of` leaves the other threads out. */
struct seen {
  size_t n;
  uint64_t words[MAX_SEEN];
};

struct run {
  struct model_of { struct pg *pg; struct ts *ts; struct exec *e; } m, fresh;
  struct taken path[MAX_STEPS];
  size_t depth;
  struct seen at[MAX_STEPS + 1];
  bool known[MAX_STEPS + 1];
  bool tell;
};

#define REQUIRE(condition)                                              \
  do {                                                                  \
    if (!(condition)) {                                                 \
      if (r->tell)                                                      \
        fprintf (stderr, "does not hold: %s\n", #condition);            \
      return false;                                                     \
    }                                                                   \
  } while (0)

static struct model_of
open_model (void)
{
  struct diag diag = {.out = stderr};
  struct model_of m = {.pg = model_load (models[model])};
  struct exec_ts_config config = {.polls = polls, .locks = true, .cycles = true};
  m.ts = vm_new (m.pg, &diag);
  m.e = exec_ts_new (m.pg, m.ts, vm_inspector (m.ts), &config, &diag);
  return m;
}

static void
close_model (struct model_of *m)
{
  exec_free (m->e);
  m->ts->class->free (m->ts);
  pg_free (m->pg);
}

static void
see (struct seen *s, uint64_t word)
{
  if (s->n < MAX_SEEN)
    s->words[s->n++] = word;
}

static void
see_op (struct seen *s, const struct op *op)
{
  see (s, op ? op->place : UINT64_MAX);
  if (!op)
    return;
  see (s, op->kind | (uint64_t) op->count << 32);
  see (s, op->conditional | op->guarded << 1 | op->harmless << 2);
  for (uint32_t i = 0; i < op->count; i++) {
    see (s, op->access[i].object);
    see (s, op->access[i].mask | op->access[i].how << 8);
  }
}

static void
see_thread (struct seen *s, struct exec *e, thread_id t)
{
  const struct op *op = exec_next (e, t);
  bool enabled = op && exec_enabled (e, t);
  see_op (s, op);
  see (s, enabled ? 1 + exec_alternatives (e, t) : 0);
}

static struct seen
look (struct exec *e)
{
  struct seen s = {0};
  size_t words;
  const uint32_t *state = exec_state (e, &words);
  for (size_t i = 0; i < words; i++)
    see (&s, state[i]);
  for (thread_id t = 0; t < exec_threads (e); t++)
    if (exec_next (e, t)) {       /* numbers in use never get fewer */
      see (&s, t);
      see_thread (&s, e, t);
    }
  return s;
}

static bool
same (const struct seen *a, const struct seen *b)
{
  return a->n == b->n && !memcmp (a->words, b->words, a->n * sizeof *a->words);
}

/* The k-th enabled thread, or NONE. */
#define NONE UINT32_MAX
static thread_id
enabled_thread (struct exec *e, uint32_t k)
{
  uint32_t n = 0;
  thread_id found[64];
  for (thread_id t = 0; t < exec_threads (e); t++)
    if (exec_next (e, t) && exec_enabled (e, t))
      found[n++] = t;
  return n ? found[k % n] : NONE;
}

static enum exec_outcome
take (struct exec *e, struct taken t)
{
  struct exec_step step = {0};
  return exec_step (e, t.thread, t.alternative, &step);
}

/* One more step, which shows what it showed before. */
static bool
do_step (struct run *r, uint32_t which, uint32_t way)
{
  struct exec *e = r->m.e;
  thread_id t = enabled_thread (e, which);
  if (t == NONE || r->depth == MAX_STEPS)
    return true;
  struct taken taken = {t, way % exec_alternatives (e, t)};
  bool again = r->known[r->depth + 1] && r->path[r->depth].thread == taken.thread && r->path[r->depth].alternative == taken.alternative;
  r->path[r->depth++] = taken;
  take (e, taken);
  struct seen now = look (e);
  REQUIRE (!again || same (&now, &r->at[r->depth]));
  if (!again)
    for (size_t d = r->depth + 1; d <= MAX_STEPS; d++)
      r->known[d] = false;
  r->at[r->depth] = now;
  r->known[r->depth] = true;
  return true;
}

static bool
do_rewind (struct run *r, uint32_t to)
{
  r->depth = to % (r->depth + 1);
  exec_rewind (r->m.e, r->depth);
  struct seen now = look (r->m.e);
  REQUIRE (same (&now, &r->at[r->depth]));
  return true;
}

/* Another execution, made anew and led along the same steps. */
static bool
do_fresh (struct run *r)
{
  r->fresh = open_model ();
  for (size_t d = 0; d < r->depth; d++)
    take (r->fresh.e, r->path[d]);
  struct seen now = look (r->fresh.e);
  close_model (&r->fresh);
  REQUIRE (same (&now, &r->at[r->depth]));
  return true;
}

/* Two steps of different threads, in both orders. Independent ones lead to one
 * state, and neither changes what can be said of the other. */
static bool
do_commute (struct run *r, uint32_t one, uint32_t other, uint32_t way)
{
  struct exec *e = r->m.e;
  thread_id a = enabled_thread (e, one), b = enabled_thread (e, other);
  if (a == NONE || a == b)
    return true;
  struct taken ta = {a, way % exec_alternatives (e, a)}, tb = {b, way % exec_alternatives (e, b)};
  if (op_dependent (exec_next (e, a), exec_next (e, b)))
    return true;
  struct seen before_a = {0}, before_b = {0}, after_a = {0}, after_b = {0};
  see_thread (&before_a, e, a), see_thread (&before_b, e, b);
  enum exec_outcome first = take (e, ta);
  see_thread (&after_b, e, b);
  enum exec_outcome second = take (e, tb);
  struct seen ab = look (e);
  exec_rewind (e, r->depth);
  enum exec_outcome second_first = take (e, tb);
  see_thread (&after_a, e, a);
  enum exec_outcome first_second = take (e, ta);
  struct seen ba = look (e);
  exec_rewind (e, r->depth);
  REQUIRE (same (&before_a, &after_a) && same (&before_b, &after_b));
  REQUIRE (first == first_second && second == second_first);
  REQUIRE (same (&ab, &ba));
  return true;
}

static bool
do_call (struct run *r, const struct call *c)
{
  switch (c->op) {
  case STEP: return do_step (r, c->arg[0], c->arg[1]);
  case REWIND: return do_rewind (r, c->arg[0]);
  case FRESH: return do_fresh (r);
  case COMMUTE: return do_commute (r, c->arg[0], c->arg[1], c->arg[2]);
  default: {
    struct seen now = look (r->m.e);
    REQUIRE (same (&now, &r->at[r->depth]));
    return true;
  }
  }
}

static bool
run (const struct calls *calls, bool tell)
{
  static struct run run;
  run = (struct run) {.m = open_model (), .tell = tell};
  run.at[0] = look (run.m.e);
  run.known[0] = true;
  bool good = true;
  for (size_t i = 0; i < calls->count && good; i++)
    good = do_call (&run, &calls->data[i]);
  close_model (&run.m);
  return good;
}

static void
draw (struct calls *calls, uint64_t seed)
{
  for (uint32_t n = 30 + calls_draw (&seed, 150); n-- > 0;) {
    uint32_t what = calls_draw (&seed, 40);
    enum request op = what < 20 ? STEP : what < 26 ? REWIND : what < 28 ? FRESH : what < 38 ? COMMUTE : LOOK;
    VEC_PUSH (*calls, (struct call) {op, {calls_draw (&seed, 60), calls_draw (&seed, 8), calls_draw (&seed, 4)}});
  }
}

static void
print (const struct call *c, FILE *out)
{
  static const char *const name[] = {"step", "rewind", "fresh", "commute", "look"};
  fprintf (out, "  %s %u %u %u\n", name[c->op], c->arg[0], c->arg[1], c->arg[2]);
}

static const struct tester tester = {draw, run, print};

/* A planted mistake is found, and the sequence that shows it gets short. */
static void
test_shrinking (void)
{
#ifdef MUTANTS
  enum mutant before = mutant_chosen;
  model = 6;
  mutant_chosen = MUTANT_reduce_footprint_first_edge;
  size_t left = calls_test (&tester, 1, 80, true);
  mutant_chosen = before;
  if (!left || left > 4)
    fprintf (stderr, "%zu calls are left\n", left);
  CHECK (left && left <= 4);
#endif
}

int
main (void)
{
  test_shrinking ();
  for (int i = 0; i < 2; i++) {
    polls = i;
    for (model = 0; model < sizeof models / sizeof *models; model++)
      CHECK (calls_test (&tester, 1, 80, false) == 0);
  }
  return check_end ();
}
