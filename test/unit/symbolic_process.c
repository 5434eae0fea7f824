/* An engine in a process of its own: its outcome comes back whole; one that does not stop is ended when the budget is spent, and one that
 * dies has proved nothing. */
#include <string.h>
#include <unistd.h>

#include "base/measure.h"
#include "check.h"
#include "symbolic/engine.h"

enum { STEPS = 50000, LONGEST = 60 };

static void
answer (const struct problem *p, struct outcome *o)
{
  *o = (struct outcome) {.kind = OUTCOME_PATH, .loop = 7, .depth = 3, .clauses = 9};
  for (uint64_t i = 0; i < 5; i++)
    p->note (p->context, &(struct progress_note) {i, 10 * i, 0});
  for (uint32_t i = 0; i < STEPS; i++) {
    VEC_PUSH (o->path, i * i);
    VEC_PUSH (o->inputs, i % 3 == 0);
  }
}

static void
prove (const struct problem *p, struct outcome *o)
{
  (void) p;
  *o = (struct outcome) {.kind = OUTCOME_PROVED, .loop = -1, .depth = 4};
}

static void
hang (const struct problem *p, struct outcome *o)
{
  *o = (struct outcome) {.kind = OUTCOME_PROVED};
  p->note (p->context, &(struct progress_note) {11, 12, 0});
  alarm (LONGEST);                /* only a test that fails takes so long */
  for (;;)
    pause ();
}

/* It never looks at the budget, and has always something to say. */
static void
chatter (const struct problem *p, struct outcome *o)
{
  *o = (struct outcome) {.kind = OUTCOME_PROVED};
  alarm (LONGEST);
  for (;;)
    p->note (p->context, &(struct progress_note) {1, 1, 0});
}

static void
die (const struct problem *p, struct outcome *o)
{
  (void) p;
  *o = (struct outcome) {.kind = OUTCOME_PROVED};
  _exit (0);
}

static void
fill (const struct problem *p, struct outcome *o)
{
  enum { BYTES = 64 << 20 };
  volatile char *much = mem_alloc (BYTES);
  for (size_t i = 0; i < BYTES; i += 512)
    much[i] = 1;
  hang (p, o);
}

static void
want_all (const struct problem *p, struct outcome *o)
{
  (void) p, (void) o;
  mem_out (1);
}

static void
count (void *context, const struct progress_note *n)
{
  *(uint64_t *) context += n->depth;
}

static struct outcome
ask (engine_fn *engine, struct budget *b, uint64_t *depths)
{
  struct outcome o;
  *depths = 0;
  engine_apart (engine, &(struct problem) {.budget = b, .note = count, .context = depths}, &o);
  return o;
}

static void
test_outcome (void)
{
  struct budget b = {.end = 0};
  uint64_t depths;
  struct outcome o = ask (answer, &b, &depths);
  CHECK (o.kind == OUTCOME_PATH && o.loop == 7 && o.depth == 3 && o.clauses == 9 && depths == 10);
  CHECK (o.path.count == STEPS && o.inputs.count == STEPS);
  for (uint32_t i = 0; i < o.path.count; i++)
    HOLD (o.path.data[i] == i * i && o.inputs.data[i] == (i % 3 == 0));
  CHECK_HELD ("a path comes back whole");
  outcome_release (&o);
  o = ask (prove, &b, &depths);
  CHECK (o.kind == OUTCOME_PROVED && o.loop == -1 && o.depth == 4 && !o.path.count && b.apart > 0);
}

static bool
is_unknown (engine_fn *engine, struct budget *b, const char *why)
{
  uint64_t depths;
  struct outcome o = ask (engine, b, &depths);
  bool good = o.kind == OUTCOME_UNKNOWN && !strcmp (o.reason, why) && !o.path.count;
  outcome_release (&o);
  return good;
}

static void
test_ends (void)
{
  static const char late[] = "not finished in time (--time)";
  volatile int interrupt = 1;
  double start = measure_seconds ();
  CHECK (is_unknown (hang, &(struct budget) {.end = start + 0.2}, late));
  CHECK (is_unknown (chatter, &(struct budget) {.end = measure_seconds () + 0.2}, late));
  CHECK (is_unknown (hang, &(struct budget) {.interrupt = &interrupt}, "interrupted"));
  CHECK (is_unknown (fill, &(struct budget) {.memory = 60 << 20}, "stopped at the limit on memory (--memory)"));
  CHECK (measure_seconds () - start < LONGEST / 2);
  CHECK (is_unknown (die, &(struct budget) {.end = 0}, "the engine's process has ended before it was done"));
  CHECK (is_unknown (want_all, &(struct budget) {.end = 0}, "out of memory"));
}

int
main (void)
{
  test_outcome ();
  test_ends ();
  return check_end ();
}
