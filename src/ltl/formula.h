/* Formulas of linear-time temporal logic, each stored once.
 *
 *     struct formulas *t = formulas_new ();
 *     formula_id p = form_atom (t, formulas_atom (t, "p"));
 *     formula_id f = form_globally (t, form_finally (t, p));
 *     formula_id same = form_parse (t, "[]<>p", pos, form_parse_identifier, NULL, &diag);
 *     formulas_free (t);
 *
 * A formula is a number; equal formulas have equal numbers. All formulas are
 * in negation normal form: form_not pushes the negation down to the atoms, and
 * the operators left are these:
 *
 *     true false  p !p  X f  f && g && ...  f || g || ...  f U g  f R g
 *
 * F f is true U f, G f is false R f, f W g is g R (f || g). The operands of &&
 * and || are a sorted set. The constructors apply the laws of constants,
 * associativity, commutativity and idempotence; everything else is rewrite.c.
 */
#ifndef LTL_FORMULA_H
#define LTL_FORMULA_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t formula_id;

#define FORM_NONE UINT32_MAX

enum {
  FORM_FALSE = 0,                 /* these two formulas have fixed ids */
  FORM_TRUE = 1,
  FORM_MAX_ATOMS = 64,
  FORM_MAX_DEPTH = 1000,          /* nesting depth; the parser rejects deeper formulas, and other builders should too */
};

enum form_op { FORM_CONST, FORM_ATOM, FORM_NOT_ATOM, FORM_NEXT, FORM_AND, FORM_OR, FORM_UNTIL, FORM_RELEASE };

struct form {
  enum form_op op;
  uint32_t atom;                  /* FORM_ATOM, FORM_NOT_ATOM: 0 .. 63 */
  uint32_t kid, nkids;            /* index into the table's kids */
  formula_id negation;            /* FORM_NONE: not computed yet */
  uint64_t atoms;                 /* the atoms that occur in it */
  uint32_t depth;                 /* nesting depth */
  bool boolean;                   /* contains no temporal operator */
  bool next;                      /* contains X */
  /* Pure eventuality: prepending any finite word to a satisfying suffix satisfies it too. Pure universality: every suffix
   * of a satisfying word satisfies it. (K. Etessami, G. Holzmann, "Optimizing Büchi Automata", CONCUR 2000.) The test is
   * syntactic: false means unknown. */
  bool eventual, universal;
};

struct formulas;

struct formulas *formulas_new (void);
void formulas_free (struct formulas *);

size_t formulas_count (const struct formulas *);  /* an upper bound of all ids */

/* The index of the atom with this text, created if needed; -1 if there are already 64 others. */
int formulas_atom (struct formulas *, const char *text);
int formulas_natoms (const struct formulas *);
const char *formulas_atom_text (const struct formulas *, int atom);

/* Constructors. They may move the table: pointers to formulas and their kids become invalid. */
formula_id form_atom (struct formulas *, int atom);
formula_id form_not (struct formulas *, formula_id);
formula_id form_next (struct formulas *, formula_id);
formula_id form_and (struct formulas *, formula_id, formula_id);
formula_id form_or (struct formulas *, formula_id, formula_id);
formula_id form_all (struct formulas *, enum form_op and_or_or, const formula_id *, size_t n);
formula_id form_until (struct formulas *, formula_id, formula_id);
formula_id form_release (struct formulas *, formula_id, formula_id);
formula_id form_finally (struct formulas *, formula_id);
formula_id form_globally (struct formulas *, formula_id);
formula_id form_weak_until (struct formulas *, formula_id, formula_id);
formula_id form_implies (struct formulas *, formula_id, formula_id);
formula_id form_equiv (struct formulas *, formula_id, formula_id);

const struct form *form_get (const struct formulas *, formula_id);
formula_id form_kid (const struct formulas *, formula_id, uint32_t i);
static inline bool
form_is_const (formula_id f)
{
  return f <= FORM_TRUE;
}

/* The g of f = F g, or of f = G g; FORM_NONE if f has another form. */
formula_id form_under_finally (const struct formulas *, formula_id);
formula_id form_under_globally (const struct formulas *, formula_id);

/* Text to formula, in SPIN's syntax and the usual letters: [] <> G F X ! U V R
 * W && /\ || \/ -> <-> true false, and always eventually next until release
 * weakuntil implies equivalent. From strong to weak: unary, U V R W, &&, ||,
 * ->, <->; binary temporal operators group to the left as in SPIN, -> to the
 * right.
 *
 * An atom is anything of the strength of a comparison: p, x == 1, a[i].f > len
 * (q), P[1]@label, or text in braces. What it means is `atom`'s business: it
 * gets the text, with runs of blanks made one blank, and returns a formula or
 * reports an error and returns FORM_NONE. form_parse_text makes any text an
 * atom of that name, form_parse_identifier names and P@label, P[1]@label.
 *
 * Returns FORM_NONE after a located error. */
typedef formula_id form_parse_atom (void *context, struct formulas *, const char *text, struct pos, struct diag *);
form_parse_atom form_parse_text, form_parse_identifier;
formula_id form_parse (struct formulas *, const char *text, struct pos start, form_parse_atom *atom, void *context,
                       struct diag *);

/* An equivalent formula, simpler to translate (rewrite.c). */
formula_id form_rewrite (struct formulas *, formula_id);

/* The last step before translation: <>p || s becomes <>(p || s), with s constant in time, so that waiting for p and
 * starting share one state (rewrite.c prefers the other form, because more of its rules apply there). */
formula_id form_gather (struct formulas *, formula_id);

#endif
