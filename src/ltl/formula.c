/* The table of formulas: hash-consing, constructors, negation. */
#include "base/digest.h"
#include "ltl/formula_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint64_t
hash_node (enum form_op op, uint32_t atom, const formula_id *kids, size_t n)
{
  uint64_t h = digest_add (n, (uint64_t) op << 32 | atom);
  for (size_t i = 0; i < n; i++)
    h = digest_add (h, kids[i]);
  return h;
}

static bool
same_node (const struct formulas *t, formula_id f, enum form_op op, uint32_t atom, const formula_id *kids, size_t n)
{
  const struct form *g = &t->nodes.data[f];
  if (g->op != op || g->atom != atom || g->nkids != n)
    return false;
  for (size_t i = 0; i < n; i++)
    if (t->kids.data[g->kid + i] != kids[i])
      return false;
  return true;
}

static void
set_facts (const struct formulas *t, struct form *g, const formula_id *kids)
{
  g->boolean = g->op != FORM_NEXT && g->op != FORM_UNTIL && g->op != FORM_RELEASE;
  g->next = g->op == FORM_NEXT;
  bool eventual = true, universal = true;
  for (uint32_t i = 0; i < g->nkids; i++) {
    const struct form *k = &t->nodes.data[kids[i]];
    g->atoms |= k->atoms;
    if (g->depth <= k->depth)
      g->depth = k->depth + 1;
    g->boolean &= k->boolean;
    g->next |= k->next;
    eventual &= k->eventual;
    universal &= k->universal;
  }
  if (g->op == FORM_ATOM || g->op == FORM_NOT_ATOM) {
    g->atoms = (uint64_t) 1 << g->atom;
    eventual = universal = false;
  }
  /* f U g is eventual if f is true or g is; universal if both are. Dually R. */
  if (g->op == FORM_UNTIL)
    eventual = kids[0] == FORM_TRUE || t->nodes.data[kids[1]].eventual;
  if (g->op == FORM_RELEASE)
    universal = kids[0] == FORM_FALSE || t->nodes.data[kids[1]].universal;
  g->eventual = eventual;
  g->universal = universal;
}

static formula_id
node (struct formulas *t, enum form_op op, uint32_t atom, const formula_id *kids, size_t n)
{
  uint64_t hash = hash_node (op, atom, kids, n);
  for (struct table_probe p = table_probe (hash); table_next (&t->numbers, &p);)
    if (same_node (t, p.number, op, atom, kids, n))
      return p.number;
  struct form g = { .op = op, .atom = atom, .kid = (uint32_t) t->kids.count, .nkids = (uint32_t) n, .negation = FORM_NONE };
  set_facts (t, &g, kids);
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (t->kids, kids[i]);
  VEC_PUSH (t->nodes, g);
  table_add (&t->numbers, hash, (formula_id) t->nodes.count - 1);
  return (formula_id) t->nodes.count - 1;
}

struct formulas *
formulas_new (void)
{
  struct formulas *t = mem_zalloc (sizeof *t);
  formula_id no = node (t, FORM_CONST, 0, NULL, 0), yes = node (t, FORM_CONST, 1, NULL, 0);
  assert (no == FORM_FALSE && yes == FORM_TRUE);
  t->nodes.data[no].negation = yes;
  t->nodes.data[yes].negation = no;
  return t;
}

void
formulas_free (struct formulas *t)
{
  if (!t)
    return;
  for (int i = 0; i < t->natoms; i++)
    mem_free (t->atoms[i]);
  VEC_FREE (t->nodes);
  VEC_FREE (t->kids);
  VEC_FREE (t->implied);
  table_release (&t->numbers);
  mem_free (t);
}

size_t
formulas_count (const struct formulas *t)
{
  return t->nodes.count;
}

int
formulas_atom (struct formulas *t, const char *text)
{
  for (int i = 0; i < t->natoms; i++)
    if (strcmp (t->atoms[i], text) == 0)
      return i;
  if (t->natoms == FORM_MAX_ATOMS)
    return -1;
  t->atoms[t->natoms] = mem_strdup (text);
  return t->natoms++;
}

int
formulas_natoms (const struct formulas *t)
{
  return t->natoms;
}

const char *
formulas_atom_text (const struct formulas *t, int atom)
{
  assert (atom >= 0 && atom < t->natoms);
  return t->atoms[atom];
}

const struct form *
form_get (const struct formulas *t, formula_id f)
{
  assert (f < t->nodes.count);
  return &t->nodes.data[f];
}

formula_id
form_kid (const struct formulas *t, formula_id f, uint32_t i)
{
  assert (f < t->nodes.count && i < t->nodes.data[f].nkids);
  return t->kids.data[t->nodes.data[f].kid + i];
}

formula_id
form_atom (struct formulas *t, int atom)
{
  assert (atom >= 0 && atom < FORM_MAX_ATOMS);
  return node (t, FORM_ATOM, (uint32_t) atom, NULL, 0);
}

formula_id
form_next (struct formulas *t, formula_id f)
{
  return form_is_const (f) ? f : node (t, FORM_NEXT, 0, &f, 1);
}

static int
compare_ids (const void *a, const void *b)
{
  formula_id x = *(const formula_id *) a, y = *(const formula_id *) b;
  return (x > y) - (x < y);
}

formula_id
form_all (struct formulas *t, enum form_op op, const formula_id *parts, size_t n)
{
  assert (op == FORM_AND || op == FORM_OR);
  formula_id unit = op == FORM_AND ? FORM_TRUE : FORM_FALSE, zero = FORM_TRUE - unit;
  VEC (formula_id) flat = {0};
  for (size_t i = 0; i < n; i++) {
    const struct form *g = form_get (t, parts[i]);
    if (g->op == op)
      for (uint32_t k = 0; k < g->nkids; k++)
        VEC_PUSH (flat, t->kids.data[g->kid + k]);
    else if (parts[i] != unit)
      VEC_PUSH (flat, parts[i]);
  }
  if (flat.count)
    qsort (flat.data, flat.count, sizeof *flat.data, compare_ids);
  size_t m = 0;
  formula_id result = FORM_NONE;
  for (size_t i = 0; i < flat.count; i++) {
    if (m && flat.data[m - 1] == flat.data[i])
      continue;
    flat.data[m++] = flat.data[i];
    formula_id negation = t->nodes.data[flat.data[i]].negation;
    if (flat.data[i] == zero ||
        (negation != FORM_NONE && bsearch (&negation, flat.data, m, sizeof *flat.data, compare_ids)))
      result = zero;
  }
  if (result == FORM_NONE)
    result = m == 0 ? unit : m == 1 ? flat.data[0] : node (t, op, 0, flat.data, m);
  VEC_FREE (flat);
  return result;
}

formula_id
form_and (struct formulas *t, formula_id a, formula_id b)
{
  return form_all (t, FORM_AND, (formula_id[]) { a, b }, 2);
}

formula_id
form_or (struct formulas *t, formula_id a, formula_id b)
{
  return form_all (t, FORM_OR, (formula_id[]) { a, b }, 2);
}

formula_id
form_until (struct formulas *t, formula_id a, formula_id b)
{
  if (form_is_const (b) || a == FORM_FALSE || a == b)
    return b;
  return node (t, FORM_UNTIL, 0, (formula_id[]) { a, b }, 2);
}

formula_id
form_release (struct formulas *t, formula_id a, formula_id b)
{
  if (form_is_const (b) || a == FORM_TRUE || a == b)
    return b;
  return node (t, FORM_RELEASE, 0, (formula_id[]) { a, b }, 2);
}

formula_id
form_finally (struct formulas *t, formula_id f)
{
  return form_until (t, FORM_TRUE, f);
}

formula_id
form_globally (struct formulas *t, formula_id f)
{
  return form_release (t, FORM_FALSE, f);
}

formula_id
form_weak_until (struct formulas *t, formula_id a, formula_id b)
{
  return form_release (t, b, form_or (t, a, b));
}

formula_id
form_implies (struct formulas *t, formula_id a, formula_id b)
{
  return form_or (t, form_not (t, a), b);
}

formula_id
form_equiv (struct formulas *t, formula_id a, formula_id b)
{
  formula_id both = form_and (t, a, b);
  return form_or (t, both, form_and (t, form_not (t, a), form_not (t, b)));
}

static formula_id
negate (struct formulas *t, formula_id f)
{
  struct form g = *form_get (t, f);
  switch (g.op) {
  case FORM_CONST:
    return FORM_TRUE - f;
  case FORM_ATOM:
    return node (t, FORM_NOT_ATOM, g.atom, NULL, 0);
  case FORM_NOT_ATOM:
    return node (t, FORM_ATOM, g.atom, NULL, 0);
  case FORM_NEXT:
    return form_next (t, form_not (t, form_kid (t, f, 0)));
  case FORM_AND:
  case FORM_OR: {
    VEC (formula_id) kids = {0};
    for (uint32_t i = 0; i < g.nkids; i++)
      VEC_PUSH (kids, form_not (t, form_kid (t, f, i)));
    formula_id result = form_all (t, g.op == FORM_AND ? FORM_OR : FORM_AND, kids.data, kids.count);
    VEC_FREE (kids);
    return result;
  }
  case FORM_UNTIL:
  case FORM_RELEASE:
    break;
  }
  formula_id a = form_not (t, form_kid (t, f, 0)), b = form_not (t, form_kid (t, f, 1));
  return g.op == FORM_UNTIL ? form_release (t, a, b) : form_until (t, a, b);
}

formula_id
form_not (struct formulas *t, formula_id f)
{
  formula_id known = form_get (t, f)->negation;
  if (known != FORM_NONE)
    return known;
  formula_id g = negate (t, f);
  t->nodes.data[f].negation = g;
  if (t->nodes.data[g].negation == FORM_NONE)
    t->nodes.data[g].negation = f;
  return g;
}

formula_id
form_under_finally (const struct formulas *t, formula_id f)
{
  const struct form *g = form_get (t, f);
  return g->op == FORM_UNTIL && form_kid (t, f, 0) == FORM_TRUE ? form_kid (t, f, 1) : FORM_NONE;
}

formula_id
form_under_globally (const struct formulas *t, formula_id f)
{
  const struct form *g = form_get (t, f);
  return g->op == FORM_RELEASE && form_kid (t, f, 0) == FORM_FALSE ? form_kid (t, f, 1) : FORM_NONE;
}
