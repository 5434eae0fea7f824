/* Stutter-invariance of formulas and claims: known answers, the two ways of
 * deciding it against each other, and both against words. */
#include "check.h"
#include "ltl_words.h"

static enum ltl_stutter
claim_answer (struct formulas *t, formula_id f)
{
  struct automaton *a = ltl_translate (t, f, NULL);
  enum ltl_stutter answer = ltl_stutter_claim (a);
  automaton_free (a);
  return answer;
}

static void
test_known (void)
{
  const struct {
    const char *text;
    enum ltl_stutter answer;
  } cases[] = {
    { "[] (a -> <> b)", LTL_STUTTER_YES }, { "X a", LTL_STUTTER_NO }, { "<> X a", LTL_STUTTER_NO },
    { "[] <> X a", LTL_STUTTER_YES }, { "<> (a && X !a)", LTL_STUTTER_YES }, { "<> (a && X a)", LTL_STUTTER_NO },
    { "a && X (a U b)", LTL_STUTTER_NO }, { "a && X (a U (!a && b))", LTL_STUTTER_YES }, { "[] (a <-> X !a)", LTL_STUTTER_NO },
    { "X <> [] a", LTL_STUTTER_YES }, { "[] (a -> X a)", LTL_STUTTER_YES }, { "[] (a -> X b)", LTL_STUTTER_NO },
    { "[] <> (a && X a)", LTL_STUTTER_NO }, { "[] <> (a && X !a)", LTL_STUTTER_YES }, { "<> [] (a -> X a)", LTL_STUTTER_YES },
    { "<> (a && X a && X X !a)", LTL_STUTTER_NO }, { "[] <> (a && X a && X X !a)", LTL_STUTTER_NO },
    { "<> [] (a -> X !a) && [] <> a", LTL_STUTTER_NO }, { "a && X (!a && (!a U [] a))", LTL_STUTTER_NO },
    { "a U (b && X !b && !a)", LTL_STUTTER_NO }, { "true", LTL_STUTTER_YES }, { "false", LTL_STUTTER_YES },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct formulas *t = formulas_with_atoms (2);
    formula_id f = formula_of (t, cases[i].text);
    enum ltl_stutter x = ltl_stutter_formula (t, f), y = claim_answer (t, f);
    if (x != cases[i].answer || y != cases[i].answer)
      fprintf (stderr, "%s: formula %d, claim %d\n", cases[i].text, x, y);
    CHECK (x == cases[i].answer);
    CHECK (y == cases[i].answer);
    formulas_free (t);
  }
}

/* Again and again m times a, then n times not: that counts steps, unless once each. */
static void
test_blocks (void)
{
  for (int m = 1; m <= 2; m++)
    for (int n = 1; n <= 2; n++) {
      static const char *const begin[] = { "a && X (", "a && X (a && X (" }, *const end[] = { "!a)", "!a && X !a)" };
      char text[100];
      snprintf (text, sizeof text, "[] <> (%s%s%s)", begin[m - 1], end[n - 1], m == 2 ? ")" : "");
      struct formulas *t = formulas_with_atoms (2);
      formula_id f = formula_of (t, text);
      enum ltl_stutter wanted = m == 1 && n == 1 ? LTL_STUTTER_YES : LTL_STUTTER_NO;
      CHECK (ltl_stutter_formula (t, f) == wanted && claim_answer (t, f) == wanted);
      formulas_free (t);
    }
}

static struct word
double_at (const struct word *w, int at)
{
  struct word x = { .nu = w->nu + (at < w->nu), .nv = w->nv + (at >= w->nu) };
  for (int i = 0, k = 0; i < w->nu + w->nv; i++) {
    x.letter[k++] = w->letter[i];
    if (i == at)
      x.letter[k++] = w->letter[i];
  }
  return x;
}

static void
test_random (void)
{
  int yes = 0, no = 0;
  for (int i = 0; i < 600; i++) {
    struct formulas *t = formulas_with_atoms (2);
    formula_id f = formula_random (t, 2, 3 + (int) below (6), true);
    enum ltl_stutter x = ltl_stutter_formula (t, f), y = claim_answer (t, f);
    HOLD (x != LTL_STUTTER_MAYBE);
    HOLD (y == LTL_STUTTER_MAYBE || x == y);
    yes += y == LTL_STUTTER_YES && form_get (t, f)->next;
    no += y == LTL_STUTTER_NO;
    for (int k = 0; k < 20 && x == LTL_STUTTER_YES; k++) {
      struct word w = word_random (2), v;
      if (w.nu + w.nv == WORD_MAX)
        continue;
      v = double_at (&w, (int) below ((uint32_t) (w.nu + w.nv)));
      HOLD (word_satisfies (t, f, &w) == word_satisfies (t, f, &v));
    }
    formulas_free (t);
  }
  CHECK_HELD ("a formula or claim said to ignore repetitions does, and both agree");
  CHECK (yes > 20 && no > 20);
}

/* Claims that no formula gave: whatever doubles one letter of a short word, and
 * changes whether it is accepted, must make the answer no. */
static bool
claim_counts (const struct automaton *a)
{
  for (int nu = 0; nu <= 3; nu++)
    for (int nv = 1; nv <= 3; nv++)
      for (uint32_t bits = 0; bits < 1u << (nu + nv); bits++) {
        struct word w = { .nu = nu, .nv = nv };
        for (int i = 0; i < nu + nv; i++)
          w.letter[i] = bits >> i & 1;
        bool accepted = word_accepted (a, &w);
        for (int at = 0; at < nu + nv; at++) {
          struct word x = double_at (&w, at);
          if (word_accepted (a, &x) != accepted)
            return true;
        }
      }
  return false;
}

static void
test_claims (void)
{
  int counting = 0, not = 0;
  for (int i = 0; i < 250; i++) {
    struct automaton *a = automaton_new (1, true);
    automaton_set_atoms (a, (const char *const[]) { "a" }, 1);
    uint32_t n = 2 + below (3), accepting = below (1u << n);
    for (uint32_t s = 0; s < n; s++)
      automaton_add_state (a);
    for (uint32_t k = 0; k < 2 * n; k++) {
      uint32_t s = below (n), letter = below (2);
      automaton_add_edge (a, s, below (n), accepting >> s & 1, &(struct cube) { letter, !letter }, 1);
    }
    automaton_finish (a);
    enum ltl_stutter answer = ltl_stutter_claim (a);
    bool counts = claim_counts (a);
    HOLD (answer != LTL_STUTTER_YES || !counts);
    HOLD (answer != LTL_STUTTER_NO || counts);
    counting += counts;
    not += !counts;
    automaton_free (a);
  }
  CHECK_HELD ("a claim ignores repetitions exactly if no short word shows that it counts");
  CHECK (counting > 30 && not > 30);
}

int
main (void)
{
  test_known ();
  test_blocks ();
  test_random ();
  test_claims ();
  return check_end ();
}
