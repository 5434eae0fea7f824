/* From formulas to Büchi automata, and automata in and out of files.
 *
 *     struct formulas *t = formulas_new ();
 *     formula_id f = form_parse (t, "[](p -> <>q)", pos, form_parse_identifier, NULL, &diag);
 *     struct automaton *a = ltl_translate (t, form_not (t, f), NULL);
 *     ...                          the product of a model with a: search
 *     automaton_free (a);
 *     formulas_free (t);
 *
 * An automaton's atom i is the formulas' atom i. The same input gives the same
 * automaton, always.
 */
#ifndef LTL_LTL_H
#define LTL_LTL_H

#include "ltl/automaton.h"
#include "ltl/formula.h"

#include <stdio.h>

struct ltl_options {
  bool no_rewrite, no_reduce;
  size_t max_work;                /* steps after which the translation gives up; 0: 50 million */
};

/* The automaton of the words that satisfy f: generalised, transition-based. Options may be NULL. Returns NULL if it exceeds
 * the bound on steps. */
struct automaton *ltl_translate (struct formulas *, formula_id f, const struct ltl_options *);

/* The same language with accepting states (by_state). */
struct automaton *ltl_degeneralise (const struct automaton *, const struct ltl_options *);

/* The same language with fewer states: removes states that are unreachable or have an empty language, simplifies acceptance
 * sets, merges states and drops edges by direct simulation, forwards and backwards. Keeps by_state. */
struct automaton *ltl_reduce (const struct automaton *);

/* Is the truth of f on a word invariant under repeating letters and removing repetitions? Only then is partial-order
 * reduction allowed. For a claim, an automaton without a known formula, likewise for acceptance. MAYBE: not decided within
 * bounds; treat it as NO. */
enum ltl_stutter { LTL_STUTTER_NO, LTL_STUTTER_YES, LTL_STUTTER_MAYBE };
enum ltl_stutter ltl_stutter_formula (struct formulas *, formula_id f);
enum ltl_stutter ltl_stutter_claim (const struct automaton *);

/* Export. Atoms are written as they were given; the name becomes a comment, or is NULL. A never claim needs a by_state
 * automaton. */
struct str;
void hoa_write (struct str *, const struct automaton *, const char *name);
void never_write (struct str *, const struct automaton *, const char *name);
void dot_write (struct str *, const struct automaton *, const char *name);

/* Reads one automaton in the Hanoi format, version 1: Büchi, generalised Büchi
 * or "all" acceptance on states or edges, no alternation. The text need not be
 * terminated. NULL after a located error. */
struct automaton *hoa_read (const char *text, size_t length, const char *file, struct diag *);

#endif
