/* Automata of formulas and labels; those of never claims are made in claim_never.c. */
#include <assert.h>

#include "search/claim.h"

#include <stdio.h>

#include "search/claim_atoms.h"

void
claim_release (struct claim *c)
{
  if (c->automaton)
    automaton_free (c->automaton);
  VEC_FREE (c->atoms);
}

enum ltl_stutter
claim_stutter (const struct claim *c)
{
  return c->is_never ? ltl_stutter_claim (c->automaton) : c->stutter;
}

/* ---- atoms: equal expressions share a number ---- */

int
claim_atom (struct claim *c, const struct pg_expr *e)
{
  for (size_t i = 0; i < c->atoms.count; i++)
    if (pg_expr_same (c->atoms.data[i], e))
      return (int) i;
  if (c->atoms.count == FORM_MAX_ATOMS)
    return -1;
  assert (c->atoms.count < FORM_MAX_ATOMS);
  VEC_PUSH (c->atoms, e);
  return (int) c->atoms.count - 1;
}

/* ---- formulas ---- */

struct builder {
  struct claim *claim;
  struct formulas *t;
  bool failed;                    /* too many atoms, or too deep */
};

static formula_id
numbered_atom (struct formulas *t, int i)
{
  char name[16];
  snprintf (name, sizeof name, "a%d", i);
  return form_atom (t, formulas_atom (t, name));
}

/* Conjunctions are part of an atom, because their right side may have a value only where the left side holds. */
static formula_id
build_atom (struct builder *b, const struct pg_expr *e)
{
  if (e->op == E_CONST)
    return e->value ? FORM_TRUE : FORM_FALSE;
  if (e->op == E_NOT)
    return form_not (b->t, build_atom (b, e->kid[0]));
  int i = claim_atom (b->claim, e);
  if (i < 0) {
    b->failed = true;
    return FORM_TRUE;
  }
  return numbered_atom (b->t, i);
}

static formula_id
build (struct builder *b, const struct pg_ltl *f)
{
  struct formulas *t = b->t;
  if (f->op == LTL_ATOM)
    return build_atom (b, f->atom);
  formula_id x = build (b, f->kid[0]), y = f->kid[1] ? build (b, f->kid[1]) : FORM_TRUE;
  if (form_get (t, x)->depth >= FORM_MAX_DEPTH || form_get (t, y)->depth >= FORM_MAX_DEPTH) {
    b->failed = true;
    return FORM_TRUE;
  }
  switch (f->op) {
  case LTL_NOT: return form_not (t, x);
  case LTL_NEXT: return form_next (t, x);
  case LTL_ALWAYS: return form_globally (t, x);
  case LTL_EVENTUALLY: return form_finally (t, x);
  case LTL_AND: return form_and (t, x, y);
  case LTL_OR: return form_or (t, x, y);
  case LTL_IMPLIES: return form_implies (t, x, y);
  case LTL_EQUIV: return form_equiv (t, x, y);
  case LTL_UNTIL: return form_until (t, x, y);
  case LTL_RELEASE: return form_release (t, x, y);
  default: return form_weak_until (t, x, y);
  }
}

/* The automaton of the formula; false if it gets too large. */
static bool
translate (struct claim *c, struct formulas *t, formula_id f, char *why, size_t room)
{
  assert (!c->automaton);
  c->automaton = ltl_translate (t, f, NULL);
  if (!c->automaton)
    snprintf (why, room, "the automaton gets too large");
  return c->automaton;
}

bool
claim_of_formula (struct claim *c, const struct pg_ltl *f, char *why, size_t room)
{
  *c = (struct claim) {0};
  struct builder b = {.claim = c, .t = formulas_new ()};
  formula_id root = build (&b, f);
  bool ok = !b.failed;
  if (ok)
    c->stutter = ltl_stutter_formula (b.t, root);
  if (ok)
    ok = translate (c, b.t, form_not (b.t, root), why, room);
  else
    snprintf (why, room, "the formula is too large (more than %d different predicates, or nested deeper than %d)",
              FORM_MAX_ATOMS, FORM_MAX_DEPTH);
  formulas_free (b.t);
  return ok;
}

bool
claim_of_labels (struct claim *c, uint32_t flag, char *why, size_t room)
{
  assert (flag == LOC_ACCEPT || flag == LOC_PROGRESS);
  *c = (struct claim) {0};
  struct formulas *t = formulas_new ();
  formula_id at = numbered_atom (t, 0);
  formula_id bad = flag == LOC_ACCEPT ? form_globally (t, form_finally (t, at))
                                      : form_finally (t, form_globally (t, form_not (t, at)));
  c->stutter = LTL_STUTTER_YES;
  bool ok = translate (c, t, bad, why, room);
  formulas_free (t);
  return ok;
}
