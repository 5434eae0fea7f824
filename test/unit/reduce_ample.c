/* Ample sets: every choice in small models is checked against the definition,
 * and reduced searches find what full ones find. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "check.h"
#include "front/promela/promela.h"
#include "reduce/ample.h"
#include "search/search.h"
#include "vm/vm.h"

/* ---- helpers ---- */

struct model {
  struct pg *pg;
  struct ts *ts;
  const struct pg_expr *invariant;
  struct vm_expr compiled;
  struct static_reduction *ample;
  struct static_reduction *stubborn;
  const char *why;
};

static void
open_model (struct model *m, const char *text, const char *invariant)
{
  struct diag diag = {.out = stderr};
  struct ast_model *ast = promela_parse ("m", text, strlen (text), &diag);
  *m = (struct model) {.pg = promela_lower (ast, &diag)};
  m->pg->front = ast;
  m->pg->free_front = (void (*) (void *)) promela_free;
  if (invariant)
    m->invariant = promela_expression (m->pg, invariant, "invariant", &diag);
  m->ts = vm_new (m->pg, &diag);
  if (invariant)
    m->compiled = vm_expr (m->ts, m->invariant);
  struct ample_config config = {.visible = &m->invariant, .nvisible = invariant ? 1 : 0};
  m->ample = ample_new (m->pg, vm_inspector (m->ts), &config, &m->why);
  const char *why = NULL;
  config.guards = true;
  m->stubborn = ample_new (m->pg, vm_inspector (m->ts), &config, &why);
}

static void
close_model (struct model *m)
{
  static_free (m->stubborn);
  static_free (m->ample);
  m->ts->class->free (m->ts);
  pg_free (m->pg);
}

static bool
holds (void *context, const uint32_t *state, struct fault *fault)
{
  struct model *m = context;
  return vm_eval (m->ts, state, &m->compiled, fault) != 0;
}

struct outcome {
  uint64_t states;
  unsigned kinds;                 /* a bit per kind of finding */
};

static struct outcome
search (struct model *m, struct static_reduction *ample)
{
  struct options options;
  struct result result = {0};
  struct outcome o = {0};
  options_init (&options);
  options.all = true;
  options.memory = 1 << 28;
  struct search_run run = {.ts = m->ts, .options = &options, .reduction = ample};
  if (m->invariant) {
    run.invariant = holds;
    run.invariant_context = m;
    run.invariant_text = "invariant";
  }
  search_run (&run, &result);
  for (size_t i = 0; i < result.findings.count; i++)
    o.kinds |= 1u << result.findings.data[i].kind;
  o.states = result.stats.states;
  result_release (&result);
  return o;
}

/* ---- sound, and as small as expected ---- */

struct expect {
  const char *text, *invariant;
  uint64_t full, reduced;
};

static const struct expect sound[] = {
  /* nothing is shared */
  {"active proctype A () { byte a; a = 1; a = 2 } active proctype B () { byte b; b = 1; b = 2 }", NULL, 13, 7},
  /* a global that one process uses is its own */
  {"byte g, h; active proctype A () { g = 1; g = 2 } active proctype B () { h = 1; h = 2 }", NULL, 13, 7},
  /* one that is shared is not */
  {"byte g; active proctype A () { g = 1 } active proctype B () { g = 2 }", NULL, 10, 9},
  /* until it is used for the last time */
  {"byte g; active proctype A () { byte a; g++; a = 1; a = 2 } active proctype B () { byte b; g++; b = 1; b = 2 }", NULL,
   21, 13},
  /* elements of an array are apart */
  {"byte g[2]; active proctype A () { g[0] = 1; g[0] = 2 } active proctype B () { g[1] = 1; g[1] = 2 }", NULL, 13, 7},
  /* one sender, one receiver */
  {"chan q = [2] of {byte}; active proctype A () { q!1; q!2; q!3 } active proctype B () { byte b; q?b; q?b; q?b }", NULL,
   11, 9},
  /* two pairs that talk apart */
  {"chan p = [0] of {byte}, q = [0] of {byte}; active proctype A () { p!1; p!2 } active proctype B () { byte b; p?b; p?b }"
   "active proctype C () { q!1; q!2 } active proctype D () { byte d; q?d; q?d }", NULL, 17, 9},
  /* channels known by what is passed */
  {"chan q[2] = [1] of {byte}; proctype P (chan in; chan out) { byte x; out!1; in?x; out!2; in?x }"
   "init { atomic { run P (q[0], q[1]); run P (q[1], q[0]) } }", NULL, 18, 13},
  /* a process is started once, whether another is gone or not */
  {"byte g; proctype A () { g++ } init { run A (); run A (); run A () }", NULL, 27, 19},
};

/* Every state of the full graph: is what would be chosen ample? */
struct walk {
  struct model *m;
  uint32_t *states; size_t count, room;     /* max 16 words each */
};
enum { WORDS = 16, MOST = 3000 };

static void
walk_add (struct walk *w, const uint32_t *state)
{
  uint32_t n = ts_words (w->m->ts, state), copy[WORDS] = {0};
  if (n > WORDS || w->count == MOST)
    return;
  memcpy (copy, state, n * 4);
  for (size_t i = 0; i < w->count; i++)
    if (!memcmp (w->states + i * WORDS, copy, sizeof copy))
      return;
  memcpy (w->states + w->count++ * WORDS, copy, sizeof copy);
}

/* How many states had a choice that is not ample. */
static unsigned
wrong_choices (struct model *m, bool tell)
{
  struct walk w = {.m = m, .states = mem_alloc (MOST * WORDS * 4)};
  uint32_t *next = mem_alloc ((size_t) m->ts->max_words * 4);
  struct fault fault;
  struct trans_list list = {0};
  unsigned wrong = 0;
  char why[200];
  m->ts->class->initial (m->ts, next, &fault);
  walk_add (&w, next);
  for (size_t i = 0; i < w.count; i++) {
    const uint32_t *state = w.states + i * WORDS;
    list.count = 0;
    m->ts->class->enabled (m->ts, state, &list);
    if (!ts_transient (state)) {
      size_t n = static_choose (m->ample, state, list.data, list.count);
      if (n < list.count && !static_check (m->ample, m->ts, state, list.data, n, 200, why, sizeof why)) {
        if (tell)
          fprintf (stderr, "state %zu: %s\n", i, why);
        wrong++;
      }
      size_t fewer = static_choose (m->stubborn, state, list.data, list.count);
      if (fewer < list.count && !static_check (m->stubborn, m->ts, state, list.data, fewer, 200, why, sizeof why)) {
        if (tell)
          fprintf (stderr, "state %zu: stubborn: %s\n", i, why);
        wrong++;
      }
      wrong += fewer > n;
    }
    for (size_t k = 0; k < list.count; k++) {
      m->ts->class->step (m->ts, state, list.data[k], next, &fault);
      if (fault.kind == FAULT_NONE || fault.goes_on)
        walk_add (&w, next);
    }
  }
  VEC_FREE (list);
  mem_free (next);
  mem_free (w.states);
  return wrong;
}

static void
test_sound (void)
{
  for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++) {
    const struct expect *e = &sound[i];
    struct model m;
    open_model (&m, e->text, e->invariant);
    CHECK (m.ample);
    struct outcome full = search (&m, NULL), reduced = search (&m, m.ample);
    bool same = full.states == e->full && reduced.states == e->reduced && full.kinds == reduced.kinds;
    if (!same)
      fprintf (stderr, "%s: %d full, %d reduced\n", e->text, (int) full.states, (int) reduced.states);
    CHECK (same);
    close_model (&m);
  }
}

/* ---- models on which a known mistake loses a finding ---- */

struct trap {
  const char *text, *invariant;
};

static const struct trap traps[] = {
  {"active proctype B () { assert (false) } active proctype A () { byte i; do :: i = 1 - i od }", NULL},
  {"byte x, y; active proctype P () { x = 1 } active proctype Q () { y = 1 }", "!(x == 1 && y == 0)"},
  {"chan q = [2] of {byte}; byte y; active proctype P () { q!1 } active proctype Q () { y = 1 }", "!(len (q) == 1 && y == 0)"},
  {"chan q = [2] of {byte}; byte y; active proctype P () { q!1 } active proctype Q () { y = 1 }", "len (q) == 1 || y == 0"},
  /* Spin#78 */
  {"byte g; proctype f (byte a) { assert (a == 0) } active proctype Q () { g = 1 }"
   "active proctype P () { run f (g) }", NULL},
  {"byte g; proctype f () { byte a = g; assert (a == 0) } active proctype Q () { g = 1 }"
   "active proctype P () { run f () }", NULL},
  {"active proctype Q () { assert (!(P@here)) } active proctype P () { byte i; i = 1; here: i = 2; i = 3 }", NULL},
  {"active proctype P () { byte i; i = 1; i = 2; i = 3 } active proctype Q () { assert (P[0]:i != 2) }", NULL},
  {"chan q = [2] of {byte}; active proctype C () { byte x; q?x; assert (x == 2) }"
   "active proctype A () { q!1 } active proctype B () { q!2 }", NULL},
  {"byte g; active proctype B () { assert (g == 1) } active proctype A () { byte i; atomic { i = 1; g = 1 } }",
   NULL},
  /* the atomic sequence stops at an empty channel, where others can look */
  {"chan q = [1] of {byte}; byte x; active proctype R () { assert (x == 0) }"
   "active proctype A () { byte y; atomic { x = 1; q?y; x = 0 } } active proctype P () { q!1 }", NULL},
};

static void
test_traps (void)
{
  for (size_t i = 0; i < sizeof traps / sizeof traps[0]; i++) {
    const struct trap *t = &traps[i];
    struct model m;
    open_model (&m, t->text, t->invariant);
    unsigned full = search (&m, NULL).kinds, reduced = search (&m, m.ample).kinds;
    CHECK (search (&m, m.stubborn).kinds == full);
    if (reduced != full)
      fprintf (stderr, "%s: findings %x, should be %x\n", t->text, reduced, full);
    CHECK (full && reduced == full);
    CHECK (!wrong_choices (&m, true));
    close_model (&m);
  }
}

/* ---- constructs that are easily got wrong: every choice is ample ---- */

static const char *const tricky[] = {
  "byte g = 2, h = 1, a[2], z; active proctype S () { h = 0 } active proctype A () provided (h == 0) { a[g] == 1; z = 1 } active proctype B () { z = 2 }",
  "chan q = [1] of {byte}; active proctype B () { byte x; x = 1; q?x } active proctype A () { byte a; q!1; if :: q!2 :: a = 1 fi }",
  "chan r = [0] of {byte}; active proctype B () { byte x; x = 1; r?x } active proctype A () { byte a; if :: r!1 :: a = 1 fi }",
  "chan m = [1] of {chan}; active proctype A () { chan c; byte x; m?c; x = 1; c?x } active proctype B () { chan d = [1] of {byte}; m!d; d!1 }",
  "byte g; active proctype A () { byte a; a = g; a = 2 } active proctype B () { g = 1; g = 2 }",
  "byte g; active proctype A () { g = 1; g = 2 } active proctype B () { byte b; b = g; b = 2 }",
  "chan q = [1] of {byte}; active proctype A () { q!1; q!2; q!3 } active proctype B () { byte x; q?x; x = 0; q?x }",
  "chan q = [1] of {byte}; active proctype A () { q!1; q!2 } active proctype B () { byte x; do :: q?x :: x = 3; break od }",
  "chan q = [1] of {byte}; byte z; active proctype A () { if :: q!1 :: z = 1 fi; q!2 } active proctype B () { byte x; x = 1; q?x }",
  "chan q = [2] of {byte}; active proctype A () { byte n; n = 1; n = len (q) } active proctype B () { q!1; q!2 }",
  "chan q = [1] of {byte}; active proctype A () { byte n; n = 1; nfull (q) -> n = 2 } active proctype B () { q!1 }",
  "chan q = [1] of {byte}; active proctype S () { q!1 } active proctype A () { byte n; n = 1; nempty (q) -> n = 2 } active proctype B () { byte x; q?x }",
  "chan q = [2] of {byte}; active proctype S () { q!1 } active proctype A () { byte n; n = 1; q?<n>; n = 2 } active proctype B () { byte x; q?x }",
  "chan q = [3] of {byte}; active proctype A () { q!!3; q!!1 } active proctype B () { q!!2 } active proctype C () { byte x; q?x; q?x }",
  "chan q = [2] of {byte}; active proctype A () { byte n; empty (q) -> n = 1; q!1 } active proctype B () { q!2; q!3 } active proctype C () { byte x; q?x }",
  "chan r = [0] of {byte}; active proctype A () { byte a; if :: r!1 :: a = 1 fi } active proctype B () { byte x; x = 1; r?x }",
  "byte n; proctype P () { skip } active proctype A () { byte a; a = 1; n = _nr_pr } active proctype B () { run P () }",
  "byte n; active proctype A () { byte a; a = 1; n = _nr_pr; n = _nr_pr } active proctype B () { skip }",
  "byte g[2]; active proctype A () { byte i = 1; g[i] = 1; i = 0; g[i] = 2 } active proctype B () { byte b; b = g[1]; b = g[0] }",
  "byte g; proctype P () { g = 1 } active proctype A () { run P () } active proctype B () { byte b; b = 1; b = g; b = g }",
  "proctype P (chan c) { byte y; c!1; c!2; y = 1 } active proctype A () { chan c = [1] of {byte}; byte x; run P (c); c?x }",
  "chan q = [2] of {byte}; byte z; active proctype A () { byte x; atomic { nempty (q) -> q?x; q?x; z = 1 } } active proctype B () { q!1; q!2 }"
  "active proctype C () { byte c; c = z; c = z }",
  "byte g; active proctype A () { byte a; do :: g == 1 -> a = 1 :: else -> break od } active proctype B () { g = 1; g = 0 }",
  "byte g; active proctype A () { if :: timeout -> g = 1 fi } active proctype B () { if :: timeout -> g = 2 fi; g = 3 }"
  "active proctype C () { byte c; c = 1; c = 2 }",
  "chan q = [1] of {byte}; active proctype A () { q!1; q!2 } active proctype B () { byte x; do :: q?x :: empty (q) -> break od }",
  "chan q = [1] of {byte}; active proctype A () { q!1; q!2 } active proctype B () { byte x; do :: q?1 :: q?x -> break od }",
  "chan q = [2] of {byte}; active proctype A () { q!!2; q!!1 } active proctype B () { byte x; q?x; q?x }",
  "chan q = [2] of {byte}; active proctype A () { q!1; q!2 } active proctype B () { q??2; q??1 }",
  "chan q = [2] of {byte}; active proctype A () { q!1 } active proctype B () { byte x; q?<x>; q?x } active proctype C () { byte y; q?<y> }",
  "chan q = [1] of {byte}; active proctype A () { q!1; q!2 } active proctype B () { byte x; atomic { nempty (q) -> q?x; x = 0 } }",
  "chan q = [1] of {byte}; active proctype A () { q!1; q!2 } active proctype B () { byte x; do :: q?x :: else -> break od }",
  "chan r = [0] of {byte}; byte g; active proctype A () { atomic { g = 1; r!1; g = 0 } } active proctype B () { byte x; x = 1; r?x }"
  "active proctype C () { byte y; y = g }",
  "chan r = [0] of {byte}; active proctype A () { if :: r!1 :: else fi } active proctype B () { byte x; x = 1; r?x }",
  "byte g; active proctype A () { byte a; { a = 1; a = 2; a = 3 } unless { g == 1 } } active proctype B () { g = 1 }",
  "byte g; active proctype A () provided (g == 0) { byte a; a = 1; a = 2 } active proctype B () { byte b; b = 1; g = 1; g = 0 }",
  "byte g; active proctype A () { if :: timeout -> g = 1 fi } active proctype B () { if :: timeout -> g = 2 fi }",
  "chan c = [1] of {chan}, d = [1] of {byte}; active proctype A () { c!d; d!1 } active proctype B () { chan x; byte y; c?x; x?y }",
  "byte n; proctype P () { n = _nr_pr } active proctype A () { run P () } active proctype B () { byte b; b = 1 }",
  "byte p; proctype P () { p = _pid } active proctype A () { run P () } active proctype B () { run P () }",
  "chan q = [1] of {byte}; active proctype A () { q!1; q!2 } active proctype B () { byte x; d_step { nempty (q) -> q?x; x = 0 } }",
  "chan q = [1] of {byte}; active proctype A () { atomic { q!1; q!2 } } active proctype B () { byte x; q?x; q?x }",
  "proctype P (chan c) { c!1 } active proctype A () { chan c = [1] of {byte}; byte x; run P (c); c?x }"
  "active proctype B () { byte b; b = 1; b = 2 }",
  "chan q = [1] of {byte}; trace { q!1; q?1 } active proctype A () { q!1 } active proctype B () { q?1 } active proctype C () { skip }",
  "chan q = [2] of {byte}; active proctype A () { xs q; q!1; q!2 } active proctype B () { byte x; xr q; q?x; q?x }"
  "active proctype C () { byte c; c = 1 }",
};

static void
test_tricky (void)
{
  for (size_t i = 0; i < sizeof tricky / sizeof tricky[0]; i++) {
    struct model m;
    open_model (&m, tricky[i], NULL);
    unsigned wrong = m.ample ? wrong_choices (&m, true) : 1;
    if (wrong)
      fprintf (stderr, "%s: %s\n", tricky[i], m.why ? m.why : "wrong choices");
    CHECK (!wrong);
    CHECK (search (&m, NULL).kinds == search (&m, m.ample).kinds && search (&m, NULL).kinds == search (&m, m.stubborn).kinds);
    close_model (&m);
  }
}

/* ---- all pairs of channel operations: every choice is ample ---- */

static const char *const channel_ops[] = {
  "q!1", "q!!1", "q?x", "q?1", "q?" "?1", "q?<x>", "q?<1>", "q?[1]", "q?" "?[1]", "empty (q)", "nempty (q)", "full (q)", "nfull (q)",
  "len (q) == 1", "x = len (q)", "if :: full (q) :: nempty (q) fi",
};

/* What one process does with a channel, alone, twice in a row, beside something
 * else or in an atomic sequence, while another does something with it, from each
 * filling on. Sets are tried from the youngest process on: either is. */
static void
test_pairs (void)
{
  static const char *const forms[] = {"x = 1; %s; x = 2", "x = 1; atomic { %s; %s }; x = 2", "%s; x = 1; %s", "if :: %s -> x = 1 :: x = 3 fi",
                                      "atomic { nempty (q); %s; x = 1 }", "atomic { nfull (q); x = 2; %s }"};
  static const char *const fillings[] = {"skip", "q!1", "q!2", "q!2; q!1"};
  enum { OPS = sizeof channel_ops / sizeof *channel_ops, FORMS = sizeof forms / sizeof *forms };
  for (size_t i = 0; i < FORMS * 4 * OPS * OPS * 2; i++) {
    const char *mine = channel_ops[i / 2 % OPS], *other = channel_ops[i / 2 / OPS % OPS];
    struct str text = {0};
    str_add (&text, "chan q = [2] of {byte}; proctype A () { byte x; ");
    str_printf (&text, forms[i / 2 / OPS / OPS % FORMS], mine, mine);
    str_printf (&text, " } proctype B () { byte x; %s; x = 3; %s } init { atomic { %s; run %s } }", other, other,
                fillings[i / 2 / OPS / OPS / FORMS], i % 2 ? "A (); run B ()" : "B (); run A ()");
    struct model m;
    open_model (&m, str_text (&text), NULL);
    unsigned wrong = m.ample ? wrong_choices (&m, true) : 1;
    unsigned kinds = search (&m, NULL).kinds;
    bool same = kinds == search (&m, m.ample).kinds && kinds == search (&m, m.stubborn).kinds;
    if (wrong || !same)
      fprintf (stderr, "%s: %s\n", str_text (&text), wrong ? "wrong choices" : "other findings");
    HOLD (!wrong && same);
    close_model (&m);
    str_release (&text);
  }
  CHECK_HELD ("choices between two operations on a channel are ample");
}

/* ---- where reduction is not sound ---- */

static void
test_refusals (void)
{
  static const char *const texts[] = {
    "active proctype A () { byte x; x = _last }",
    "active proctype A () { enabled (1) } active proctype B () { skip }",
    "active proctype A () priority 2 { skip }",
    "chan c = [1] of {byte}; active proctype A () { chan x; xs x; x = c; x!1 }",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct model m;
    open_model (&m, texts[i], NULL);
    if (m.ample)
      fprintf (stderr, "not refused: %s\n", texts[i]);
    CHECK (!m.ample && m.why);
    close_model (&m);
  }
}

int
main (void)
{
  test_sound ();
  test_traps ();
  test_tricky ();
  test_pairs ();
  test_refusals ();
  return check_end ();
}
