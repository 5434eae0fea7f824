/* Is a formula invariant under stuttering?
 *
 * Idea. Without X it is. With X, let the automata of f and of its negation each also accept the words obtained from theirs
 * by repeating letters. If both then accept some word, two words equal up to stuttering differ on f; otherwise f is
 * invariant.
 *
 *      s --a,m--> t   becomes also   s --a--> (a) --a,m--> t,  (a) --a--> (a)
 *
 * Source. T. Michaud, A. Duret-Lutz, "Practical Stutter-Invariance Checks for ω-Regular Languages", SPIN 2015, the
 * construction sl.
 *
 * Why sound. Two words are equal up to stuttering iff repeating letters can make both into the same word. No accepting run
 * stays in (a): its loop has no mark. */
#include "ltl/stutter.h"

/* Edges of `a` with full letters over these atoms, with loops that repeat letters. */
static struct automaton *
repeating (const struct automaton *a, uint64_t atoms)
{
  struct automaton *b = automaton_new (a->nsets ? a->nsets : 1, false);
  automaton_copy_states (b, a);
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    uint64_t marks = a->nsets ? e->marks : 1, letter = 0;
    automaton_add_edge (b, e->source, e->target, marks, a->cubes.data + e->cube, e->ncubes);
    do {
      struct cube c = { letter, atoms & ~letter };
      if (letter_fits (a, e, letter)) {
        uint32_t again = automaton_add_state (b);
        automaton_add_edge (b, e->source, again, 0, &c, 1);
        automaton_add_edge (b, again, again, 0, &c, 1);
        automaton_add_edge (b, again, e->target, marks, &c, 1);
      }
      letter = (letter - atoms) & atoms;         /* the next subset */
    } while (letter);
  }
  automaton_finish (b);
  return b;
}

uint64_t
atoms_used (const struct automaton *a)
{
  uint64_t used = 0;
  for (size_t i = 0; i < a->cubes.count; i++)
    used |= a->cubes.data[i].pos | a->cubes.data[i].neg;
  return used;
}

static enum ltl_stutter
compare_repeated (const struct automaton *yes, const struct automaton *no)
{
  enum { MAX_PAIRS = 1 << 16 };   /* pairs of edges with the same letter */
  uint64_t atoms = atoms_used (yes) | atoms_used (no);
  int n = __builtin_popcountll (atoms);
  if (n > STUTTER_MAX_ATOMS || yes->nsets + no->nsets > 30 || (yes->edges.count << n) > MAX_PAIRS / (no->edges.count + 1))
    return LTL_STUTTER_MAYBE;
  struct automaton *a = repeating (yes, atoms), *b = repeating (no, atoms);
  struct automaton *both = automaton_product (a, b);
  enum ltl_stutter answer = automaton_is_empty (both) ? LTL_STUTTER_YES : LTL_STUTTER_NO;
  automaton_free (both);
  automaton_free (a);
  automaton_free (b);
  return answer;
}

enum ltl_stutter
ltl_stutter_formula (struct formulas *t, formula_id f)
{
  f = form_rewrite (t, f);
  if (!form_get (t, f)->next)
    return LTL_STUTTER_YES;
  struct automaton *yes = ltl_translate (t, f, NULL), *no = ltl_translate (t, form_not (t, f), NULL);
  enum ltl_stutter answer = yes && no ? compare_repeated (yes, no) : LTL_STUTTER_MAYBE;
  automaton_free (yes);
  automaton_free (no);
  return answer;
}
