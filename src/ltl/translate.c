/* Translation of formulas to generalised Büchi automata.
 *
 * Idea. A state is a set of formulas that the rest of the word must satisfy. Each formula is expanded into alternatives of
 * the form: these literals now, these formulas from the next letter on, these promises. f U g, if postponed, promises g. An
 * edge is an alternative of the conjunction of a state's formulas; it belongs to the acceptance set of g if it does not
 * promise g, so a promise cannot be renewed for ever.
 *
 *      term    +-----+-----+---------------------------+----------+
 *      (words) | pos | neg | next: one bit per formula | promises |
 *              +-----+-----+---------------------------+----------+
 *
 * Source. J.-M. Couvreur, "On-the-Fly Verification of Linear Temporal Logic", FM 1999. Dropping alternatives that another
 * one covers: P. Gastin, D. Oddoux, "Fast LTL to Büchi Automata Translation", CAV 2001. []<>g as one formula that either
 * sees g or promises it: T. Babiak, M. Křetínský, V. Řehák, J. Strejček, "LTL to Büchi Automata Translation: Fast and More
 * Deterministic", TACAS 2012.
 *
 * Where we differ. No decision diagrams: alternatives are lists of bit vectors, and an alternative covers another only if
 * its promises are among the other's too. Merging of equivalent states is left to the reduction.
 *
 * Why sound. Each expansion is an equivalence, and an alternative with weaker literals, fewer formulas and fewer promises
 * accepts whatever the other accepts, step by step, with at least its marks. */
#include "base/table.h"
#include "ltl/ltl.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/digest.h"

struct terms {
  uint64_t *words;
  size_t count, room;             /* in terms */
};

enum { POS, NEG, SET };           /* words of a term */

struct translation {
  struct formulas *t;
  size_t work, max_work;
  size_t stride;                  /* words of a term */
  VEC (formula_id) next;          /* formulas that a state can contain: one bit each */
  VEC (formula_id) promised;      /* formulas that can be promised */
  uint32_t *next_bit, *promise_bit;   /* by formula; NO_BIT */
  struct terms *expansion;        /* by formula */
  bool *expanded;
  size_t nformulas;
  VEC (uint64_t) sets;            /* of each state: its formulas (the words from SET on), without promises */
  struct table numbers;           /* of the sets */
  struct automaton *out;
};

#define NO_BIT UINT32_MAX

static bool
out_of_work (const struct translation *x)
{
  return x->work > x->max_work;
}

static formula_id
under_always_eventually (const struct formulas *t, formula_id f)
{
  formula_id g = form_under_globally (t, f);
  return g == FORM_NONE ? FORM_NONE : form_under_finally (t, g);
}

/* Writes the conjuncts of f; returns their number. */
static uint32_t
conjuncts (const struct formulas *t, formula_id f)
{
  return f == FORM_TRUE ? 0 : form_get (t, f)->op == FORM_AND ? form_get (t, f)->nkids : 1;
}

static formula_id
conjunct (const struct formulas *t, formula_id f, uint32_t i)
{
  return form_get (t, f)->op == FORM_AND ? form_kid (t, f, i) : f;
}

static void
need_next_bit (struct translation *x, formula_id f)
{
  if (x->next_bit[f] == NO_BIT) {
    x->next_bit[f] = (uint32_t) x->next.count;
    VEC_PUSH (x->next, f);
  }
}

static void
need_promise_bit (struct translation *x, formula_id f)
{
  if (x->promise_bit[f] == NO_BIT) {
    x->promise_bit[f] = (uint32_t) x->promised.count;
    VEC_PUSH (x->promised, f);
  }
}

/* Assigns bits to all formulas that may need one. */
static void
collect (struct translation *x, formula_id f, bool *seen)
{
  if (seen[f])
    return;
  seen[f] = true;
  const struct form *g = form_get (x->t, f);
  if (g->op == FORM_UNTIL || g->op == FORM_RELEASE)
    need_next_bit (x, f);
  if (g->op == FORM_NEXT)
    for (uint32_t i = 0; i < conjuncts (x->t, form_kid (x->t, f, 0)); i++)
      need_next_bit (x, conjunct (x->t, form_kid (x->t, f, 0), i));
  formula_id often = under_always_eventually (x->t, f);
  if (often != FORM_NONE) {
    need_promise_bit (x, often);
    collect (x, often, seen);
    return;
  }
  if (g->op == FORM_UNTIL)
    need_promise_bit (x, form_kid (x->t, f, 1));
  for (uint32_t i = 0; i < g->nkids; i++)
    collect (x, form_kid (x->t, f, i), seen);
}

static size_t
promise_place (const struct translation *x, uint32_t promise)
{
  return x->next.count + promise;
}

static bool
covers (const struct translation *x, const uint64_t *a, const uint64_t *b)
{
  for (size_t i = 0; i < x->stride; i++)
    if (a[i] & ~b[i])
      return false;
  return true;
}

/* Adds the term unless another one covers it; drops those that it covers. */
static void
add_term (struct translation *x, struct terms *to, const uint64_t *term)
{
  if ((term[POS] & term[NEG]) || out_of_work (x))
    return;
  size_t kept = 0, n = x->stride;
  for (size_t i = 0; i < to->count; i++)
    if (covers (x, to->words + i * n, term))
      return;                     /* then the new one covers none: no stored term covers another */
  x->work += (to->count + 1) * (n - SET);
  for (size_t i = 0; i < to->count; i++)
    if (!covers (x, term, to->words + i * n))
      memmove (to->words + kept++ * n, to->words + i * n, n * sizeof *term);
  if (kept == to->room) {
    to->room = to->room ? 2 * to->room : 4;
    to->words = mem_realloc (to->words, to->room * n * sizeof *to->words);
  }
  memcpy (to->words + kept * n, term, n * sizeof *term);
  to->count = kept + 1;
}

static void
add_terms (struct translation *x, struct terms *to, const struct terms *from)
{
  for (size_t i = 0; i < from->count; i++)
    add_term (x, to, from->words + i * x->stride);
}

static void
add_conjunctions (struct translation *x, struct terms *to, const struct terms *a, const struct terms *b)
{
  uint64_t *both = mem_alloc (x->stride * sizeof *both);
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++) {
      for (size_t k = 0; k < x->stride; k++)
        both[k] = a->words[i * x->stride + k] | b->words[j * x->stride + k];
      add_term (x, to, both);
    }
  mem_free (both);
}

static void
replace (struct terms *old, struct terms new)
{
  mem_free (old->words);
  *old = new;
}

static const struct terms *expand (struct translation *, formula_id);

/* f from the next letter on, and a promise if there is one. */
static struct terms
put_off (struct translation *x, formula_id f, formula_id promise)
{
  struct terms out = {0};
  uint64_t *term = mem_zalloc (x->stride * sizeof *term);
  for (uint32_t i = 0; i < conjuncts (x->t, f); i++) {
    assert (x->next_bit[conjunct (x->t, f, i)] != NO_BIT);
    bits_add (term + SET, x->next_bit[conjunct (x->t, f, i)]);
  }
  assert (promise == FORM_NONE || x->promise_bit[promise] != NO_BIT);
  if (promise != FORM_NONE)
    bits_add (term + SET, promise_place (x, x->promise_bit[promise]));
  add_term (x, &out, term);
  mem_free (term);
  return out;
}

static struct terms
expand_junction (struct translation *x, formula_id f, bool and)
{
  struct terms out = {0};
  if (and)
    out = put_off (x, FORM_TRUE, FORM_NONE);
  for (uint32_t i = 0; i < form_get (x->t, f)->nkids; i++) {
    const struct terms *kid = expand (x, form_kid (x->t, f, i));
    if (and) {
      struct terms both = {0};
      add_conjunctions (x, &both, &out, kid);
      replace (&out, both);
    } else
      add_terms (x, &out, kid);
  }
  return out;
}

static struct terms
expand_until (struct translation *x, formula_id f)
{
  struct terms later = put_off (x, f, form_kid (x->t, f, 1)), out = {0};
  add_conjunctions (x, &out, expand (x, form_kid (x->t, f, 0)), &later);
  add_terms (x, &out, expand (x, form_kid (x->t, f, 1)));
  mem_free (later.words);
  return out;
}

static struct terms
expand_release (struct translation *x, formula_id f)
{
  formula_id often = under_always_eventually (x->t, f);
  struct terms later = put_off (x, f, FORM_NONE), out = {0};
  if (often != FORM_NONE) {
    struct terms promise = put_off (x, f, often);
    add_conjunctions (x, &out, expand (x, often), &later);
    add_terms (x, &out, &promise);
    mem_free (promise.words);
  } else {
    const struct terms *kept = expand (x, form_kid (x->t, f, 1));
    add_conjunctions (x, &out, kept, expand (x, form_kid (x->t, f, 0)));
    add_conjunctions (x, &out, kept, &later);
  }
  mem_free (later.words);
  return out;
}

static struct terms
expand_literal (struct translation *x, const struct form *g)
{
  struct terms out = put_off (x, FORM_TRUE, FORM_NONE);
  out.words[g->op == FORM_ATOM ? POS : NEG] = (uint64_t) 1 << g->atom;
  return out;
}

static const struct terms *
expand (struct translation *x, formula_id f)
{
  if (x->expanded[f])
    return &x->expansion[f];
  struct terms out = {0};
  const struct form *g = form_get (x->t, f);
  if (!out_of_work (x))
    switch (g->op) {
    case FORM_CONST:
      if (f == FORM_TRUE)
        out = put_off (x, FORM_TRUE, FORM_NONE);
      break;
    case FORM_ATOM: case FORM_NOT_ATOM: out = expand_literal (x, g); break;
    case FORM_NEXT: out = put_off (x, form_kid (x->t, f, 0), FORM_NONE); break;
    case FORM_AND: case FORM_OR: out = expand_junction (x, f, g->op == FORM_AND); break;
    case FORM_UNTIL: out = expand_until (x, f); break;
    case FORM_RELEASE: out = expand_release (x, f); break;
    }
  x->expanded[f] = true;
  x->expansion[f] = out;
  return &x->expansion[f];
}

static size_t
set_words (const struct translation *x)
{
  return x->stride - SET;
}

static uint64_t
hash_set (const uint64_t *set, size_t n)
{
  uint64_t h = n;
  for (size_t i = 0; i < n; i++)
    h = digest_add (h, set[i]);
  return h;
}

static uint32_t
state_of (struct translation *x, const uint64_t *set)
{
  size_t n = set_words (x);
  uint64_t hash = hash_set (set, n);
  for (struct table_probe p = table_probe (hash); table_next (&x->numbers, &p);)
    if (memcmp (x->sets.data + p.number * n, set, n * sizeof *set) == 0)
      return p.number;
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (x->sets, set[i]);
  uint32_t s = automaton_add_state (x->out);
  table_add (&x->numbers, hash, s);
  return s;
}

/* The edge of one alternative. */
static void
add_edge (struct translation *x, uint32_t source, uint64_t *term)
{
  assert (!(term[POS] & term[NEG]) && source < x->out->states.count);
  uint64_t marks = automaton_all_marks (x->out);
  for (uint32_t i = 0; i < x->promised.count; i++) {
    size_t place = promise_place (x, i);
    if (bits_has (term + SET, place))
      marks &= ~((uint64_t) 1 << i);
    bits_remove (term + SET, place);
  }
  x->work += 100;
  struct cube label = { term[POS], term[NEG] };
  automaton_add_edge (x->out, source, state_of (x, term + SET), marks, &label, 1);
}

static void
expand_state (struct translation *x, uint32_t s)
{
  struct terms all = put_off (x, FORM_TRUE, FORM_NONE);
  for (size_t i = 0; i < x->next.count; i++) {
    if (!bits_has (x->sets.data + s * set_words (x), i))
      continue;
    struct terms both = {0};
    add_conjunctions (x, &both, &all, expand (x, x->next.data[i]));
    replace (&all, both);
  }
  for (size_t i = 0; i < all.count; i++)
    add_edge (x, s, all.words + i * x->stride);
  mem_free (all.words);
}

static void
translation_init (struct translation *x, formula_id f)
{
  size_t n = x->nformulas;
  x->next_bit = mem_alloc (n * sizeof *x->next_bit);
  x->promise_bit = mem_alloc (n * sizeof *x->promise_bit);
  for (size_t i = 0; i < n; i++)
    x->next_bit[i] = x->promise_bit[i] = NO_BIT;
  x->expansion = mem_zalloc (n * sizeof *x->expansion);
  x->expanded = mem_zalloc (n * sizeof *x->expanded);
  bool *seen = mem_zalloc (n * sizeof *seen);
  for (uint32_t i = 0; i < conjuncts (x->t, f); i++)
    need_next_bit (x, conjunct (x->t, f, i));
  collect (x, f, seen);
  mem_free (seen);
  x->stride = SET + 1 + (x->next.count + x->promised.count) / 64;
}

static void
translation_release (struct translation *x)
{
  for (size_t i = 0; i < x->nformulas; i++)
    mem_free (x->expansion[i].words);
  mem_free (x->expansion);
  mem_free (x->expanded);
  mem_free (x->next_bit);
  mem_free (x->promise_bit);
  VEC_FREE (x->next);
  VEC_FREE (x->promised);
  VEC_FREE (x->sets);
  table_release (&x->numbers);
}

static void
build (struct translation *x, formula_id f)
{
  x->out = automaton_new ((uint32_t) x->promised.count, false);
  struct terms first = put_off (x, f, FORM_NONE);
  x->out->initial = state_of (x, first.words + SET);
  mem_free (first.words);
  for (uint32_t s = 0; s < x->out->states.count && !out_of_work (x); s++)
    expand_state (x, s);
  const char *atoms[FORM_MAX_ATOMS];
  int n = formulas_natoms (x->t);
  for (int i = 0; i < n; i++)
    atoms[i] = formulas_atom_text (x->t, i);
  automaton_set_atoms (x->out, atoms, (uint32_t) n);
  automaton_finish (x->out);
}

struct automaton *
ltl_translate (struct formulas *t, formula_id f, const struct ltl_options *options)
{
  static const struct ltl_options defaults = {0};
  if (!options)
    options = &defaults;
  if (!options->no_rewrite)
    f = form_gather (t, form_rewrite (t, f));
  struct translation x = { .t = t, .max_work = options->max_work ? options->max_work : 50000000 };
  x.nformulas = formulas_count (t);
  translation_init (&x, f);
  if (x.promised.count <= 64)
    build (&x, f);
  if (out_of_work (&x)) {
    automaton_free (x.out);
    x.out = NULL;
  }
  translation_release (&x);
  if (!x.out || options->no_reduce) {
    if (x.out)
      automaton_classify (x.out);
    return x.out;
  }
  struct automaton *reduced = ltl_reduce (x.out);
  automaton_free (x.out);
  return reduced;
}
