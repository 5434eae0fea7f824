/* Steps that cannot be made: each model has exactly the findings that are
 * written beside it, as it stands and simplified. What a guard that fails does
 * to the other guards of its state, and to later states, is part of that. */
#include "base/str.h"
#include "check.h"
#include "models.h"

static int
by_text (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* All messages and the number of states; why the search ended, if it did not explore all. */
static void
explore (const char *text, bool simplify, struct str *out)
{
  struct pg *pg = model_load (text);
  struct result r = {0};
  CHECK (pg);
  if (!pg)
    return;
  if (simplify)
    pg_simplify (pg, NULL, 0);
  model_explore (pg, 0, &r);
  char **messages = mem_alloc ((r.findings.count + 1) * sizeof *messages);
  for (size_t i = 0; i < r.findings.count; i++)
    messages[i] = r.findings.data[i].message;
  qsort (messages, r.findings.count, sizeof *messages, by_text);
  for (size_t i = 0; i < r.findings.count; i++)
    str_printf (out, "%s%s", i ? " | " : "", messages[i]);
  if (!r.exhaustive)
    str_printf (out, "%s(%s)", r.findings.count ? " " : "", r.reason);
  mem_free (messages);
  result_release (&r);
  pg_free (pg);
}

static void
findings_are (int line, const char *text, const char *expected)
{
  for (int simplify = 0; simplify < 2; simplify++) {
    struct str got = {0};
    explore (text, simplify, &got);
    bool same = !strcmp (str_text (&got), expected);
    if (!same)
      fprintf (stderr, "line %d%s: %s\n  got      %s\n  expected %s\n", line, simplify ? ", simplified" : "", text, str_text (&got), expected);
    CHECK (same);
    str_release (&got);
  }
}
#define FINDS(text, expected) findings_are (__LINE__, text, expected)

#define P(body) "active proctype P () { " body " }"
#define Q(body) " active proctype Q () { " body " }"
#define OUTSIDE "index 5 of a is outside 0..1"

static void
test_guards (void)
{
  const char *const never[] = {"i == 0", "i == 0 && b[i] == 0", "c?[1]", "len (c) == 1", "i > 5"};
  FINDS ("byte a[2], i = 5;" P ("a[i] == 1"), OUTSIDE);
  FINDS ("byte a[2], i = 5;" P ("a[i] = 1"), OUTSIDE);
  FINDS ("byte x;" P ("1 / x == 1"), "division by zero");
  FINDS ("byte x;" P ("x = 5 % x"), "division by zero");
  FINDS ("byte x;" P ("if :: 1 / x == 1 :: else -> assert (false) fi"), "division by zero");
  /* another guard of the state is as executable as it is without the one that fails */
  for (size_t i = 0; i < sizeof never / sizeof *never; i++)
    for (int before = 0; before < 2; before++) {
      struct str text = {0}, other = {0};
      str_printf (&other, ":: %s -> assert (false)", never[i]);
      str_printf (&text, "byte a[2], b[9], i = 5; chan c = [1] of {byte};" P ("if %s :: a[i] == 1 -> assert (i == 6) %s :: i == 5 -> skip fi"),
                  before ? str_text (&other) : "", before ? "" : str_text (&other));
      FINDS (str_text (&text), OUTSIDE);
      str_release (&text);
      str_release (&other);
    }
  /* nor does it change what the other process can do */
  FINDS ("byte a[2], i = 5;" P ("a[i] == 1") Q ("i == 4; assert (false)"), OUTSIDE);
}

static void
test_priorities (void)
{
  FINDS (P ("set_priority (_pid, 1); set_priority (_pid, 255)"), "");
  FINDS (P ("set_priority (_pid, 0); assert (false)"), "priority 0 is outside 1..255");
  FINDS (P ("set_priority (_pid, 256); assert (false)"), "priority 256 is outside 1..255");
  FINDS (P ("set_priority (_pid, 0 - 1); assert (false)"), "priority -1 is outside 1..255");
  FINDS (P ("set_priority (7, 3)"), "");
  /* a priority given by run alone counts */
  FINDS ("byte x; proctype R () { x = 1; x = 2 } init { run R () priority 5; assert (x == 2) }", "");
  FINDS ("byte x; proctype R () { x = 1; x = 2 } init { run R (); assert (x == 2) }", "assertion failed: x==2");
}

static void
test_channels (void)
{
  FINDS ("chan c; byte x;" P ("c?x"), "use of a channel variable that was never given a channel");
  FINDS ("chan c, d = [1] of {byte};" P ("c!1"), "use of a channel variable that was never given a channel");
  FINDS ("chan c;" P ("len (c) == 0; assert (false)"), "use of a channel variable that was never given a channel");
  FINDS ("chan c = [1] of {byte}, d; byte x, y;" P ("d = c; d!1; d?x,y"), "receive with 2 values on a channel whose messages have 1");
  /* a rendezvous is no message that could be looked at */
  FINDS ("chan c = [0] of {byte}; byte x;" P ("c!1; assert (false)") Q ("c?<x>; assert (false)"),
         "polling a rendezvous channel (it never holds a message)");
  FINDS ("chan c = [0] of {byte}; byte x;" P ("c!1; assert (false)") Q ("c?" "?<x>; assert (false)"),
         "polling a rendezvous channel (it never holds a message)");
}

static void
test_d_steps (void)
{
  FINDS ("byte g;" P ("d_step { g = 1; g == 2 }; assert (false)"), "a d_step is blocked after its first statement");
  FINDS ("byte g;" P ("d_step { g == 1; g = 2 }; assert (false)"), "invalid end state: P (0) at line 1 cannot go on");
  FINDS ("byte a[2], i = 5;" P ("d_step { i = 5; a[i] = 1 }; assert (false)"), OUTSIDE);
}

/* Who moved last is, after a rendezvous, who received. */
static void
test_last (void)
{
  const char *model = "chan c = [0] of {byte}; byte x; active proctype S () { c!1 } active proctype R () { c?x }"
                      " active proctype A () { x == 1 && _last == %d; assert (false) }";
  char text[300];
  for (int who = 0; who < 2; who++) {
    snprintf (text, sizeof text, model, who);
    struct str got = {0};
    explore (text, false, &got);
    CHECK ((strstr (str_text (&got), "assertion") != NULL) == (who == 1));
    str_release (&got);
  }
}

/* Where the vm gives up the search is not complete, and says so. */
static void
test_limits (void)
{
  FINDS ("proctype R () { false } init { byte i; do :: i < 255 -> run R (); i++ :: else -> break od }", "(m:1: more than 255 processes)");
  FINDS ("byte g;" P ("d_step { g = 1; do :: g = 1 - g od }"), "(m:1: the d_step at line 1 does not end within 1000000 steps)");
}

static void
test_events (void)
{
  FINDS ("chan c = [1] of {byte}; byte x; notrace { c!1; c!2 }" P ("c!1; c?x; c!2"), "the events match the notrace automaton to its end");
  FINDS ("chan c = [1] of {byte}; byte x; notrace { c!1; c!3 }" P ("c!1; c?x; c!2"), "");
}

/* What simplification must know: how large _pid can be, and that a claim reads its variable as long as its process is there. */
static void
test_simplified (void)
{
  FINDS ("byte a[2], u; active [3] proctype R () { u = a[_pid] }", "index 2 of a is outside 0..1");
  FINDS ("chan c = [2] of {byte}; byte x; proctype R (chan q) { xr q; q?x; end: false } init { c!1; c!2; run R (c); len (c) == 1; c?x }",
         "receive by another process on a channel that R (1) claims with xr");
}

int
main (void)
{
  test_limits ();
  test_events ();
  test_simplified ();
  test_guards ();
  test_priorities ();
  test_channels ();
  test_d_steps ();
  test_last ();
  return check_end ();
}
