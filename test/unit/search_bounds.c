/* Every bound, in every search of a model: what was cut short is unknown, says
 * why, and is never ok; a bound that is not reached changes nothing. */
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "ltl/ltl.h"
#include "search/liveness.h"
#include "store/store.h"

/* ---- a line of states, each reached by the one before ---- */

enum { LENGTH = 5000 };

struct line {
  struct ts ts;
  uint32_t length;
  uint32_t fails, fault;          /* the step to this state fails, with this kind; 0: none does */
  uint32_t sleeps;                /* the step to this state takes more than half a second */
  bool atomic;                    /* all steps are one atomic sequence that never ends */
};

static uint32_t
line_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  (void) ts;
  out[0] = out[1] = 0;
  fault->kind = FAULT_NONE;
  return 2;
}

static void
line_enabled (struct ts *ts, const uint32_t *s, struct trans_list *list)
{
  const struct line *l = (struct line *) ts;
  if (s[1] + 1 < l->length)
    VEC_PUSH (*list, trans_of (0, 0));
  else if (l->atomic)
    VEC_PUSH (*list, TRANS_RELEASE);
}

static uint32_t
line_step (struct ts *ts, const uint32_t *s, trans_id t, uint32_t *out, struct fault *fault)
{
  const struct line *l = (struct line *) ts;
  out[1] = t == TRANS_RELEASE ? s[1] : s[1] + 1;
  out[0] = l->atomic && t != TRANS_RELEASE ? 1u << 24 : 0;
  fault->kind = FAULT_NONE;
  if (l->fails && out[1] == l->fails)
    *fault = (struct fault) {.kind = l->fault, .message = "a step fails"};
  if (l->sleeps && out[1] == l->sleeps)
    usleep (550000);
  return 2;
}

static uint32_t
line_words (struct ts *ts, const uint32_t *s)
{
  (void) ts, (void) s;
  return 2;
}

static enum end_kind
line_end (struct ts *ts, const uint32_t *s)
{
  (void) ts, (void) s;
  return END_VALID;
}

static void
line_unreached (struct ts *ts, void (*see) (void *, const char *, struct pos, const char *), void *context)
{
  (void) ts, (void) see, (void) context;
}

static const struct ts_class line_class = {.initial = line_initial, .enabled = line_enabled, .step = line_step,
                                           .words = line_words, .end = line_end, .unreached = line_unreached};

static uint64_t
no_atom (void *context, const uint32_t *state, struct fault *fault)
{
  (void) context, (void) state;
  fault->kind = FAULT_NONE;
  return 0;
}

/* ---- the searches ---- */

enum { DFS, BFS, NDFS, COMPONENTS, COMPONENTS_WEAK, COMPONENTS_STRONG, SEARCHES };
static const char *const names[] = {"dfs", "bfs", "nested dfs", "components", "weakly fair", "strongly fair"};

struct test {
  struct line line;
  struct options options;
  struct search_run run;
  struct result result;
};

static struct test
new_test (void)
{
  struct test t = {.line = {.ts = {&line_class, 2}, .length = LENGTH}};
  options_init (&t.options);
  t.options.memory = 1 << 28;
  return t;
}

/* Runs the search; false unless the result is consistent in itself. */
static bool
search (struct test *t, int kind)
{
  struct formulas *f = formulas_new ();
  struct automaton *a = ltl_translate (f, form_globally (f, form_finally (f, form_atom (f, formulas_atom (f, "p")))), NULL);
  struct liveness l = {.automaton = a, .letter = no_atom, .kind = FINDING_LTL, .message = "violated",
                       .search = kind == NDFS ? LIVENESS_NDFS : LIVENESS_SCC,
                       .fairness = kind == COMPONENTS_WEAK ? FAIR_WEAK : kind == COMPONENTS_STRONG ? FAIR_STRONG : FAIR_NONE};
  t->result = (struct result) {0};
  t->run.ts = &t->line.ts;
  t->run.options = &t->options;
  t->options.search = kind == BFS ? SEARCH_BFS : SEARCH_DFS;
  if (kind == DFS || kind == BFS)
    search_run (&t->run, &t->result);
  else
    liveness_run (&t->run, &l, &t->result);
  automaton_free (a);
  formulas_free (f);
  bool ok = t->result.verdict == VERDICT_OK;
  bool good = (t->result.exhaustive || !ok) && !t->result.reason[0] == t->result.exhaustive;
  result_release (&t->result);
  return good;
}

static bool
is_ok (struct test t, int kind)
{
  bool good = search (&t, kind) && t.result.verdict == VERDICT_OK && t.result.exhaustive;
  if (!good)
    fprintf (stderr, "%s: verdict %d: %s\n", names[kind], t.result.verdict, t.result.reason);
  return good;
}

/* Not ok, not exhaustive, with a reason that has this text. */
static bool
is_unknown (struct test t, int kind, const char *reason)
{
  bool good = search (&t, kind) && t.result.verdict == VERDICT_UNKNOWN && !t.result.exhaustive
              && strstr (t.result.reason, reason);
  if (!good)
    fprintf (stderr, "%s: verdict %d: '%s', expected unknown: %s\n", names[kind], t.result.verdict, t.result.reason, reason);
  return good;
}

/* ---- bounds ---- */

static void
test_depth (int kind)
{
  struct test t = new_test ();
  t.options.max_depth = LENGTH - 1;
  CHECK (is_ok (t, kind));
  t.options.max_depth--;
  CHECK (is_unknown (t, kind, "--max-depth"));
  t.options.max_depth = 1;
  CHECK (is_unknown (t, kind, "--max-depth"));
}

static void
test_states (int kind)
{
  struct test t = new_test ();
  t.options.max_states = 100 * LENGTH;
  CHECK (is_ok (t, kind));
  t.options.max_states = LENGTH - 1;
  CHECK (is_unknown (t, kind, "--max-states"));
  t.options.max_states = 1;
  CHECK (is_unknown (t, kind, "--max-states"));
}

/* Memory that is short by little, by half, by all: of the store or of the stack.
 * It is looked at now and then, so that a search that needs a little more may come
 * to its end; then it has seen everything. */
static void
test_memory (int kind, int store)
{
  struct test t = new_test ();
  t.options.store = store;
  CHECK (is_ok (t, kind));
  struct test all = t, some = t;
  search (&all, kind);
  uint64_t peak = all.result.stats.peak_bytes;
  t.options.memory = 4 * peak;
  CHECK (is_ok (t, kind));
  for (uint64_t part = 1; part < 8; part++) {
    some.options.memory = t.options.memory = peak / 8 * part;
    search (&some, kind);
    bool complete = some.result.exhaustive && some.result.stats.states == all.result.stats.states;
    HOLD (complete ? part > 3 : is_unknown (t, kind, "--memory"));
  }
  t.options.memory = 1;
  HOLD (is_unknown (t, kind, "--memory"));
  CHECK_HELD ("too little memory is unknown");
}

static bool
give_up (void *context, const struct progress *p)
{
  (void) p;
  ++*(int *) context;
  return false;
}

static void
test_time (int kind)
{
  struct test t = new_test ();
  t.options.time = 1e6;
  CHECK (is_ok (t, kind));
  t.options.time = 1e-9;
  CHECK (is_unknown (t, kind, "--time"));
  volatile int interrupt = 0;
  t = new_test ();
  t.run.interrupt = &interrupt;
  CHECK (is_ok (t, kind));
  interrupt = 1;
  CHECK (is_unknown (t, kind, "interrupted"));
  int told = 0;
  t = new_test ();
  t.run.progress = give_up;
  t.run.progress_context = &told;
  t.line.sleeps = LENGTH / 2;
  CHECK (is_unknown (t, kind, "interrupted") && told == 1);
}

/* What the model itself cannot do any more, and what a store cannot promise. */
static void
test_others (int kind)
{
  struct test t = new_test ();
  t.line.fails = LENGTH / 2;
  t.line.fault = FAULT_RESOURCE;
  CHECK (is_unknown (t, kind, "a step fails"));
  if (kind != DFS)
    return;
  t = new_test ();
  t.options.store = STORE_COMPACT;
  CHECK (is_unknown (t, kind, "--store"));
}

/* An atomic sequence of thousands of steps; its states are remembered too, in memory
 * that counts. */
static void
test_atomic (int kind)
{
  struct test t = new_test ();
  t.line.atomic = true;
  CHECK (is_ok (t, kind));
  t.line.length = 200 * LENGTH;
  t.options.memory = 1 << 20;
  CHECK (is_unknown (t, kind, "--memory"));
}

int
main (void)
{
  for (int kind = 0; kind < SEARCHES; kind++) {
    test_depth (kind);
    test_states (kind);
    test_memory (kind, STORE_TREE);
    test_memory (kind, STORE_PLAIN);
    test_time (kind);
    test_others (kind);
    test_atomic (kind);
  }
  return check_end ();
}
