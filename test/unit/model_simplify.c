/* Simplification: each technique where it applies, and each trap where it must
 * not. Shapes say what is left of a process; explorations with and without
 * simplification must find the same violations. */
#include "base/str.h"
#include "check.h"
#include "models.h"

/* ---- helpers ---- */

static void
print_act (struct str *out, const struct pg *pg, const struct pg_proc *p, const struct pg_act *a)
{
  static const char sign[] = {
    [ACT_GUARD] = 'g', [ACT_ASSIGN] = '=', [ACT_SEND] = '!', [ACT_RECV] = '?', [ACT_ASSERT] = 'A', [ACT_PRINT] = 'p',
    [ACT_PRINTM] = 'p', [ACT_NEW_CHAN] = 'c', [ACT_SET_PRIORITY] = 'P', [ACT_ELSE] = 'e', [ACT_END] = '.',
  };
  bool zero = a->kind == ACT_ASSIGN && a->expr->op == E_CONST && !a->expr->value;
  if (a->place)
    str_add (out, (a->place->region == REGION_GLOBAL ? pg->vars : p->vars)[a->place->var].name);
  if (a->kind == ACT_GUARD && a->expr->op == E_CONST)
    str_printf (out, "%d", (int) a->expr->value);
  else
    str_add_char (out, zero ? '0' : sign[a->kind]);
  for (uint32_t i = 0; a->kind == ACT_RECV && i < a->msg->nargs; i++)
    str_add_char (out, "=x_"[a->msg->args[i].kind]);
}

/* "0>2A x=; g= | .." : from location 0 to 2, keeping control, x and g get
 * values. x0: x is reset (or assigned 0), 1: a skip, g: a guard, A: an assert.
 * After ?: the fields that are compared (=), stored (x), ignored (_). */
static void
print_proc (struct str *out, const struct pg *pg, const struct pg_proc *p)
{
  for (uint32_t i = 0; i < p->nedges; i++) {
    const struct pg_edge *e = &p->edges[i];
    if (e->dst == PG_ALL)
      continue;
    str_printf (out, "%s%u>%u%s%s", out->len ? " | " : "", e->src, e->dst, e->flags & EDGE_ATOMIC ? "A" : "",
                e->flags & EDGE_DSTEP ? "D" : "");
    for (uint32_t k = 0; k < e->nacts; k++) {
      str_add_char (out, ' ');
      print_act (out, pg, p, &e->acts[k]);
    }
  }
}

/* What is left of process type P. */
static void
shape_is (int line, const char *text, const char *keep, const char *expected)
{
  struct pg *pg = model_load (text);
  struct str got = {0};
  struct diag diag = {.out = stderr};
  if (pg) {
    struct pg_expr *e = keep ? promela_expression (pg, keep, "keep", &diag) : NULL;
    pg_simplify (pg, &e, e != NULL);
    for (uint32_t i = 0; i < pg->nprocs; i++)
      if (!strcmp (pg->procs[i].name, "P"))
        print_proc (&got, pg, &pg->procs[i]);
  }
  bool same = pg && !strcmp (str_text (&got), expected);
  if (!same)
    fprintf (stderr, "line %d: %s\n  got      %s\n  expected %s\n", line, text, str_text (&got), expected);
  CHECK (same);
  str_release (&got);
  pg_free (pg);
}
#define SHAPE(text, expected) shape_is (__LINE__, text, NULL, expected)
#define KEEPS(text, keep, expected) shape_is (__LINE__, text, keep, expected)

struct explored {
  struct str findings;
  uint64_t states;
};

static int
by_text (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* All findings' messages, sorted. */
static void
explore (const char *text, bool simplify, struct explored *x)
{
  struct pg *pg = model_load (text);
  struct result result = {0};
  if (simplify)
    pg_simplify (pg, NULL, 0);
  model_explore (pg, 0, &result);
  char **messages = mem_alloc ((result.findings.count + 1) * sizeof *messages);
  for (size_t i = 0; i < result.findings.count; i++)
    messages[i] = result.findings.data[i].message;
  qsort (messages, result.findings.count, sizeof *messages, by_text);
  for (size_t i = 0; i < result.findings.count; i++)
    str_printf (&x->findings, "%s%s", i ? " | " : "", messages[i]);
  x->states = result.stats.states;
  mem_free (messages);
  result_release (&result);
  pg_free (pg);
}

/* The same findings with and without; `findings` counts them. */
static void
same_findings (int line, const char *text, unsigned findings)
{
  struct explored off = {0}, on = {0};
  explore (text, false, &off);
  explore (text, true, &on);
  unsigned n = off.findings.len > 0;
  for (const char *s = str_text (&off.findings); (s = strstr (s, " | ")); s++)
    n++;
  bool same = !strcmp (str_text (&off.findings), str_text (&on.findings)) && n == findings && on.states <= off.states;
  if (!same)
    fprintf (stderr, "line %d: %s\n  without %s (%u findings, %lu states)\n  with    %s (%lu states)\n", line, text,
             str_text (&off.findings), n, (unsigned long) off.states, str_text (&on.findings), (unsigned long) on.states);
  CHECK (same);
  str_release (&off.findings);
  str_release (&on.findings);
}
#define SAME(text, findings) same_findings (__LINE__, text, findings)

#define P(body) "active proctype P () { " body " }"
#define Q(body) " active proctype Q () { " body " }"

/* ---- unused variables ---- */

static void
test_unused (void)
{
  SHAPE ("byte u, g;" P ("g == 0; u = 3; g == 1"), "0>2 g | 2>3 g");
  SHAPE ("byte g, u, w;" P ("g == 0; u = w; w = u + 1; u++; g == 1"), "0>4 g | 4>5 g");
  SHAPE ("byte g; chan q = [2] of {byte, byte};" P ("byte u; q?u,1; q?u,g; g == 1"), "0>1 ?_= | 1>2 ?_x | 2>3 g");
  SHAPE ("byte g;" P ("byte u[3]; g == 0; u[1] = 4; g == 1"), "0>2 g | 2>3 g");
  SHAPE ("byte g; int u[3];" P ("g == 0; u[g]++; g == 1"), "0>1 g | 1>2 g | 2>3 g");
}

static void
test_used (void)
{
  SHAPE ("byte g, v;" P ("g == 0; v = g; printf (\"%d\", v); g == 1"), "0>3 g v= p | 3>4 g");
  SHAPE ("byte g, v, w;" P ("g == 0; v = 1; w = v; g == w"), "0>2 g v= | 2>3 w= | 3>4 g");
  SHAPE ("byte g, v; ltl p { <> (v == 1) }" P ("g == 0; v = 1; g == 1"), "0>2 g v= | 2>3 g");
  SHAPE ("byte g, v; never { do :: v == 1 od }" P ("g == 0; v = 1; g == 1"), "0>1 g | 1>2 v= | 2>3 g");
  SHAPE ("byte g, v;" P ("g == 0; v = 1; g == 1") " active proctype R () provided (v == 0) { g = 1 }",
         "0>1 g | 1>2 v= | 2>3 g");
  SHAPE ("byte g;" P ("byte v; g == 0; v = 1; g == 1") Q ("P:v == 1"), "0>2 g v= | 2>3 g");
  KEEPS ("byte g, v;" P ("g == 0; v = 1; g == 1"), "v < 2", "0>2 g v= | 2>3 g");
  SHAPE ("chan c = [1] of {byte}; byte g;" P ("chan d; d = c; d!1"), "0>1 d= | 1>2 ! d0");
  SHAPE ("byte g;" P ("byte a[3]; byte i; a[i] = 1; g == 0; i = 1; g == 1"), "0>1 g | 1>3 g i= i0 | 3>4 g");
}

static void
test_unused_faults (void)
{
  SAME ("byte g;" P ("byte u; u = 1 / g"), 1);
  SAME ("byte g = 5;" P ("byte u; byte a[3]; u = a[g]"), 1);
  SAME ("byte g = 5;" P ("byte u[3]; u[g] = 7"), 1);
  SAME ("byte g = 5;" P ("byte u; byte a[3]; a[1] = 2; u = a[1] * (a[g] + 1)"), 1);
  SAME ("byte b[3];" P ("byte u; byte a[3]; b[1] = 9; u = a[b[1]]"), 1);
  SAME (P ("byte u, w; w = 1; u = 1 / (w - 1) + w"), 1);
  SAME ("byte g = 5; chan q = [1] of {byte};" P ("byte u[3]; q!1; q?u[g]"), 1);
  SAME ("chan q = [1] of {byte}; chan no;" P ("byte u; u = len (no)"), 1);
  SAME ("byte g;" P ("byte u, w; w = 1; u = (w -> 1 / g : 2)"), 1);
  /* an index that may be just outside */
  SAME ("byte i = 255;" P ("byte u[257]; u[i + 3] = 1"), 1);
  SAME ("byte i = 4;" P ("byte u[4]; u[i % 5] = 1"), 1);
  SAME ("byte i = 4;" P ("byte u[5]; u[i % 5] = 1"), 0);
}

static void
test_parameters (void)
{
  SHAPE ("byte g; proctype R (byte u; byte v) { u = 3; g == v }"
         P ("byte x = 4, y = 5; run R (x, y); g == 1"), "0>1 g y0 | 1>2 g");
  SAME ("byte g; proctype R (byte u) { skip } active proctype P () { run R (1 / g) }", 1);
  SAME ("byte g; proctype R (byte u; byte v) { assert (v == 5) } active proctype P () { run R (g, 5); run R (g, 6) }", 1);
}

/* ---- dead variables ---- */

/* Q keeps g from being a constant, so that steps that read it stay apart. */
#define G "byte g; active proctype G () { g = 1; g = 2 } "

static void
test_dead (void)
{
  SHAPE (G P ("byte x; x = g; g == x; g == 1"), "0>1 x= | 1>2 g x0 | 2>3 g");
  SHAPE (G P ("byte x; do :: x = g; g == x :: g == 2 -> break od"), "0>1 g x0 | 1>0 x= | 1>2 g");
  SHAPE (G P ("byte x; do :: g == x; x = g :: g == 2 -> break od"), "0>1 x= | 1>0 g x0 | 1>2 g x0");
  SHAPE (G P ("byte a[2]; a[g % 2] = 1; g == a[1]; g == 1"), "0>1 a= | 1>2 g a0 a0 | 2>3 g");
  SHAPE (G P ("byte x = 3; g == 1; x = g; g == x"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; atomic { x = g; g == x; g == 2 }; g == 1"), "0>1A g x0 | 1>3 g | 2>0A x= | 3>4 g");
  SHAPE (G P ("byte x; d_step { x = g; g = x; x = 5 }; g == 1"), "2>3 x= g= x= x0 | 3>4 g");
  SHAPE (G P ("byte x; d_step { x = g; if :: g == 1 -> g = x :: else -> g = x + 1 fi; g = 3; g == 3 }; g == 1"),
         "2>4D g g= g= | 2>4D g= g= | 4>6 g x0 | 5>2D x= | 6>7 g");
  SHAPE (G "chan c = [0] of {byte};" P ("byte x = 1; c!x; g == 1") Q ("byte y; c?y; g == y; g == 2"), "0>1 ! x0 | 1>2 g");
}

static void
test_not_dead (void)
{
  SHAPE (G P ("byte x; x = g; g == x; g == 1") Q ("P:x == 1"), "0>1 x= | 1>2 g | 2>3 g");
  SHAPE (G "ltl p { <> (P:x == 1) }" P ("byte x; x = g; g == x; g == 1"), "0>1 x= | 1>2 g | 2>3 g");
  SHAPE (G P ("chan c = [1] of {byte}; c!1; g == 1"), "0>1 ! | 1>2 g");
  SHAPE (G P ("byte x; { x = g; g == 1; g == 2 } unless { g == x }; g == 3"),
         "0>3 g | 0>1 x= | 1>3 g x0 | 1>2 g | 2>3 g x0 | 2>3 g x0 | 3>4 g");
  SAME (G P ("byte x = 2; { g == 5 } unless { g == x }; assert (g != 2)"), 1);
  SAME ("chan c = [0] of {byte}; byte r;" P ("byte x = 3; c!x; r == 1") Q ("byte y; c?y; assert (y != 3)"), 2);
}

/* Each of these is a false alarm when the trap is fallen into. */
static void
test_dead_traps (void)
{
  /* writing one element leaves the others */
  SAME (G P ("byte a[2]; a[0] = 1; g == 1; a[1] = 2; g == 2; assert (a[0] == 1)"), 1);
  /* what is read later in a d_step */
  SAME ("byte g;" P ("byte x; x = 7; g == 0; d_step { g = 1; if :: g == 1 -> g = x :: g == 3 -> g = 1 fi }; assert (g == 7)"), 0);
  SAME ("byte g;" P ("byte x, y; x = 3; do :: y < 2 -> g == 0; y++ :: else -> break od; assert (x == 3)"), 0);
}

/* What an expression can be is known from its types only as far as they tell:
 * an index or a divisor that may be wrong is not dropped with the variable that
 * nobody reads. Every operator, over operands that take both ends of their types. */
static void
test_ranges (void)
{
  static const char *const types[] = {"bit", "byte", "short", "unsigned"}, *const widths[] = {"", "", "", " : 2"};
  static const char *const lows[] = {"0", "0", "0 - 32768", "0"}, *const highs[] = {"1", "255", "32767", "3"};
  static const char *const values[] = {"i + j", "i - j", "i * j", "i / 2", "i / 1", "i % 3", "i & j", "i | j", "i ^ j", "i << 1", "i >> 1",
                                       "-i", "~i", "!i", "i < j", "i == j || j", "(i -> j : 2)", "(i -> 2 : j)", "(i -> 0 : j)", "i % 3 - j",
                                       "(i - 1) & 1", "2 - i", "_pid + i"};
  for (size_t v = 0; v < sizeof values / sizeof *values; v++)
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
      for (int size = 1; size <= 3; size++) {
        struct str text = {0};
        struct explored off = {0}, on = {0};
        str_printf (&text, "byte a[%d], u; active proctype P () { %s i%s, j%s; if :: i = %s :: i = %s :: i = 0 :: i = 1 fi;", size,
                    types[k], widths[k], widths[k], lows[k], highs[k]);
        str_printf (&text, " if :: j = %s :: j = %s :: j = 0 fi; u = %s%s%s }", lows[k], highs[k], size < 3 ? "a[" : "1 / (", values[v],
                    size < 3 ? "]" : ")");
        explore (str_text (&text), false, &off);
        explore (str_text (&text), true, &on);
        HOLD (!strcmp (str_text (&off.findings), str_text (&on.findings)));
        str_release (&text);
        str_release (&off.findings);
        str_release (&on.findings);
      }
  CHECK_HELD ("what may fail is kept");
}

/* ---- merged steps ---- */

static void
test_merged (void)
{
  SHAPE (G P ("byte x; g == 1; x = 1; g == x") " active proctype R () priority 3 { skip }", "0>2 g x= | 2>3 g x0");
  SHAPE (G P ("byte x, y; g = 3; x = 1; y = x; g == x + y"), "0>3 g= x= y= | 3>4 g x0 y0");
  SHAPE (G P ("byte x; if :: g == 1 -> x = 1 :: g == 2; x = 2 :: else fi; g == x"), "2>3 g x= | 2>3 g x= | 2>3 e | 3>4 g x0");
  SHAPE (G P ("byte x; x = 1; x = x + 1; g == x"), "0>2 x= x= | 2>3 g x0");
  SHAPE (G P ("byte x = 1; g == 1; if :: x == 1 -> g = 4 :: else -> g = 5 fi"), "0>3 g | 3>4 g g= x0 | 3>4 e g= x0");
  SHAPE (G P ("byte x; g == 0; do :: x < 3 -> x++ :: else -> break od; g == 1"), "0>2 g | 2>2 g x= | 2>3 e x0 | 3>4 g");
  SHAPE (G "chan c = [0] of {byte};" P ("byte x, y; c?x; y = x; g == y") Q ("c!1"), "0>2 ?x y= x0 | 2>3 g y0");
  SHAPE (G P ("byte x; atomic { g == 1; g = 5; x = g; g = x + 1; g == 7 }"), "3>5 g | 4>3A g g= x= g= x0");
  SHAPE (G P ("byte x; g == 1; atomic { x = 1; g == x; g = 2 }"), "0>3 g | 1>4 g g= x0 | 3>1A x=");
}

static void
test_not_merged (void)
{
  SHAPE (G P ("byte x; g == 1; L: x = 1; g == x") Q ("P@L"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; x = 1; L: g == x") Q ("P@L"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; x = 1; progress: g == x"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; accept: x = 1; g == x"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; x = 1; g == x") Q ("_last == 0"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; x = 1; g == x") Q ("enabled (0)"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; x = 1; g == x") Q ("pc_value (0) == 1"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; x = 1; g == x") " chan c = [0] of {bit}; active proctype R () priority 3 { skip }", "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G "active proctype P () provided (g < 3) { byte x; g == 1; x = 1; g == x }", "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G "ltl p { X (g == 0) }" P ("byte x; g == 1; x = 1; g == x"), "0>1 g | 1>2 x= | 2>3 g x0");
  SHAPE (G P ("byte x; g == 1; L: x = 1; x = 2; goto L"), "0>2 g | 2>2 1");
  SHAPE (G P ("byte x; byte i; g == 1; i = g; g == 2; x = x / i; g == x"), "0>1 g | 1>2 i= | 2>3 g | 3>4 x= i0 | 4>5 g x0");
  SHAPE (G P ("byte x; x = g; g = 1; g = x; g == 4"), "0>1 x= | 1>2 g= | 2>3 g= x0 | 3>4 g");
}

/* Each of these loses a violation when the trap is fallen into. */
static void
test_merge_traps (void)
{
  /* a step's own error must not hide what others do before it */
  SAME ("byte g;" P ("byte x, y; g = 1; y = x / x") Q ("g == 1; assert (false)"), 2);
  /* one step reports one assertion */
  SAME ("byte g;" P ("byte x; g = 1; assert (x == 1); assert (x == 2)"), 2);
  SAME ("byte g;" P ("byte x; assert (g == 1); assert (x == 2)"), 2);
  SAME ("byte g; chan c = [0] of {byte};" P ("byte x; c!1; assert (x == 1)") Q ("byte y; c?y; assert (y == 2)"), 2);
  /* others may run between a step and the atomic after it */
  SAME ("byte g;" P ("byte x; g = 1; atomic { x = 1; assert (g == x) }") Q ("g == 1; g = 2"), 1);
  SAME ("byte g;" P ("atomic { g == 0; do :: g == 5 -> break :: else -> break od }; skip; g = g + 1; assert (g != 2)")
        Q ("g = 1"), 2);
  /* `else` beside a synchronous send sees whether the receiver is ready */
  SAME ("byte g; chan c = [0] of {byte};" P ("byte x; g = 1; x = 1; c?x")
        Q ("g == 1; if :: c!1 :: else -> assert (false) fi"), 2);
  /* an escape comes before the step that could wait */
  SAME ("byte g;" P ("byte x; { x == 0 } unless { g == 1 -> g = 5 }; g = g + 1; assert (g != 2)") Q ("g = 1"), 1);
  /* P@L and the global that changes just before it */
  SAME ("byte g;" P ("byte x; g = 1; x = 1; L: g == x + 5") Q ("g == 1 && !P@L; assert (false)"), 3);
  /* a global that is only received changes too */
  SAME ("byte g, c; chan q = [1] of {byte};" P ("byte x; q!5; g = 1; x = c; assert (x == 0)") Q ("g == 1; q?c"), 1);
  /* which element it is, others choose */
  SAME ("byte g;" P ("byte b[2], x, y; b[1] = 3; y = b[g & 1]; x = g; assert (x == 0 || y == 3)") Q ("g = 1"), 1);
  SAME ("byte g;" P ("byte b[2], x; b[g & 1] = 3; x = g; assert (x == 0 || b[1] == 3)") Q ("g = 1"), 1);
  /* else is true now, and may be false when the next step is taken */
  SAME ("byte g;" P ("if :: g == 1 -> skip :: else -> g = 5 fi") Q ("g = 1; assert (g != 5)"), 1);
  /* inside an atomic a process asks where it is itself */
  SAME ("byte g;" P ("byte x; L: atomic { g = 1; x = P@L; assert (x == 0) }"), 0);
  /* others may run after an atomic, before the next step */
  SAME ("byte h;" P ("byte x; atomic { h = 1; if :: x = 1 :: x = 2 fi }; h = 2; assert (x < 3)") Q ("h == 1; assert (false)"), 2);
  /* a local loop goes on for ever, and is no deadlock */
  SAME ("byte g;" P ("byte x; g = 1; L: x = 1; x = 2; goto L"), 0);
  SAME ("byte g;" P ("byte x; g = 1; x = 1; g == x") Q ("g == 1; timeout; assert (false)"), 1);
}

/* What is passed is neither lost for the lists of unreached statements, nor
 * does simplifying again change anything. */
static void
test_bookkeeping (void)
{
  struct pg *pg = model_load (G P ("byte x; g == 1; x = 1; x++; g == x"));
  const struct pg_proc *p = &pg->procs[1];
  struct str text = {0};
  str_printf (&text, "%s; %s; %s", p->edges[0].text, p->edges[1].text, p->edges[2].text);
  pg_simplify (pg, NULL, 0);
  CHECK (p->edges[0].nthrough == 2 && p->edges[0].through[0] == 1 && p->edges[0].through[1] == 2);
  CHECK (!strcmp (p->edges[0].text, str_text (&text)));
  CHECK ((p->locs[1].flags & LOC_MERGED) && !p->locs[1].nedges && !(p->locs[3].flags & LOC_MERGED));
  struct str once = {0}, twice = {0};
  print_proc (&once, pg, p);
  pg_simplify (pg, NULL, 0);
  print_proc (&twice, pg, p);
  CHECK (!strcmp (str_text (&once), str_text (&twice)));
  str_release (&text);
  str_release (&once);
  str_release (&twice);
  pg_free (pg);
}

/* A variable without a value is not shown. */
static void
test_hidden (void)
{
  struct pg *pg = model_load ("byte u, g;" P ("u = 3; g == 1"));
  pg_simplify (pg, NULL, 0);
  CHECK (pg->vars[0].internal && !pg->vars[1].internal);
  pg_free (pg);
}

int
main (void)
{
  test_unused ();
  test_used ();
  test_unused_faults ();
  test_parameters ();
  test_ranges ();
  test_dead ();
  test_not_dead ();
  test_dead_traps ();
  test_merged ();
  test_not_merged ();
  test_merge_traps ();
  test_bookkeeping ();
  test_hidden ();
  return check_end ();
}
