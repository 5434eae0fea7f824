/* Idea. A run that violates the property is a lasso: guess where its loop begins, save the state there, and check whether
 * it recurs after everything that has to happen infinitely often has happened.
 * Source. A. Biere, C. Artho, V. Schuppan, "Liveness checking as safety checking", FMICS 2002.
 * Where we differ. A condition may be of the form "if A infinitely often then B" (strong fairness): both are recorded. Only
 * observable states are saved.
 * Why that is sound. There are finitely many states, so an infinite run that meets a condition on what happens infinitely
 * often implies one that is a lasso; observable states occur infinitely often in it. */
#include "symbolic/liveness.h"

#include "symbolic/parts.h"

/* A latch that records whether the literal has held since the state was saved. */
static lit
remember (struct circuit *c, lit in_loop, lit what, const char *name, unsigned i)
{
  uint32_t l = latch_add (c, false, name, i);
  lit now = c->latches.data[l].now;
  c->latches.data[l].next = aig_and (&c->g, in_loop, aig_or (&c->g, now, what));
  return now;
}

lit
liveness_to_safety (struct circuit *c, lit *save)
{
  struct aig *g = &c->g;
  size_t n = c->latches.count;
  uint32_t saved = latch_add (c, false, "saved", 0);
  lit is_saved = c->latches.data[saved].now;
  struct word choice = circuit_input (c, "save", 2);
  *save = aig_and (g, aig_and (g, word_bit (&choice, 0), lit_not (is_saved)), c->observable);
  lit in_loop = aig_or (g, is_saved, *save), bad = is_saved;
  c->latches.data[saved].next = in_loop;
  for (size_t i = 0; i < n; i++) {
    uint32_t l = latch_add (c, false, "copy", (unsigned) i);
    lit now = c->latches.data[i].now, copy = c->latches.data[l].now;
    c->latches.data[l].next = aig_mux (g, *save, now, copy);
    bad = aig_and (g, bad, aig_equal (g, now, copy));
  }
  for (unsigned i = 0; i < c->justice.count; i++) {
    struct justice j = c->justice.data[i];
    lit met = remember (c, in_loop, j.infinitely, "met", i);
    if (j.when != LIT_TRUE)
      met = aig_or (g, met, lit_not (remember (c, in_loop, j.when, "due", i)));
    bad = aig_and (g, bad, met);
  }
  return aig_or (g, bad, c->doomed);
}
