/* Automata: reduction and degeneralisation keep the language of random ones,
 * labels are minimised without changing them, and the Hanoi format is read
 * back; errors in it are located, whatever the bytes. */
#include "base/str.h"
#include "check.h"
#include "ltl_words.h"

#include <stdlib.h>

static struct cube
cube_random (int natoms)
{
  struct cube c = {0};
  for (int i = 0; i < natoms; i++) {
    uint32_t how = below (3);
    c.pos |= (uint64_t) (how == 0) << i;
    c.neg |= (uint64_t) (how == 1) << i;
  }
  return c;
}

static struct automaton *
automaton_random (uint32_t nsets, bool by_state)
{
  struct automaton *a = automaton_new (nsets, by_state);
  automaton_set_atoms (a, (const char *const[]) { "a", "b" }, 2);
  uint32_t n = 1 + below (7);
  bool accepting[8];
  for (uint32_t s = 0; s < n; s++) {
    accepting[s] = below (3) == 0;
    automaton_add_state (a);
  }
  for (uint32_t i = 0; i < 3 * n; i++) {
    uint32_t s = below (n);
    struct cube label[2] = { cube_random (2), cube_random (2) };
    uint64_t marks = by_state ? accepting[s] : nsets ? below (1u << nsets) : 0;
    automaton_add_edge (a, s, below (n), marks, label, 1 + below (2));
  }
  a->initial = below (n);
  automaton_finish (a);
  return a;
}

static bool
same_words (const struct automaton *a, const struct automaton *b, int n)
{
  for (int i = 0; i < n; i++) {
    struct word w = word_random (2);
    if (word_accepted (a, &w) != word_accepted (b, &w))
      return false;
  }
  return true;
}

static void
test_reduction (void)
{
  size_t before = 0, after = 0;
  for (int i = 0; i < 1200; i++) {
    bool by_state = below (3) == 0;
    struct automaton *a = automaton_random (by_state ? 1 : below (4), by_state);
    struct automaton *b = ltl_reduce (a, NULL), *c = ltl_degeneralise (b, NULL);
    automaton_check (a);
    automaton_check (b);
    automaton_check (c);
    HOLD (b->by_state == by_state && c->by_state);
    HOLD (same_words (a, b, 12));
    HOLD (same_words (a, c, 12));
    HOLD (automaton_is_empty (a) == automaton_is_empty (b));
    HOLD (b->states.count <= a->states.count);
    before += a->states.count;
    after += b->states.count;
    automaton_free (a);
    automaton_free (b);
    automaton_free (c);
  }
  CHECK_HELD ("a reduced automaton and one with accepting states accept the same words");
  CHECK (after < before);
}

static void
test_labels (void)
{
  for (int i = 0; i < 3000; i++) {
    struct label l = {0};
    struct cube kept[8];
    size_t n = below (8);
    for (size_t k = 0; k < n; k++) {
      kept[k] = cube_random (4);
      VEC_PUSH (l, kept[k]);
    }
    label_minimise (&l);
    HOLD (l.count <= n);
    bool same = true;
    for (uint64_t letter = 0; letter < 16; letter++) {
      bool x = false, y = false;
      for (size_t k = 0; k < n; k++)
        x |= cube_holds (kept[k], letter);
      for (size_t k = 0; k < l.count; k++)
        y |= cube_holds (l.data[k], letter);
      same &= x == y;
      HOLD (cube_covered ((struct cube) { letter, 15 & ~letter }, kept, n) == x);
    }
    HOLD (same);
    VEC_FREE (l);
  }
  CHECK_HELD ("a minimised label has the same letters, and covering cubes are told");
}

static struct automaton *
read_quietly (const char *text, size_t n)
{
  struct diag diag = {0};
  struct automaton *a = hoa_read (text, n, "f", &diag);
  HOLD ((a == NULL) == (diag.errors == 1));
  if (a)
    automaton_check (a);
  return a;
}

/* What is written is read back as the same; a damaged text is read or refused. */
static void
test_round_trip (void)
{
  for (int i = 0; i < 400; i++) {
    bool by_state = below (2);
    struct automaton *a = automaton_random (by_state ? 1 : below (4), by_state);
    struct str text = {0}, again = {0};
    hoa_write (&text, a, "a \"name\" with \\");
    struct automaton *b = read_quietly (str_text (&text), text.len);
    HOLD (b && same_words (a, b, 5));
    if (b && (a->by_state == b->by_state)) {
      b->weak = a->weak;
      b->terminal = a->terminal;
      hoa_write (&again, b, "a \"name\" with \\");
      HOLD (strcmp (str_text (&text), str_text (&again)) == 0);
    }
    automaton_free (b);
    for (int k = 0; k < 20; k++) {
      size_t at = below ((uint32_t) text.len), n = below (4) ? text.len : at;
      text.data[at] = (char) (below (3) ? "[]{}()&|!0123456789 \n\"@/*-tf"[below (28)] : (char) below (256));
      automaton_free (read_quietly (str_text (&text), n));
    }
    str_release (&text);
    str_release (&again);
    automaton_free (a);
  }
  CHECK_HELD ("what is written is read back; what is damaged is read, or refused with one message");
}

#define BEGIN "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"b\"\n"
#define BUCHI "Acceptance: 1 Inf(0)\n"

/* The formula and an automaton of it in the various ways of the format. */
static void
test_reading (void)
{
  const struct {
    const char *text, *formula;
  } cases[] = {
    { BEGIN BUCHI "--BODY--\nState: 0 [0] 0 [1] 1 State: 1 {0} [t] 1 --END--", "a U b" },
    { BEGIN BUCHI "Alias: @x 0&!1 Alias: @y !@x | 1\n--BODY-- State: 0 {0} [@x] 0 [!@y & 0] 0 --END--", "[] (a && !b)" },
    { BEGIN BUCHI "--BODY-- State: 0 0 {0} 1 {0} 0 {0} 1 {0} State: 1 --END--", "[] !a" },
    { BEGIN BUCHI "--BODY-- State: [0|1] 0 \"zero\" {0} 0 --END--", "[] (a || b)" },
    { BEGIN "Acceptance: 2 Inf(0) & Inf(1)\n--BODY-- State: 0 [0&1] 0 {0 1} [0] 0 {0} [1] 0 {1} [t] 0 --END--", "[] <> a && [] <> b" },
    { BEGIN "Acceptance: 0 t\n--BODY-- State: 0 [0] 0 --END--", "[] a" },
    { BEGIN "Acceptance: 0 f\n--BODY-- State: 0 [t] 0 --END--", "false" },
    { BEGIN "Acceptance: 3 (Inf(2))\n--BODY-- State: 0 [0] 0 {2} [!0] 0 {0 1} --END--", "[] <> a" },
    { BEGIN "Start: 1\n" BUCHI "--BODY-- State: 0 {0} [0] 0 State: 1 {0} [1] 1 --END--", "[] a || [] b" },
    { "HOA: v1 /* a /* nested */ comment */ tool: \"t\" \"1\" AP: 1 \"a\" Start: 0 acc-name: Buchi " BUCHI
      "properties: x y --BODY-- State: 0 {0} [!!(0)] 0 --END-- rest", "[] a" },
    { "HOA: v1 AP: 1 \"a\" " BUCHI "--BODY-- --END--", "false" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct diag diag = { .out = stderr };
    struct formulas *t = formulas_with_atoms (2);
    formula_id f = formula_of (t, cases[i].formula);
    struct automaton *a = hoa_read (cases[i].text, strlen (cases[i].text), "f", &diag);
    HOLD (a != NULL);
    for (int k = 0; k < 60 && a; k++) {
      struct word w = word_random (2);
      bool same = word_accepted (a, &w) == word_satisfies (t, f, &w);
      if (!same)
        fprintf (stderr, "automaton %zu\n", i);
      HOLD (same);
    }
    CHECK_HELD (cases[i].formula);
    automaton_free (a);
    formulas_free (t);
  }
}

static void
test_errors (void)
{
  const struct {
    const char *text, *message;
  } cases[] = {
    { "", "f:1:1: error: the automaton ends here, expected HOA: v1" },
    { "never { }", "f:1:1: error: found 'never', expected HOA: v1" },
    { "HOA: v2", "f:1:6: error: found 'v2', expected version v1" },
    { BEGIN "--BODY--", "f:5:1: error: found '--BODY--', expected Acceptance: before the body" },
    { BEGIN "Acceptance: 1 Fin(0)", "f:5:15: error: found 'Fin', expected Inf: only B" },
    { BEGIN "Acceptance: 2 Inf(0) | Inf(1)", "f:5:22: error: found '|', expected a conjunction" },
    { BEGIN "Acceptance: 1 Inf(1)", "f:5:19: error: found 1, expected a number below that of the acceptance sets" },
    { BEGIN "Acceptance: 99 t", "f:5:13: error: found 99, expected at most 64" },
    { BEGIN "Strange: 3", "f:5:1: error: this header is not known" },
    { BEGIN BUCHI "--BODY--\n[0] 1", "f:7:1: error: found '[', expected State: or --END--" },
    { BEGIN BUCHI "--BODY--\nState: 5", "f:7:8: error: found 5, expected a number below that of the states" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[2] 1", "f:8:2: error: found 2, expected a number below that of the propositions" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[0] 0&1", "f:8:6: error: alternating automata are not supported" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[0] 0 {1}", "f:8:8: error: found 1, expected a number below that of the acceptance sets" },
    { BEGIN BUCHI "--BODY--\nState: 0\nState: 0", "f:8:8: error: this state was described before" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[@x] 0", "f:8:2: error: found 'x', expected an alias" },
    { BEGIN BUCHI "--BODY--\nState: 0\n0 0 0 0 0", "f:8:9: error: more edges without label than there are letters" },
    { BEGIN BUCHI "--BODY--\nState: [0] 0\n[1] 0", "f:8:1: error: a label on an edge of a state that has one" },
    { BEGIN BUCHI "--BODY--\n--ABORT--", "f:7:1: error: found '--ABORT--', expected State: or --END--" },
    { BEGIN BUCHI "/* ", "f:6:1: error: this comment does not end" },
    { BEGIN BUCHI "name: \"x", "f:6:7: error: this string does not end" },
    { "HOA: v1 States: 99999999999", "f:1:17: error: this number is too large" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream (&text, &size);
    struct diag diag = { .out = out };
    struct automaton *a = hoa_read (cases[i].text, strlen (cases[i].text), "f", &diag);
    fclose (out);
    bool good = !a && diag.errors == 1 && strncmp (text, cases[i].message, strlen (cases[i].message)) == 0;
    if (!good)
      fprintf (stderr, "%s: %s", cases[i].text, text);
    CHECK (good);
    automaton_free (a);
    free (text);
  }
}

static void
test_export (void)
{
  struct formulas *t = formulas_with_atoms (2);
  struct automaton *g = ltl_translate (t, formula_of (t, "a U b"), NULL), *a = ltl_degeneralise (g, NULL);
  struct str out = {0};
  never_write (&out, a, "a /* U */ b");
  CHECK (strcmp (str_text (&out), "never { /* a / * U * / b */\nT0_init:\n\tdo\n\t:: (a) -> goto T0_init\n"
                                  "\t:: (b) -> goto accept_all\n\tod;\naccept_all:\n\tskip;\n}\n") == 0);
  str_clear (&out);
  dot_write (&out, a, "a U b");
  CHECK (strstr (str_text (&out), "0 -> 1 [label=\"b\"]") != NULL);
  CHECK (strstr (str_text (&out), "1 [shape=doublecircle]") != NULL);
  str_release (&out);
  automaton_free (g);
  automaton_free (a);
  formulas_free (t);
}

int
main (void)
{
  test_reduction ();
  test_labels ();
  test_round_trip ();
  test_reading ();
  test_errors ();
  test_export ();
  return check_end ();
}
