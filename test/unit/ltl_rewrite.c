/* Each rewriting rule, by its two sides; random formulas before and after. */
#include "check.h"
#include "ltl/formula_table.h"
#include "ltl_words.h"

static const char *const rules[][2] = {
  /* implication in conjunctions and disjunctions */
  { "a && (a || b)", "a" }, { "[] a && a", "[] a" }, { "<> a || a", "<> a" }, { "a U b && <> b", "a U b" },
  { "a && !a", "false" }, { "[] a && <> !a", "false" }, { "[] a || <> !a", "true" }, { "X a && X !a", "false" },
  { "[] a && X a", "[] a" }, { "X <> a || <> a", "<> a" }, { "[] <> a && <> a", "[] <> a" },
  { "[] (a && b) && [] a", "[] (a && b)" }, { "X [] a || [] a", "X [] a" },
  /* fusion */
  { "X a && X b", "X (a && b)" }, { "X a || X b", "X (a || b)" }, { "[] a && [] b", "[] (a && b)" },
  { "<> a || <> b", "<> (a || b)" }, { "(a V b) && (a V c)", "a V (b && c)" }, { "(a U b) || (a U c)", "a U (b || c)" },
  { "(a U c) && (b U c)", "(a && b) U c" }, { "(a V c) || (b V c)", "(a || b) V c" },
  { "<> [] a && <> [] b", "<> [] (a && b)" }, { "[] <> a || [] <> b", "[] <> (a || b)" },
  /* one operand assumed in the others */
  { "a && (!a || b)", "a && b" }, { "a || (!a && b)", "a || b" }, { "<> a && (b || (<> a && c))", "<> a && (b || c)" },
  { "[] a && (b || <> !a)", "[] a && b" },
  /* until and release */
  { "a U <> b", "<> b" }, { "a V [] b", "[] b" }, { "a U (a U b)", "a U b" }, { "a U ((a || b) U c)", "(a || b) U c" },
  { "(a U b) U b", "a U b" }, { "(a && b) U b", "b" }, { "!a U a", "<> a" }, { "(b || !a) U a", "<> a" }, { "!a V a", "[] a" },
  { "X a U X b", "X (a U b)" }, { "X a V X b", "X (a V b)" }, { "<> X a", "X <> a" }, { "[] X a", "X [] a" },
  { "<> (X a && X b)", "X <> (a && b)" },
  { "a U (b || <> c)", "(a U b) || <> c" }, { "a V (b && [] c)", "(a V b) && [] c" }, { "<> (a || <> b)", "<> (a || b)" },
  { "[] (a && [] b)", "[] (a && b)" }, { "<> (a U b)", "<> b" }, { "[] (a V b)", "[] b" }, { "[] a U b", "b || ([] a && <> b)" },
  { "<> a V b", "b && (<> a || [] b)" },
  { "[] (a && <> b)", "[] a && [] <> b" }, { "<> (a || [] b)", "<> a || <> [] b" },
  /* constant in time */
  { "X [] <> a", "[] <> a" }, { "X <> [] a", "<> [] a" }, { "<> [] <> a", "[] <> a" }, { "[] <> [] a", "<> [] a" },
  { "a U (b && [] <> c)", "(a U b) && [] <> c" }, { "a V (b || <> [] c)", "(a V b) || <> [] c" },
  { "[] (a || [] <> b)", "[] a || [] <> b" }, { "<> (a && <> [] b)", "<> a && <> [] b" }, { "[] <> X a", "[] <> a" },
  { "[] <> (a && <> b)", "[] <> a && [] <> b" }, { "<> [] (a || [] b)", "<> [] a || <> [] b" }, { "[] <> (a U b)", "[] <> b" },
};

static bool
equivalent (const struct formulas *t, formula_id f, formula_id g, int natoms, int n)
{
  for (int i = 0; i < n; i++) {
    struct word w = word_random (natoms);
    if (word_satisfies (t, f, &w) != word_satisfies (t, g, &w))
      return false;
  }
  return true;
}

static void
test_rules (void)
{
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    struct formulas *t = formulas_with_atoms (3);
    formula_id f = formula_of (t, rules[i][0]), g = formula_of (t, rules[i][1]);
    bool sound = equivalent (t, f, g, 3, 2000), used = form_rewrite (t, f) == form_rewrite (t, g);
    if (!sound || !used)
      fprintf (stderr, "%s = %s: %s\n", rules[i][0], rules[i][1], sound ? "the rule is not used" : "not equivalent");
    CHECK (sound);
    CHECK (used);
    formulas_free (t);
  }
}

static void
test_random (void)
{
  for (int i = 0; i < 4000; i++) {
    struct formulas *t = formulas_with_atoms (3);
    formula_id f = formula_random (t, 3, 1 + (int) below (12), true), g = form_rewrite (t, f);
    HOLD (equivalent (t, f, g, 3, 12));
    formulas_free (t);
  }
  CHECK_HELD ("a rewritten formula has the same words");
}

/* What formulas_implies says is so. */
static void
test_implication (void)
{
  int yes = 0;
  for (int i = 0; i < 6000; i++) {
    struct formulas *t = formulas_with_atoms (2);
    formula_id f = formula_random (t, 2, 1 + (int) below (7), true), g = formula_random (t, 2, 1 + (int) below (7), true);
    t->implied_steps = 0;
    if (formulas_implies (t, f, g)) {
      yes++;
      for (int k = 0; k < 15; k++) {
        struct word w = word_random (2);
        HOLD (!word_satisfies (t, f, &w) || word_satisfies (t, g, &w));
      }
    }
    formulas_free (t);
  }
  CHECK_HELD ("what is said to be implied is");
  CHECK (yes > 300);
}

int
main (void)
{
  test_rules ();
  test_random ();
  test_implication ();
  return check_end ();
}
