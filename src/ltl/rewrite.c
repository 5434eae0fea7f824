/* Rewriting: an equivalent formula with a smaller automaton.
 *
 * Idea. Bottom up, each node is replaced by the result of the first rule that applies, until none does. Rules are written
 * for X, && and U only; those for || and R are their duals: negate, apply, negate back.
 *
 * Source. K. Etessami, G. Holzmann, "Optimizing Büchi Automata", CONCUR 2000: pure eventualities and universalities. F.
 * Somenzi, R. Bloem, "Efficient Büchi Automata from LTL Formulae", CAV 2000: implication, fusion. T. Babiak, M. Křetínský,
 * V. Řehák, J. Strejček, "LTL to Büchi Automata Translation: Fast and More Deterministic", TACAS 2012: formulas whose truth
 * does not change along a word.
 *
 * Where we differ. By duality || and R get every rule that && and U have. Work is bounded: a formula that exceeds the bound
 * stays as it is.
 *
 * Why sound. Each rule is an equivalence; test/unit/ltl_rewrite.c lists each with both sides and compares them on words. */
#include "ltl/formula_table.h"

/* Truth is the same at all positions of a word, as for []<>p. */
static bool
is_constant_in_time (const struct formulas *t, formula_id f)
{
  const struct form *g = form_get (t, f);
  return g->eventual && g->universal;
}

/* The operands of a conjunction or disjunction while rules are applied. */
struct parts {
  formula_id *data;
  size_t count, room;
};

static void
remove_part (struct parts *parts, size_t i)
{
  parts->data[i] = parts->data[--parts->count];
}

static formula_id until_rules (struct formulas *, formula_id, formula_id);
static formula_id and_rules (struct formulas *, struct parts *);

static formula_id
release_rules (struct formulas *t, formula_id a, formula_id b)
{
  return form_not (t, until_rules (t, form_not (t, a), form_not (t, b)));
}

static formula_id
or_rules (struct formulas *t, struct parts *parts)
{
  for (size_t i = 0; i < parts->count; i++)
    parts->data[i] = form_not (t, parts->data[i]);
  return form_not (t, and_rules (t, parts));
}

static formula_id
and_two (struct formulas *t, formula_id a, formula_id b)
{
  struct parts parts = {0};
  VEC_PUSH (parts, a);
  VEC_PUSH (parts, b);
  formula_id f = and_rules (t, &parts);
  VEC_FREE (parts);
  return f;
}

static formula_id
or_two (struct formulas *t, formula_id a, formula_id b)
{
  return form_not (t, and_two (t, form_not (t, a), form_not (t, b)));
}

static formula_id
next_rules (struct formulas *t, formula_id f)
{
  return is_constant_in_time (t, f) ? f : form_next (t, f);
}

/* a && b as one formula, or FORM_NONE. */
static formula_id
fuse (struct formulas *t, formula_id a, formula_id b)
{
  const struct form *f = form_get (t, a), *g = form_get (t, b);
  if (f->op != g->op)
    return FORM_NONE;
  if (f->op == FORM_NEXT)                        /* X p && X q  =  X (p && q) */
    return next_rules (t, and_two (t, form_kid (t, a, 0), form_kid (t, b, 0)));
  bool constant = is_constant_in_time (t, a) || is_constant_in_time (t, b);
  if (f->op == FORM_RELEASE && form_kid (t, a, 0) == form_kid (t, b, 0) && !constant)
    /* (p R q) && (p R r)  =  p R (q && r); but []<>p is best left alone */
    return release_rules (t, form_kid (t, a, 0), and_two (t, form_kid (t, a, 1), form_kid (t, b, 1)));
  if (f->op == FORM_UNTIL && form_kid (t, a, 1) == form_kid (t, b, 1))
    /* (p U r) && (q U r)  =  (p && q) U r */
    return until_rules (t, and_two (t, form_kid (t, a, 0), form_kid (t, b, 0)), form_kid (t, a, 1));
  formula_id x = form_under_finally (t, a), y = form_under_finally (t, b);
  if (x == FORM_NONE || y == FORM_NONE)
    return FORM_NONE;
  x = form_under_globally (t, x);
  y = form_under_globally (t, y);
  if (x == FORM_NONE || y == FORM_NONE)
    return FORM_NONE;                            /* <>[]p && <>[]q  =  <>[](p && q) */
  return form_finally (t, release_rules (t, FORM_FALSE, and_two (t, x, y)));
}

/* The conjuncts that a does not imply. */
static formula_id
still_needed (struct formulas *t, formula_id a, formula_id f)
{
  if (form_get (t, f)->op != FORM_AND)
    return f;
  struct parts left = {0};
  for (uint32_t i = 0; i < form_get (t, f)->nkids; i++)
    if (!formulas_implies (t, a, form_kid (t, f, i)))
      VEC_PUSH (left, form_kid (t, f, i));
  formula_id rest = form_all (t, FORM_AND, left.data, left.count);
  VEC_FREE (left);
  return rest;
}

/* The disjuncts that a does not exclude. */
static formula_id
under_assumption (struct formulas *t, formula_id a, formula_id either)
{
  struct parts left = {0};
  uint32_t n = form_get (t, either)->nkids;
  for (uint32_t i = 0; i < n; i++) {
    formula_id kid = form_kid (t, either, i);
    if (!formulas_implies (t, a, form_not (t, kid)))
      VEC_PUSH (left, still_needed (t, a, kid));
  }
  formula_id f = or_rules (t, &left);
  VEC_FREE (left);
  return f;
}

/* Applies one rule to operands i and j of a conjunction; false if none applies. */
static bool
and_step (struct formulas *t, struct parts *parts, size_t i, size_t j)
{
  formula_id a = parts->data[i], b = parts->data[j];
  if (formulas_implies (t, a, b)) {
    remove_part (parts, j);
    return true;
  }
  if (formulas_implies (t, a, form_not (t, b))) {
    parts->data[i] = FORM_FALSE;
    remove_part (parts, j);
    return true;
  }
  formula_id f = i < j ? fuse (t, a, b) : FORM_NONE;
  if (f != FORM_NONE) {
    parts->data[i] = f;
    remove_part (parts, j);
    return true;
  }
  if (form_get (t, b)->op == FORM_OR && (f = under_assumption (t, a, b)) != b) {
    parts->data[j] = f;
    return true;
  }
  return false;
}

static void
flatten (struct formulas *t, struct parts *parts)
{
  formula_id all = form_all (t, FORM_AND, parts->data, parts->count);
  parts->count = 0;
  if (form_get (t, all)->op != FORM_AND)
    VEC_PUSH (*parts, all);
  else
    for (uint32_t i = 0; i < form_get (t, all)->nkids; i++)
      VEC_PUSH (*parts, form_kid (t, all, i));
}

static formula_id
and_rules (struct formulas *t, struct parts *parts)
{
  enum { MAX_COMPARED = 200 };
  flatten (t, parts);
  for (bool changed = parts->count <= MAX_COMPARED; changed;) {
    changed = false;
    for (size_t i = 0; i < parts->count && !changed; i++)
      for (size_t j = 0; j < parts->count && !changed; j++)
        changed = i != j && and_step (t, parts, i, j);
    if (changed)
      flatten (t, parts);
  }
  return form_all (t, FORM_AND, parts->data, parts->count);
}

/* Splits the operands of b (an op, or one operand) by the predicate `which`. */
static void
split (struct formulas *t, formula_id b, enum form_op op, bool (*which) (const struct formulas *, formula_id),
       formula_id *with, formula_id *without)
{
  struct parts yes = {0}, no = {0};
  uint32_t n = form_get (t, b)->op == op ? form_get (t, b)->nkids : 1;
  for (uint32_t i = 0; i < n; i++) {
    formula_id kid = form_get (t, b)->op == op ? form_kid (t, b, i) : b;
    if (which (t, kid))
      VEC_PUSH (yes, kid);
    else
      VEC_PUSH (no, kid);
  }
  *with = form_all (t, op, yes.data, yes.count);
  *without = form_all (t, op, no.data, no.count);
  VEC_FREE (yes);
  VEC_FREE (no);
}

static bool
is_eventual (const struct formulas *t, formula_id f)
{
  return form_get (t, f)->eventual;
}

static bool
is_universal (const struct formulas *t, formula_id f)
{
  return form_get (t, f)->universal;
}

static bool
is_not_next (const struct formulas *t, formula_id f)
{
  return form_get (t, f)->op != FORM_NEXT;
}

/* <>b for a b that is not a constant. FORM_NONE if no rule applies. */
static formula_id
finally_rules (struct formulas *t, formula_id b)
{
  const struct form *g = form_get (t, b);
  formula_id with, without;
  if (g->op == FORM_UNTIL)                       /* <>(p U q)  =  <>q */
    return until_rules (t, FORM_TRUE, form_kid (t, b, 1));
  if (g->op == FORM_NEXT)                        /* <>X p  =  X<>p */
    return next_rules (t, until_rules (t, FORM_TRUE, form_kid (t, b, 0)));
  if (g->op == FORM_OR) {                        /* <>(p || u)  =  <>p || <>u, u universal */
    split (t, b, FORM_OR, is_universal, &with, &without);
    if (with != FORM_FALSE && without != FORM_FALSE)
      return or_two (t, until_rules (t, FORM_TRUE, without), until_rules (t, FORM_TRUE, with));
    return FORM_NONE;
  }
  if (g->op == FORM_AND) {                       /* <>(X p && X q ...) */
    split (t, b, FORM_AND, is_not_next, &with, &without);
    if (with == FORM_TRUE) {
      formula_id under = FORM_TRUE;
      for (uint32_t i = 0; i < form_get (t, b)->nkids; i++)
        under = form_and (t, under, form_kid (t, form_kid (t, b, i), 0));
      return next_rules (t, until_rules (t, FORM_TRUE, under));
    }
  }
  formula_id always = form_under_globally (t, b);
  if (always != FORM_NONE) {                     /* <>[](u || p) = <>[]u || <>[]p, u universal: dual of the next */
    formula_id event;
    split (t, form_not (t, always), FORM_AND, is_eventual, &event, &without);
    if (event != FORM_TRUE && without != FORM_TRUE) {
      formula_id x = release_rules (t, FORM_FALSE, until_rules (t, FORM_TRUE, event));
      formula_id y = release_rules (t, FORM_FALSE, until_rules (t, FORM_TRUE, without));
      return form_not (t, and_two (t, x, y));    /* []<>(e && p) = []<>e && []<>p, e eventual */
    }
  }
  return FORM_NONE;
}

static formula_id
until_rules (struct formulas *t, formula_id a, formula_id b)
{
  if (form_is_const (b) || a == FORM_FALSE || formulas_implies (t, a, b) || is_eventual (t, b))
    return b;                                    /* p U b  =  b, b eventual or implied by p */
  enum form_op left = form_get (t, a)->op, right = form_get (t, b)->op;
  if (right == FORM_UNTIL && formulas_implies (t, a, form_kid (t, b, 0)))
    return b;                                    /* p U (q U r)  =  q U r, p implies q */
  if (left == FORM_UNTIL && form_kid (t, a, 1) == b)
    return a;                                    /* (p U q) U q  =  p U q */
  if (a != FORM_TRUE && formulas_implies (t, form_not (t, b), a))
    return until_rules (t, FORM_TRUE, b);        /* p U q  =  <>q, !q implies p */
  if (left == FORM_NEXT && right == FORM_NEXT)   /* X p U X q  =  X (p U q) */
    return next_rules (t, until_rules (t, form_kid (t, a, 0), form_kid (t, b, 0)));
  formula_id with, without;
  split (t, b, FORM_OR, is_eventual, &with, &without);
  if (with != FORM_FALSE)                        /* p U (q || e)  =  p U q || e, e eventual */
    return or_two (t, until_rules (t, a, without), with);
  split (t, b, FORM_AND, is_constant_in_time, &with, &without);
  if (with != FORM_TRUE)                         /* p U (q && s)  =  p U q && s, s constant in time */
    return and_two (t, until_rules (t, a, without), with);
  if (a != FORM_TRUE && form_get (t, a)->universal)
    /* u U q  =  q || (u && <>q), u universal */
    return or_two (t, b, and_two (t, a, until_rules (t, FORM_TRUE, b)));
  if (a == FORM_TRUE) {
    formula_id r = finally_rules (t, b);
    if (r != FORM_NONE)
      return r;
  }
  return form_until (t, a, b);
}

static formula_id
rewrite (struct formulas *t, formula_id f, struct parts *memo)
{
  while (memo->count <= f)
    VEC_PUSH (*memo, FORM_NONE);
  if (memo->data[f] != FORM_NONE)
    return memo->data[f];
  struct form g = *form_get (t, f);
  struct parts kids = {0};
  for (uint32_t i = 0; i < g.nkids; i++)
    VEC_PUSH (kids, rewrite (t, form_kid (t, f, i), memo));
  formula_id r = f;
  switch (g.op) {
  case FORM_CONST: case FORM_ATOM: case FORM_NOT_ATOM: break;
  case FORM_NEXT: r = next_rules (t, kids.data[0]); break;
  case FORM_AND: r = and_rules (t, &kids); break;
  case FORM_OR: r = or_rules (t, &kids); break;
  case FORM_UNTIL: r = until_rules (t, kids.data[0], kids.data[1]); break;
  case FORM_RELEASE: r = release_rules (t, kids.data[0], kids.data[1]); break;
  }
  VEC_FREE (kids);
  memo->data[f] = r;
  return r;
}

formula_id
form_rewrite (struct formulas *t, formula_id f)
{
  t->implied_steps = 0;
  /* On large formulas rules may undo each other's work; a few rounds suffice. */
  for (int round = 0; round < 5; round++) {
    struct parts memo = {0};
    formula_id g = rewrite (t, f, &memo);
    VEC_FREE (memo);
    if (g == f)
      break;
    f = g;
  }
  return f;
}

formula_id
form_gather (struct formulas *t, formula_id f)
{
  if (form_get (t, f)->op != FORM_OR)
    return f;
  struct parts under = {0}, rest = {0};
  bool eventually = false, constant = false;
  for (uint32_t i = 0; i < form_get (t, f)->nkids; i++) {
    formula_id kid = form_kid (t, f, i), x = form_under_finally (t, kid);
    eventually |= x != FORM_NONE;
    constant |= x == FORM_NONE && is_constant_in_time (t, kid);
    if (x != FORM_NONE || is_constant_in_time (t, kid))
      VEC_PUSH (under, x != FORM_NONE ? x : kid);
    else
      VEC_PUSH (rest, kid);
  }
  if (eventually && constant) {
    VEC_PUSH (rest, form_finally (t, form_all (t, FORM_OR, under.data, under.count)));
    f = form_all (t, FORM_OR, rest.data, rest.count);
  }
  VEC_FREE (under);
  VEC_FREE (rest);
  return f;
}
