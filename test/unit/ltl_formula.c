/* Formulas: constructors, negation, printing, parsing and its errors. */
#include "base/str.h"
#include "check.h"
#include "ltl_print.h"
#include "ltl_words.h"

#include <stdlib.h>

static bool
prints (struct formulas *t, const char *text, enum form_syntax syntax, const char *expected)
{
  struct str out = {0};
  form_print (&out, t, formula_of (t, text), syntax);
  bool same = strcmp (str_text (&out), expected) == 0;
  if (!same)
    fprintf (stderr, "%s: %s, expected %s\n", text, str_text (&out), expected);
  str_release (&out);
  return same;
}

static void
test_syntax (void)
{
  struct formulas *t = formulas_with_atoms (4);
  const char *const same[][2] = {
    { "[] (a -> <> b)", "G(a implies F b)" }, { "a U b U c", "(a U b) U c" }, { "a -> b -> c", "a -> (b -> c)" },
    { "a && b || c", "(a /\\ b) \\/ c" }, { "a || b && c", "a || (b && c)" }, { "a || b -> c <-> d", "((a || b) -> c) <-> d" },
    { "! a U b", "(! a) U b" }, { "a && b U c", "a && (b U c)" }, { "a V b", "a R b" }, { "a W b", "b V (a || b)" },
    { "a weakuntil b", "(a U b) || [] a" }, { "always a", "[] a" }, { "eventually a", "<> a" }, { "next a", "X a" },
    { "a until b", "a stronguntil b" }, { "a release b", "! (!a U !b)" }, { "a equivalent b", "(a && b) || (!a && !b)" },
    { "1", "true" }, { "0", "false" }, { "a && !a", "false" }, { "a || true", "true" }, { "X true", "true" },
    { "((((a))))", "a" }, { "{ a }", "a" }, { "  a\n&&\tb  ", "b && a" }, { "a && (b && c)", "(c && b) && a" },
    { "[]<>a", "[] <> a" }, { "!!a", "a" }, { "<>!a", "![]a" }, { "a => b", "a -> b" }, { "a <=> b", "a <-> b" },
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    formula_id f = formula_of (t, same[i][0]), g = formula_of (t, same[i][1]);
    struct word w;
    bool equal = f != FORM_NONE && g != FORM_NONE;
    for (int k = 0; k < 50 && equal; k++) {
      w = word_random (4);
      equal = word_satisfies (t, f, &w) == word_satisfies (t, g, &w);
    }
    if (!equal)
      fprintf (stderr, "%s and %s\n", same[i][0], same[i][1]);
    CHECK (equal);
  }
  CHECK (formula_of (t, "a && (b && c)") == formula_of (t, "(c && b) && a"));
  CHECK (formula_of (t, "a U b U c") == formula_of (t, "(a U b) U c"));
  CHECK (formula_of (t, "a U b U c") != formula_of (t, "a U (b U c)"));
  CHECK (prints (t, "[] (a -> <> b)", FORM_SPIN, "[] (<> b || !a)"));
  CHECK (prints (t, "a U (b V c)", FORM_SPIN, "a U (b V c)"));
  CHECK (prints (t, "a U (b V c)", FORM_LETTERS, "a U (b R c)"));
  CHECK (prints (t, "a W b", FORM_LETTERS, "a W b"));
  CHECK (prints (t, "[] <> a", FORM_LETTERS, "G F a"));
  CHECK (prints (t, "P@l && Q[1]@m", FORM_SPIN, "P@l && (Q[1]@m)"));
  formulas_free (t);
}

/* What the front-end's callback is given as atoms. */
struct seen {
  char text[10][40];
  int n;
};

static formula_id
note_atom (void *context, struct formulas *t, const char *text, struct pos pos, struct diag *diag)
{
  (void) pos;
  (void) diag;
  struct seen *seen = context;
  if (seen->n < 10)
    snprintf (seen->text[seen->n++], sizeof seen->text[0], "%s", text);
  return form_atom (t, formulas_atom (t, text));
}

static void
test_atoms (void)
{
  const struct {
    const char *text, *atom[4];
  } cases[] = {
    { "[] (x == 1)", { "x == 1" } },
    { "<>(x+1 < y && P@l)", { "x+1 < y", "P@l" } },
    { "a[i].f > len (q) U (b)", { "a[i].f > len (q)", "b" } },
    { "(a + b) == 3 -> c", { "(a + b) == 3", "c" } },
    { "P[1]@crit && !P[2]@crit", { "P[1]@crit", "P[2]@crit" } },
    { "x<-1", { "x<-1" } },
    { "x<->y", { "x", "y" } },
    { "x->y", { "x", "y" } },
    { "[]{ x & 1 }", { "x & 1" } },
    { "a [] b" , { "a" } },
    { "Gx U Fy", { "Gx", "Fy" } },
    { "!(a) && X (b)", { "a", "b" } },
    { "x   ==   1", { "x == 1" } },
    { "p:v == 2", { "p:v == 2" } },
    { "[] (q?[m] || empty (q))", { "q" } },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct formulas *t = formulas_new ();
    struct seen seen = {0};
    struct diag diag = {0};
    form_parse (t, cases[i].text, (struct pos) { "test", 1, 1 }, note_atom, &seen, &diag);
    for (int k = 0; k < 4 && cases[i].atom[k]; k++) {
      bool same = k < seen.n && strcmp (seen.text[k], cases[i].atom[k]) == 0;
      if (!same)
        fprintf (stderr, "%s: atom %d is '%s', expected '%s'\n", cases[i].text, k, seen.text[k], cases[i].atom[k]);
      CHECK (same);
    }
    formulas_free (t);
  }
}

static void
test_errors (void)
{
  const struct {
    const char *text, *message;
  } cases[] = {
    { "", "f:3:5: error: the formula ends here, expected a formula" },
    { "a &&", "f:3:9: error: the formula ends here, expected a formula" },
    { "a b", "f:3:7: error: found 'b', expected an operator" },
    { "(a", "f:3:7: error: the formula ends here, expected ')'" },
    { "a)", "f:3:6: error: found ')', expected an operator" },
    { "a &&\n  && b", "f:4:3: error: found '&&', expected a formula" },
    { "a & b", "f:3:7: error: & is not an operator of formulas: write &&" },
    { "[] (x == 1)", "f:3:9: error: 'x == 1' is no name of a proposition" },
    { "U a", "f:3:5: error: found 'U', expected a formula" },
    { "a U", "f:3:8: error: the formula ends here" },
    { "{}", "f:3:5: error: empty braces" },
    { "a $ b", "f:3:7: error: found '$'" },
    { "x ==", "f:3:5: error: found 'x', expected a formula" },
    { "a[", "f:3:5: error: found 'a', expected a formula" },
    { "\xff\xfe", "f:3:5: error: found" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct formulas *t = formulas_new ();
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream (&text, &size);
    struct diag diag = { .out = out };
    formula_id f = form_parse (t, cases[i].text, (struct pos) { "f", 3, 5 }, form_parse_identifier, NULL, &diag);
    fclose (out);
    bool good = f == FORM_NONE && diag.errors == 1 && strncmp (text, cases[i].message, strlen (cases[i].message)) == 0;
    if (!good)
      fprintf (stderr, "%s: %s", cases[i].text, text);
    CHECK (good);
    free (text);
    formulas_free (t);
  }
}

static void
test_depth (void)
{
  enum { N = 300000 };
  const char *const units[] = { "(", "!", "[]", "X ", "a U b U ", "a -> ", "a <-> b <-> ", "a && (b || " };
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    struct str text = {0};
    while (text.len < N)
      str_add (&text, units[i]);
    str_add (&text, "a");
    struct formulas *t = formulas_new ();
    struct diag diag = {0};
    CHECK (form_parse (t, str_text (&text), (struct pos) { "f", 1, 1 }, form_parse_identifier, NULL, &diag) == FORM_NONE);
    CHECK (diag.errors == 1);
    str_release (&text);
    formulas_free (t);
  }
  struct str text = {0};
  struct formulas *t = formulas_new ();
  struct diag diag = {0};
  for (int i = 0; i < 70; i++)
    str_printf (&text, "a%d && ", i);
  str_add (&text, "a");
  CHECK (form_parse (t, str_text (&text), (struct pos) { "f", 1, 1 }, form_parse_identifier, NULL, &diag) == FORM_NONE);
  str_release (&text);
  formulas_free (t);
}

/* Negation is the complement, and printing can be read back. */
static void
test_random (void)
{
  for (int i = 0; i < 2000; i++) {
    struct formulas *t = formulas_with_atoms (3);
    formula_id f = formula_random (t, 3, 1 + (int) below (14), true), g = form_not (t, f);
    struct str text = {0};
    form_print (&text, t, f, FORM_SPIN);
    formula_id back = formula_of (t, str_text (&text));
    HOLD (back != FORM_NONE);
    for (int k = 0; k < 10 && back != FORM_NONE; k++) {
      struct word w = word_random (3);
      bool value = word_satisfies (t, f, &w);
      HOLD (value != word_satisfies (t, g, &w));
      HOLD (value == word_satisfies (t, back, &w));
    }
    str_release (&text);
    formulas_free (t);
  }
  CHECK_HELD ("a negation is the complement, and what is printed is read back");
}

int
main (void)
{
  test_syntax ();
  test_atoms ();
  test_errors ();
  test_depth ();
  test_random ();
  return check_end ();
}
