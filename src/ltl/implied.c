/* Implication between formulas, as far as it follows from their structure.
 *
 * Idea. f implies g if that can be derived from their subformulas: some conjunct of f implies g; f U h implies g if f and h
 * do; and so on.
 *
 * Source. F. Somenzi, R. Bloem, "Efficient Büchi Automata from LTL Formulae", CAV 2000, table of sufficient conditions; the
 * rules for pure eventualities and universalities follow from their definition (formula.h).
 *
 * Where we differ. Results are kept in a cache of fixed size; after a bounded number of steps the answer is no.
 *
 * Why sound. Each rule is a valid implication; test/unit/ltl_rewrite.c checks results on words. A missed implication only
 * costs an application of a rule in rewrite.c. */
#include "ltl/formula_table.h"

enum { CACHE_BITS = 12, MAX_STEPS = 5000000 };

static struct implied *
cached (struct formulas *t, formula_id a, formula_id b)
{
  while (t->implied.count < (size_t) 1 << CACHE_BITS)
    VEC_PUSH (t->implied, (struct implied) {0});
  return &t->implied.data[table_hash ((uint64_t) a << 32 | b) >> (64 - CACHE_BITS)];
}

static bool
any_kid_implies (struct formulas *t, formula_id a, formula_id b)
{
  for (uint32_t i = 0; i < form_get (t, a)->nkids; i++)
    if (formulas_implies (t, form_kid (t, a, i), b))
      return true;
  return false;
}

static bool
all_kids_imply (struct formulas *t, formula_id a, formula_id b)
{
  for (uint32_t i = 0; i < form_get (t, a)->nkids; i++)
    if (!formulas_implies (t, form_kid (t, a, i), b))
      return false;
  return true;
}

static bool
implies_some_kid (struct formulas *t, formula_id a, formula_id b)
{
  for (uint32_t i = 0; i < form_get (t, b)->nkids; i++)
    if (formulas_implies (t, a, form_kid (t, b, i)))
      return true;
  return false;
}

static bool
implies_all_kids (struct formulas *t, formula_id a, formula_id b)
{
  for (uint32_t i = 0; i < form_get (t, b)->nkids; i++)
    if (!formulas_implies (t, a, form_kid (t, b, i)))
      return false;
  return true;
}

/* a = r U s. */
static bool
until_implies (struct formulas *t, formula_id a, formula_id b)
{
  const struct form *g = form_get (t, b);
  formula_id r = form_kid (t, a, 0), s = form_kid (t, a, 1);
  if (!formulas_implies (t, s, b))
    return false;
  if (g->eventual || formulas_implies (t, r, b))
    return true;
  return g->op == FORM_UNTIL && formulas_implies (t, r, form_kid (t, b, 0));
}

/* b = p R q. */
static bool
implies_release (struct formulas *t, formula_id a, formula_id b)
{
  const struct form *f = form_get (t, a);
  formula_id p = form_kid (t, b, 0), q = form_kid (t, b, 1);
  if (!formulas_implies (t, a, q))
    return false;
  if (f->universal || formulas_implies (t, a, p))
    return true;
  return f->op == FORM_RELEASE && formulas_implies (t, form_kid (t, a, 0), p);
}

static bool
decide_implied (struct formulas *t, formula_id a, formula_id b)
{
  struct form f = *form_get (t, a), g = *form_get (t, b);
  if (g.op == FORM_AND)
    return implies_all_kids (t, a, b);
  if (f.op == FORM_OR)
    return all_kids_imply (t, a, b);
  if (f.op == FORM_UNTIL && until_implies (t, a, b))
    return true;
  if (g.op == FORM_RELEASE && implies_release (t, a, b))
    return true;
  if (f.op == FORM_RELEASE && formulas_implies (t, form_kid (t, a, 1), b))
    return true;
  if (g.op == FORM_UNTIL && formulas_implies (t, a, form_kid (t, b, 1)))
    return true;
  if (f.op == FORM_NEXT && (g.op == FORM_NEXT || g.eventual) &&
      formulas_implies (t, form_kid (t, a, 0), g.op == FORM_NEXT ? form_kid (t, b, 0) : b))
    return true;
  if (g.op == FORM_NEXT && f.universal && formulas_implies (t, a, form_kid (t, b, 0)))
    return true;
  if (f.op == FORM_AND && any_kid_implies (t, a, b))
    return true;
  return g.op == FORM_OR && implies_some_kid (t, a, b);
}

bool
formulas_implies (struct formulas *t, formula_id a, formula_id b)
{
  if (a == b || a == FORM_FALSE || b == FORM_TRUE)
    return true;
  if (a == FORM_TRUE || b == FORM_FALSE)
    return false;
  struct form f = *form_get (t, a), g = *form_get (t, b);
  if ((f.nkids == 0 && g.nkids == 0) || t->implied_steps++ > MAX_STEPS)
    return false;
  struct implied *known = cached (t, a, b);
  if (known->a == a && known->b == b && known->answer != IMPLIED_UNKNOWN)
    return known->answer == IMPLIED_YES;
  bool answer = decide_implied (t, a, b);
  *cached (t, a, b) = (struct implied) { a, b, answer ? IMPLIED_YES : IMPLIED_NO };
  return answer;
}
