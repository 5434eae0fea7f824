/* Is a claim without a known formula, which cannot be negated, invariant under stuttering?
 *
 * Idea. Each finite word acts on the automaton: from which state it can lead to which, and whether it can pass an accepting
 * one. These actions form a finite monoid. The language is invariant iff no context distinguishes a letter a from aa:
 * neither x a y, nor x (a y)^ω. Of x only the set of states it leads to matters, of what follows only the set of states
 * that accept it.
 *
 * Source. A. Arnold, "A Syntactic Congruence for Rational ω-Languages", Theoretical Computer Science, 1985, for the two
 * kinds of context; the rest follows from them.
 *
 * Why sound. If the language distinguishes two words equal up to stuttering, it distinguishes two ultimately periodic ones
 * u v^ω that differ by doubling letters in u or v, one at a time: a doubling in u is the first kind of context, one in v,
 * rotated to the front of the period, the second. */
#include "ltl/stutter.h"

#include <assert.h>
#include <string.h>

enum { MAX_STATES = 32, MAX_ACTIONS = 1000 };

struct action {
  uint32_t path[MAX_STATES];      /* path[s]: states that the word may lead to from s */
  uint32_t good[MAX_STATES];      /* ... passing an accepting state */
};

struct monoid {
  uint32_t n;                     /* states */
  uint32_t nletters;              /* the first actions are those of the letters */
  VEC (struct action) actions;
  VEC (uint32_t) befores;         /* sets of states that a word leads to from the initial one */
  VEC (uint32_t) afters;          /* sets of states from which an infinite word is accepted */
  bool full;
};

static uint32_t
image (const uint32_t *rows, uint32_t set)
{
  uint32_t out = 0;
  for (; set; set &= set - 1)
    out |= rows[__builtin_ctz (set)];
  return out;
}

static struct action
compose (const struct monoid *m, const struct action *a, const struct action *b)
{
  struct action c = {0};
  for (uint32_t s = 0; s < m->n; s++) {
    c.path[s] = image (b->path, a->path[s]);
    c.good[s] = image (b->path, a->good[s]) | image (b->good, a->path[s]);
  }
  return c;
}

/* States from which the infinite repetition of the action's word is accepted. */
static uint32_t
accepts_for_ever (const struct monoid *m, const struct action *a)
{
  struct action all = *a, longer;
  for (;; all = longer) {
    longer = compose (m, &all, a);
    for (uint32_t s = 0; s < m->n; s++) {
      longer.path[s] |= all.path[s];
      longer.good[s] |= all.good[s];
    }
    if (memcmp (&longer, &all, sizeof all) == 0)
      break;
  }
  uint32_t cycles = 0, out = 0;
  for (uint32_t s = 0; s < m->n; s++)
    cycles |= all.good[s] & (uint32_t) 1 << s;
  for (uint32_t s = 0; s < m->n; s++)
    if ((all.path[s] | (uint32_t) 1 << s) & cycles)
      out |= (uint32_t) 1 << s;
  return out;
}

static void
add_action (struct monoid *m, const struct action *a)
{
  for (size_t i = 0; i < m->actions.count; i++)
    if (memcmp (&m->actions.data[i], a, sizeof *a) == 0)
      return;
  if (m->actions.count == MAX_ACTIONS)
    m->full = true;
  else
    VEC_PUSH (m->actions, *a);
}

#define ADD_SET(sets, set)                                         \
  do {                                                             \
    size_t add_at = 0;                                             \
    while (add_at < (sets).count && (sets).data[add_at] != (set))  \
      add_at++;                                                    \
    if (add_at == (sets).count)                                    \
      VEC_PUSH (sets, set);                                        \
  } while (0)

static void
add_letters (struct monoid *m, const struct automaton *a)
{
  uint64_t atoms = atoms_used (a), letter = 0;
  do {
    struct action act = {0};
    for (size_t i = 0; i < a->edges.count; i++) {
      const struct ba_edge *e = &a->edges.data[i];
      if (letter_fits (a, e, letter)) {
        act.path[e->source] |= (uint32_t) 1 << e->target;
        if (e->marks)
          act.good[e->source] |= (uint32_t) 1 << e->target;
      }
    }
    add_action (m, &act);
    letter = (letter - atoms) & atoms;
  } while (letter);
  m->nletters = (uint32_t) m->actions.count;
}

static void
close_monoid (struct monoid *m, uint32_t initial)
{
  for (size_t i = 0; i < m->actions.count && !m->full; i++)
    for (uint32_t l = 0; l < m->nletters; l++) {
      struct action longer = compose (m, &m->actions.data[i], &m->actions.data[l]);
      add_action (m, &longer);
    }
  uint32_t start = (uint32_t) 1 << initial;
  ADD_SET (m->befores, start);
  for (size_t i = 0; i < m->actions.count; i++) {
    uint32_t before = image (m->actions.data[i].path, start), after = accepts_for_ever (m, &m->actions.data[i]);
    ADD_SET (m->befores, before);
    ADD_SET (m->afters, after);
  }
  for (size_t i = 0; i < m->afters.count; i++)
    for (uint32_t l = 0; l < m->nletters; l++) {
      uint32_t earlier = 0;
      for (uint32_t s = 0; s < m->n; s++)
        if (m->actions.data[l].path[s] & m->afters.data[i])
          earlier |= (uint32_t) 1 << s;
      ADD_SET (m->afters, earlier);
    }
}

static bool
told_apart_once (const struct monoid *m, const struct action *one, const struct action *two)
{
  for (size_t i = 0; i < m->befores.count; i++) {
    uint32_t x = image (one->path, m->befores.data[i]), y = image (two->path, m->befores.data[i]);
    for (size_t j = 0; j < m->afters.count && x != y; j++)
      if (!(x & m->afters.data[j]) != !(y & m->afters.data[j]))
        return true;
  }
  return false;
}

static bool
told_apart_for_ever (const struct monoid *m, const struct action *one, const struct action *two)
{
  uint32_t x = accepts_for_ever (m, one), y = accepts_for_ever (m, two);
  for (size_t i = 0; i < m->befores.count && x != y; i++)
    if (!(x & m->befores.data[i]) != !(y & m->befores.data[i]))
      return true;
  return false;
}

static bool
told_apart (const struct monoid *m, const struct action *one, const struct action *two)
{
  if (memcmp (one, two, sizeof *one) == 0)
    return false;
  if (told_apart_once (m, one, two) || told_apart_for_ever (m, one, two))
    return true;
  for (size_t i = 0; i < m->actions.count; i++) {
    struct action x = compose (m, one, &m->actions.data[i]), y = compose (m, two, &m->actions.data[i]);
    if (told_apart_for_ever (m, &x, &y))
      return true;
  }
  return false;
}

enum ltl_stutter
ltl_stutter_claim (const struct automaton *claim)
{
  struct automaton *small = ltl_reduce (claim), *a = ltl_degeneralise (small, NULL);
  automaton_free (small);
  assert (a->by_state);
  enum ltl_stutter answer = LTL_STUTTER_MAYBE;
  if (a->states.count <= MAX_STATES && __builtin_popcountll (atoms_used (a)) <= STUTTER_MAX_ATOMS) {
    struct monoid m = { .n = (uint32_t) a->states.count };
    add_letters (&m, a);
    close_monoid (&m, a->initial);
    if (!m.full) {
      answer = LTL_STUTTER_YES;
      for (uint32_t l = 0; l < m.nletters && answer == LTL_STUTTER_YES; l++) {
        struct action one = m.actions.data[l], two = compose (&m, &one, &one);
        if (told_apart (&m, &one, &two))
          answer = LTL_STUTTER_NO;
      }
    }
    VEC_FREE (m.actions);
    VEC_FREE (m.befores);
    VEC_FREE (m.afters);
  }
  automaton_free (a);
  return answer;
}
