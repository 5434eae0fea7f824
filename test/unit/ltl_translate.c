/* Translation against the meaning of formulas on words. */
#include "check.h"
#include "ltl_words.h"

/* Formulas that need each operator and several acceptance sets. */
static const char *const formulas[] = {
  "true", "false", "a", "!a", "X a", "X X a", "a U b", "a V b", "a W b", "<> a", "[] a", "[] <> a", "<> [] a", "[] (a -> <> b)",
  "[] <> a && [] <> b", "[] <> a && [] <> b && [] <> c", "<> [] a || [] <> b", "(a U b) U c", "a U (b U c)", "(a V b) V c",
  "[] (a -> X (b U c))", "<> (a && X <> (b && X <> c))", "[] (a -> (b W c))", "[] <> a -> [] <> b", "<> a && <> b && <> c",
  "[] X <> a", "[] (<> a && X b || c)", "(<> a) U ([] b)", "[] (a || X [] b) && [] (c || X [] !b)", "a <-> X b", "[] (a <-> X X a)",
};

enum { KINDS = 5 };

/* The same language, by several ways. */
static struct automaton *
automaton_of (struct formulas *t, formula_id f, int kind)
{
  struct ltl_options options = { .no_rewrite = kind == 1 || kind == 2, .no_reduce = kind == 2 || kind == 4 };
  struct automaton *a = ltl_translate (t, f, &options);
  if (kind >= 3 && a) {
    struct automaton *b = ltl_degeneralise (a, &options);
    automaton_free (a);
    return b;
  }
  return a;
}

/* How many of n words are judged wrongly. */
static int
wrong_words (struct formulas *t, formula_id f, const struct automaton *a, int natoms, int n)
{
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    struct word w = word_random (natoms);
    wrong += word_accepted (a, &w) != word_satisfies (t, f, &w);
  }
  return wrong;
}

static void
test_listed (void)
{
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    for (int kind = 0; kind < KINDS; kind++) {
      struct formulas *t = formulas_with_atoms (3);
      formula_id f = formula_of (t, formulas[i]);
      struct automaton *a = automaton_of (t, f, kind);
      automaton_check (a);
      HOLD (a->by_state == (kind >= 3));
      HOLD (wrong_words (t, f, a, 3, 60) == 0);
      CHECK_HELD (formulas[i]);
      automaton_free (a);
      formulas_free (t);
    }
}

static void
test_random (void)
{
  for (int i = 0; i < 1500; i++) {
    struct formulas *t = formulas_with_atoms (3);
    formula_id f = formula_random (t, 3, 1 + (int) below (11), true);
    int kind = (int) below (KINDS);
    struct automaton *a = automaton_of (t, f, kind), *b = automaton_of (t, form_not (t, f), kind);
    HOLD (a && b);
    automaton_check (a);
    HOLD (wrong_words (t, f, a, 3, 8) == 0);
    struct automaton *both = automaton_product (a, b);
    HOLD (automaton_is_empty (both));
    automaton_free (both);
    automaton_free (a);
    automaton_free (b);
    formulas_free (t);
  }
  CHECK_HELD ("an automaton has the words of its formula, and none of the negation's");
}

/* What the search may rely on: whoever reaches an accepting component of a
 * terminal automaton has accepted; weak ones have no mixed components. */
static void
test_classes (void)
{
  const struct {
    const char *text;
    bool weak, terminal;
  } cases[] = {
    { "<> a", true, true }, { "a U b", true, true }, { "[] a", true, false }, { "<> [] a", true, false },
    { "[] <> a", false, false }, { "[] (a -> <> b)", false, false }, { "<> (a && X b)", true, true }, { "true", true, true },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct formulas *t = formulas_with_atoms (3);
    struct automaton *a = ltl_translate (t, formula_of (t, cases[i].text), NULL);
    CHECK (a->weak == cases[i].weak);
    CHECK (a->terminal == cases[i].terminal);
    automaton_free (a);
    formulas_free (t);
  }
}

/* Sizes that must not grow: states and edges with accepting states. */
static void
test_sizes (void)
{
  const struct {
    const char *text;
    size_t states, edges;
  } cases[] = {
    { "[] <> a", 2, 4 }, { "<> [] a", 2, 3 }, { "[] (a -> <> b)", 2, 4 }, { "a U b", 2, 3 }, { "[] a", 1, 1 },
    { "[] <> a && [] <> b", 3, 8 }, { "[] <> a && [] <> b && [] <> c", 4, 13 }, { "!([] <> a -> [] <> b)", 3, 6 },
    { "(a U (b U c)) || (b U (c U a)) || (c U (a U b))", 2, 2 }, { "false", 1, 0 },
    { "<> [] a || [] <> b", 4, 8 }, { "[] <> a && [] <> b && <> [] c", 4, 10 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct formulas *t = formulas_with_atoms (3);
    struct automaton *a = ltl_translate (t, formula_of (t, cases[i].text), NULL), *b = ltl_degeneralise (a, NULL);
    if (b->states.count > cases[i].states || b->edges.count > cases[i].edges)
      fprintf (stderr, "%s: %zu states, %zu edges\n", cases[i].text, b->states.count, b->edges.count);
    CHECK (b->states.count <= cases[i].states);
    CHECK (b->edges.count <= cases[i].edges);
    automaton_free (a);
    automaton_free (b);
    formulas_free (t);
  }
}

/* A formula whose automaton is too large is refused, not waited for. */
static void
test_limit (void)
{
  struct formulas *t = formulas_new ();
  formula_id f = FORM_TRUE;
  for (int i = 0; i < 40; i++) {
    char name[16];
    snprintf (name, sizeof name, "p%d", i);
    formula_id p = form_atom (t, formulas_atom (t, name));
    f = form_and (t, f, form_finally (t, form_and (t, p, form_next (t, form_finally (t, form_not (t, p))))));
  }
  CHECK (ltl_translate (t, f, &(struct ltl_options) { .max_work = 1000000 }) == NULL);
  formulas_free (t);
}

/* The same input gives the same automaton. */
static void
test_deterministic (void)
{
  struct automaton *a[2];
  for (int i = 0; i < 2; i++) {
    struct formulas *t = formulas_with_atoms (3);
    a[i] = ltl_translate (t, formula_of (t, "[] (a -> X (b U c)) && [] <> b"), NULL);
    formulas_free (t);
  }
  CHECK (a[0]->edges.count == a[1]->edges.count);
  CHECK (memcmp (a[0]->edges.data, a[1]->edges.data, a[0]->edges.count * sizeof *a[0]->edges.data) == 0);
  CHECK (a[0]->cubes.count == a[1]->cubes.count);
  CHECK (memcmp (a[0]->cubes.data, a[1]->cubes.data, a[0]->cubes.count * sizeof *a[0]->cubes.data) == 0);
  automaton_free (a[0]);
  automaton_free (a[1]);
}

int
main (void)
{
  test_listed ();
  test_random ();
  test_classes ();
  test_sizes ();
  test_limit ();
  test_deterministic ();
  return check_end ();
}
