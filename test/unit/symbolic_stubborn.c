/* The reductions in the encoding. Figures 1 and 2 of the paper: which threads may run in the states that it discusses. And models on
 * which a mistake in the reduction would lose a violation: every engine and every strength of the reduction finds it. */
#include "check.h"
#include "circuit_parts.h"
#include "models.h"
#include "symbolic/circuit.h"
#include "symbolic/run.h"

#define LOCK(l) "atomic { " l " == 0 -> " l " = 1 }; "
#define UNLOCK(l) l " = 0; "

/* Each statement stays a step of its own: nothing is merged. */
static const char *const figure1 =
  "byte x, z, a, lk;"
  "active proctype T1 () { a = 0; " LOCK ("lk") "x = 1; " UNLOCK ("lk") "a = 4 }"
  "active proctype T2 () { z = 5; " LOCK ("lk") "x = 2; " UNLOCK ("lk") "x = 6 }";
static const char *const figure2 =
  "byte x, y, z, a, b, lk1, lk2;"
  "active proctype T1 () { a = 1; " LOCK ("lk1") LOCK ("lk2") "y = 1; " UNLOCK ("lk2") "x = 0; " UNLOCK ("lk1") "skip }"
  "active proctype T2 () { b = 0; " LOCK ("lk2") LOCK ("lk1") "z = 2; " UNLOCK ("lk1") "x = 1; " UNLOCK ("lk2") "skip }";

struct seat {
  struct pg *pg;
  struct ts *ts;
  struct circuit *c;
  struct layout layout;
  bool *value, *latch;
};

static void
seat_make (struct seat *s, const char *text, enum circuit_por por)
{
  struct diag diag = {.out = stderr};
  struct circuit_config config = {.one_hot = true, .por = por, .single = true};
  struct refusal refusal;
  s->pg = model_load (text);
  s->ts = vm_new (s->pg, &diag);
  layout_init (&s->layout, s->ts, vm_inspector (s->ts));
  s->c = circuit_new (s->pg, &s->layout, &config, &refusal);
  s->value = mem_zalloc (s->c->g.nodes.count);
  s->latch = mem_zalloc (s->c->latches.count + 1);
  for (size_t i = 0; i < s->c->latches.count; i++)
    s->latch[i] = s->c->latches.data[i].init;
}

static void
seat_release (struct seat *s)
{
  mem_free (s->value);
  mem_free (s->latch);
  circuit_free (s->c);
  layout_release (&s->layout);
  s->ts->class->free (s->ts);
  pg_free (s->pg);
}

static void
simulate (struct seat *s)
{
  for (size_t i = 0; i < s->c->latches.count; i++)
    s->value[lit_node (s->c->latches.data[i].now)] = s->latch[i];
  aig_simulate (&s->c->g, s->value);
}

/* The slot makes so many steps, whether the reduction lets it or not. */
static void
advance (struct seat *s, uint32_t slot, int steps)
{
  for (int n = 0; n < steps; n++) {
    simulate (s);
    for (size_t i = 0; i < s->c->steps.count; i++) {
      const struct step *t = &s->c->steps.data[i];
      if (t->slot != slot || !aig_value (s->value, t->enabled))
        continue;
      for (uint32_t k = 0; k < t->nchanges; k++)
        s->latch[t->changes[k].latch] = aig_value (s->value, t->changes[k].to);
      break;
    }
  }
  simulate (s);
}

/* Which of the two threads may run after so many steps of T1 and then of T2, or the other way round; bit 0: T1. */
enum { T1 = 1, T2 = 2, BOTH = 3 };

static unsigned
allowed (const char *text, enum circuit_por por, int first, int second, bool second_begins)
{
  struct seat s;
  seat_make (&s, text, por);
  if (second_begins)
    advance (&s, 1, second);
  advance (&s, 0, first);
  if (!second_begins)
    advance (&s, 1, second);
  unsigned set = aig_value (s.value, circuit_allows (s.c, 0)) | (unsigned) aig_value (s.value, circuit_allows (s.c, 1)) << 1;
  seat_release (&s);
  return set;
}

/* A lock is taken in one step (its atomic sequence cannot block in the middle), so 3a is reached with two, 6a of the second figure with five. */
static void
figures (void)
{
  CHECK (allowed (figure1, CIRCUIT_FULL, 2, 1, false) == BOTH);
  CHECK (allowed (figure1, CIRCUIT_STATIC, 2, 1, false) == BOTH);          /* 3a and 2b: 3b and 5b access x */
  CHECK (allowed (figure1, CIRCUIT_TRANSACTIONS, 2, 1, false) == T1);      /* but T2 needs lk first */
  CHECK (allowed (figure1, CIRCUIT_STATIC, 2, 0, false) == T2);            /* 3a and 1b: z is T2's own, 3a is not T1's */
  CHECK (allowed (figure1, CIRCUIT_TRANSACTIONS, 2, 0, false) == T1);
  CHECK (allowed (figure1, CIRCUIT_TRANSACTIONS, 2, 4, true) == BOTH);     /* 3a and 5b: nothing protects 5b */
  CHECK (allowed (figure2, CIRCUIT_STATIC, 5, 2, false) == BOTH);          /* 6a and 3b */
  CHECK (allowed (figure2, CIRCUIT_TRANSACTIONS, 5, 2, false) == T1);      /* T2 must take lk1 on its way to 6b */
  CHECK (allowed (figure2, CIRCUIT_STATIC, 5, 0, false) == T2);            /* 6a and 1b, as in the text */
  CHECK (allowed (figure2, CIRCUIT_TRANSACTIONS, 5, 0, false) == T1);
}

/* ---- verdicts ---- */

struct sample {
  const char *text, *invariant;
  enum verdict verdict;
};

static const struct sample samples[] = {
  /* P runs for ever and touches nothing: Q must not be forgotten */
  {"active proctype P () { byte l; do :: l = 1 - l od } active proctype Q () { assert (false) }", NULL, VERDICT_VIOLATION},
  {"byte x; active proctype P () { byte l; do :: l == 0 -> l = 1 :: l == 1 -> l = 0 od } active proctype Q () { x = 1; x = 2; assert (x == 1) }", NULL, VERDICT_VIOLATION},
  /* nobody ever lets P go on: a set of its own, with nothing to run */
  {"byte x; active proctype P () { end: (x == 5) } active proctype Q () { byte y; y++; y++; assert (y == 1) }", NULL, VERDICT_VIOLATION},
  /* Q has l and will take it again before it writes x: that does not keep P's look at x apart from it */
  {"byte x, l, a; active proctype P () { assert (x == 0) } active proctype Q () { " LOCK ("l") "a = 1; " UNLOCK ("l") LOCK ("l") "x = 1; " UNLOCK ("l") "skip }", NULL, VERDICT_VIOLATION},
  /* independent steps in both orders */
  {"byte x, y; active proctype P () { x = 1 } active proctype Q () { y = 1 }", "!(x == 0 && y == 1)", VERDICT_VIOLATION},
  {"byte x, y; active proctype P () { x = 1 } active proctype Q () { y = 1 }", "!(x == 2 && y == 1)", VERDICT_OK},
  {"byte x, l; active [2] proctype P () { " LOCK ("l") "x++; assert (x == 1); x--; " UNLOCK ("l") "skip }", NULL, VERDICT_OK},
  {"byte x, l; active [2] proctype P () { x++; " LOCK ("l") "assert (x == 1); x--; " UNLOCK ("l") "skip }", NULL, VERDICT_VIOLATION},
  {"byte a, b; active proctype P () { " LOCK ("a") LOCK ("b") UNLOCK ("b") UNLOCK ("a") "skip } active proctype Q () { " LOCK ("b") LOCK ("a") UNLOCK ("a") UNLOCK ("b") "skip }", NULL, VERDICT_VIOLATION},
  {"byte a, b; active [2] proctype P () { " LOCK ("a") LOCK ("b") UNLOCK ("b") UNLOCK ("a") "skip }", NULL, VERDICT_OK},
  {"chan c = [0] of { byte }; byte x; active proctype S () { c!1; x = 1 } active proctype R () { byte v; c?v; assert (x == 0) }", NULL, VERDICT_VIOLATION},
  {"byte n; proctype C () { n++ } init { run C (); run C (); (n == 2); assert (_nr_pr == 1) }", NULL, VERDICT_VIOLATION},
  /* taken on one of two ways, or by a process that ends with it: nobody certainly has it, and yet it is not 0 */
  {"byte l, x; active proctype P () { if :: " LOCK ("l") ":: skip fi; x = 1; x == 2; assert (l == 0) } active proctype Q () { x == 1; x = 2 }", NULL, VERDICT_VIOLATION},
  {"byte l, x; active proctype Q () { _nr_pr == 1; assert (l == 0) } active proctype P () { " LOCK ("l") "x = 1 }", NULL, VERDICT_VIOLATION},
  /* a guard that fails before it looks at the lock: whoever has the lock does not keep it from failing */
  {"byte x = 1, l; active proctype P () { " LOCK ("l") "x = 0; x = 1; " UNLOCK ("l") "skip } active proctype Q () { atomic { 2 / x == 2 && l == 0 -> l = 1 }; " UNLOCK ("l") "skip }", NULL, VERDICT_VIOLATION},
  /* joined steps: one that is blocked in the middle, for ever or until somebody else lets it go on; branches of a protected section */
  {"byte y; active proctype P () { byte a; a = 1; y == 1 }", NULL, VERDICT_VIOLATION},
  {"byte x, y, l; active proctype P () { " LOCK ("l") "x = 1; if :: y == 0 -> x = 2 :: y == 1 -> x = 3 fi; " UNLOCK ("l") "skip } active proctype Q () { " LOCK ("l") "y = 1; assert (x != 2); " UNLOCK ("l") "skip }", NULL, VERDICT_VIOLATION},
  {"byte x, y, l; active proctype P () { " LOCK ("l") "x = 1; if :: y == 0 -> x = 2 :: y == 1 -> x = 3 fi; " UNLOCK ("l") "skip } active proctype Q () { " LOCK ("l") "y = 1; assert (x != 1); " UNLOCK ("l") "skip }", NULL, VERDICT_OK},
  {"byte x, y, l; active proctype P () { " LOCK ("l") "x = 1; if :: y == 0 -> x = 2 :: y == 1 -> x = 3 fi; " UNLOCK ("l") "assert (x != 3) } active proctype Q () { " LOCK ("l") "y = 1; " UNLOCK ("l") "skip }", NULL, VERDICT_VIOLATION},
  /* a guard that takes a lock only sometimes is no lock */
  {"byte x, l; active proctype P () { " LOCK ("l") "x = 1; x = 0; " UNLOCK ("l") "skip } active proctype Q () { l = 0; " LOCK ("l") "assert (x == 0); " UNLOCK ("l") "skip }", NULL, VERDICT_VIOLATION},
};

static bool
holds (void *context, const uint32_t *state, struct fault *fault)
{
  struct { struct ts *ts; struct vm_expr e; } *i = context;
  fault->kind = FAULT_NONE;
  return vm_eval (i->ts, state, &i->e, fault) != 0;
}

static enum verdict
check (const struct sample *s, int engine, enum circuit_por por)
{
  struct diag diag = {.out = stderr};
  struct options options;
  struct result result = {0};
  struct refusal refusal;
  struct pg *pg = model_load (s->text);
  struct pg_expr *invariant = s->invariant ? promela_expression (pg, s->invariant, "invariant", &diag) : NULL;
  struct ts *ts = vm_new (pg, &diag);
  struct { struct ts *ts; struct vm_expr e; } i = {ts, {0}};
  if (invariant)
    i.e = vm_expr (ts, invariant);
  options_init (&options);
  options.max_depth = 40;
  struct symbolic_run run = {.pg = pg, .ts = ts, .inspector = vm_inspector (ts), .options = &options, .engine = engine, .por = por,
                             .invariant = invariant, .invariant_text = s->invariant, .invariant_holds = holds, .invariant_context = &i};
  bool done = symbolic_check (&run, &result, &refusal);
  enum verdict v = done ? result.verdict : VERDICT_UNKNOWN;
  result_release (&result);
  ts->class->free (ts);
  pg_free (pg);
  return v;
}

int
main (void)
{
  figures ();
  static const int engines[] = {ENGINE_BDD, ENGINE_BMC, ENGINE_IC3};
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    for (enum circuit_por por = CIRCUIT_FULL; por <= CIRCUIT_TRANSACTIONS; por++)
      for (int k = 0; k < 3; k++) {
        enum verdict v = check (&samples[i], engines[k], por);
        HOLD (v == samples[i].verdict || (v == VERDICT_UNKNOWN && samples[i].verdict == VERDICT_OK && engines[k] == ENGINE_BMC));
        if (check_broken)
          fprintf (stderr, "model %zu, engine %d, reduction %d: verdict %d\n", i, engines[k], (int) por, (int) v);
      }
    CHECK_HELD ("the verdict is the same with every engine and reduction");
  }
  return check_end ();
}
