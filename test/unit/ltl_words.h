/* Random formulas and ultimately periodic words, and what a formula means on
 * one, straight from the definition. */
#ifndef TEST_LTL_WORDS_H
#define TEST_LTL_WORDS_H

#include "ltl/ltl.h"

#include <string.h>

enum { WORD_MAX = 8 };

struct word {
  uint64_t letter[WORD_MAX];      /* u, then v, then v, ... */
  int nu, nv;
};

static uint64_t words_seed = 1;

static inline uint32_t
below (uint32_t n)
{
  words_seed ^= words_seed << 13;
  words_seed ^= words_seed >> 7;
  words_seed ^= words_seed << 17;
  return (uint32_t) (words_seed >> 20) % n;
}

static inline struct word
word_random (int natoms)
{
  struct word w = { .nu = (int) below (4), .nv = 1 + (int) below (4) };
  for (int i = 0; i < w.nu + w.nv; i++)
    w.letter[i] = below (1u << natoms);
  return w;
}

static inline int
word_next (const struct word *w, int i)
{
  return i + 1 < w->nu + w->nv ? i + 1 : w->nu;
}

/* Sets value[i] to the truth of f at position i. */
static inline void
word_eval (const struct formulas *t, formula_id f, const struct word *w, bool *value)
{
  const struct form *g = form_get (t, f);
  int n = w->nu + w->nv;
  bool a[WORD_MAX], b[WORD_MAX];
  if (g->nkids)
    word_eval (t, form_kid (t, f, 0), w, a);
  switch (g->op) {
  case FORM_CONST:
    for (int i = 0; i < n; i++)
      value[i] = f == FORM_TRUE;
    return;
  case FORM_ATOM:
  case FORM_NOT_ATOM:
    for (int i = 0; i < n; i++)
      value[i] = (w->letter[i] >> g->atom & 1) == (g->op == FORM_ATOM);
    return;
  case FORM_NEXT:
    for (int i = 0; i < n; i++)
      value[i] = a[word_next (w, i)];
    return;
  case FORM_AND:
  case FORM_OR:
    memcpy (value, a, sizeof a);
    for (uint32_t k = 1; k < g->nkids; k++) {
      word_eval (t, form_kid (t, f, k), w, b);
      for (int i = 0; i < n; i++)
        value[i] = g->op == FORM_AND ? value[i] && b[i] : value[i] || b[i];
    }
    return;
  case FORM_UNTIL:                /* least: b now or later, a at all positions before */
  case FORM_RELEASE:              /* greatest: b up to and including the first a, or for ever */
    word_eval (t, form_kid (t, f, 1), w, b);
    for (int i = 0; i < n; i++) {
      value[i] = g->op == FORM_RELEASE;
      for (int step = 0, at = i; step < 2 * n; step++, at = word_next (w, at))
        if (g->op == FORM_UNTIL ? b[at] : !b[at]) {
          value[i] = g->op == FORM_UNTIL;
          break;
        } else if (g->op == FORM_UNTIL ? !a[at] : a[at])
          break;
    }
  }
}

static inline bool
word_satisfies (const struct formulas *t, formula_id f, const struct word *w)
{
  bool value[WORD_MAX];
  word_eval (t, f, w, value);
  return value[0];
}

static inline bool
word_accepted (const struct automaton *a, const struct word *w)
{
  return automaton_accepts (a, w->letter, (size_t) w->nu, w->letter + w->nu, (size_t) w->nv);
}

static inline formula_id
formula_random (struct formulas *t, int natoms, int size, bool next)
{
  if (size <= 1) {
    formula_id f = below (12) == 0 ? below (2) : form_atom (t, (int) below ((uint32_t) natoms));
    return below (2) ? form_not (t, f) : f;
  }
  int left = 1 + (int) below ((uint32_t) size);
  formula_id a = formula_random (t, natoms, size - 1, next);
  uint32_t op = below (12);
  switch (op) {
  case 0: return form_not (t, a);
  case 1: return form_finally (t, a);
  case 2: return form_globally (t, a);
  case 3: return next ? form_next (t, a) : form_finally (t, a);
  }
  a = formula_random (t, natoms, left - 1, next);
  formula_id b = formula_random (t, natoms, size - left, next);
  switch (op) {
  case 4: case 5: return form_and (t, a, b);
  case 6: return form_or (t, a, b);
  case 7: return form_implies (t, a, b);
  case 8: return below (3) ? form_or (t, a, b) : form_equiv (t, a, b);
  case 9: return form_until (t, a, b);
  case 10: return form_release (t, a, b);
  default: return form_weak_until (t, a, b);
  }
}

static inline struct formulas *
formulas_with_atoms (int n)
{
  struct formulas *t = formulas_new ();
  for (int i = 0; i < n; i++)
    formulas_atom (t, (char[]) { (char) ('a' + i), 0 });
  return t;
}

static inline formula_id
formula_of (struct formulas *t, const char *text)
{
  struct diag diag = { .out = stderr };
  return form_parse (t, text, (struct pos) { "test", 1, 1 }, form_parse_identifier, NULL, &diag);
}

#endif
