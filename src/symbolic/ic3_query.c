/* Cubes and frames of property-directed reachability, and the solver queries. */
#include <ccadical.h>
#include <stdlib.h>
#include <string.h>

#include "symbolic/families.h"
#include "symbolic/ic3.h"

struct ic3_cube
ic3_cube_copy (const struct ic3_cube *from)
{
  struct ic3_cube c = {.n = from->n, .lits = mem_alloc ((from->n + 1) * sizeof *c.lits)};
  memcpy (c.lits, from->lits, from->n * sizeof *c.lits);
  return c;
}

void
ic3_cube_free (struct ic3_cube *c)
{
  mem_free (c->lits);
  *c = (struct ic3_cube) {0};
}

bool
ic3_cube_initial (const struct ic3 *x, const struct ic3_cube *c)
{
  for (uint32_t i = 0; i < c->n; i++)
    if (x->init[c->lits[i] >> 1] == (c->lits[i] & 1))
      return false;
  return true;
}

void
ic3_add_level (struct ic3 *x)
{
  VEC_PUSH (x->act, aig_leaf (&x->u.g));
  VEC_RESERVE (x->frames, x->frames.count + 1);
  memset (&x->frames.data[x->frames.count++], 0, sizeof *x->frames.data);
}

/* Latches and predicates: before the step, after it, and in the initial state. */
static void
make_vocabulary (struct ic3 *x, unsigned rounds)
{
  struct circuit *c = x->c;
  uint32_t n = (uint32_t) c->latches.count;
  const struct predicates *all = &x->predicates;
  circuit_predicates (c, rounds, &x->predicates);
  x->count = n + (uint32_t) all->list.count;
  x->now = mem_alloc ((x->count + 1) * sizeof *x->now);
  x->next = mem_alloc ((x->count + 1) * sizeof *x->next);
  x->init = mem_zalloc (x->count + 1);
  x->one_of = mem_zalloc (x->count + 1);
  x->stuck = mem_zalloc (x->count + 1);
  circuit_one_hot (c, x->one_of);
  for (uint32_t i = 0; i < n; i++)
    x->stuck[i] = c->latches.data[i].stuck;
  x->word = mem_alloc ((x->count + 1) * sizeof *x->word);
  circuit_words (c, x->word);
  for (uint32_t i = n; i <= x->count; i++)
    x->word[i] = UINT32_MAX;
  bool *value = mem_zalloc (c->g.nodes.count);
  for (size_t i = 0; i < n; i++)
    value[lit_node (c->latches.data[i].now)] = x->init[i] = c->latches.data[i].init;
  aig_simulate (&c->g, value);
  unroll_init (&x->u, c, false);
  unroll_extend (&x->u);
  for (uint32_t i = 0; i < x->count; i++) {
    lit a = i < n ? c->latches.data[i].now : all->list.data[i - n].holds;
    x->now[i] = unroll_lit (&x->u, 0, a);
    x->next[i] = unroll_lit (&x->u, 1, a);
    if (i >= n)
      x->init[i] = aig_value (value, a);
  }
  mem_free (value);
  ic3_words_init (x);
  x->member = mem_alloc ((x->count + 1) * sizeof *x->member);
  families_members (c, x->member);
  for (uint32_t i = n; i < x->count; i++)
    x->member[i] = families_of (c->pg, all->list.data[i - n].slot) == PG_ALL ? PG_ALL : all->list.data[i - n].slot;
}

static lit
lit_now (const struct ic3 *x, uint32_t l)
{
  return x->now[l >> 1] ^ (l & 1);
}

static lit
lit_next (const struct ic3 *x, uint32_t l)
{
  return x->next[l >> 1] ^ (l & 1);
}

static void
tell_blocked (struct ic3 *x, const struct ic3_cube *c, uint32_t level)
{
  VEC (int) clause = {0};
  VEC_PUSH (clause, -solver_number (&x->s, x->act.data[level]));
  for (uint32_t i = 0; i < c->n; i++)
    VEC_PUSH (clause, -solver_number (&x->s, lit_now (x, c->lits[i])));
  solver_clause (&x->s, clause.data, clause.count);
  VEC_FREE (clause);
  x->told++;
}

/* Gives the solver one step, the initial state and the blocked cubes. */
static void
make_solver (struct ic3 *x)
{
  struct circuit *c = x->c;
  solver_init_small (&x->s, &x->u.g, x->p->budget);
  for (size_t i = 0; i < x->count; i++) {
    solver_number (&x->s, x->now[i]);
    solver_number (&x->s, x->next[i]);
  }
  for (size_t i = 0; i < c->inputs.count; i++)
    solver_number (&x->s, unroll_lit (&x->u, 0, c->inputs.data[i]));
  solver_require (&x->s, unroll_lit (&x->u, 0, c->hold));
  solver_number (&x->s, x->valid);
  solver_number (&x->s, x->chosen);
  solver_number (&x->s, x->bad);
  for (size_t i = 0; i < c->latches.count; i++)
    solver_clause (&x->s, (int[]) {-solver_number (&x->s, x->act.data[0]), solver_number (&x->s, lit_if (x->now[i], c->latches.data[i].init))}, 2);
  x->told = 0;
  for (uint32_t i = 1; i < x->frames.count; i++)
    for (size_t k = 0; k < x->frames.data[i].list.count; k++)
      tell_blocked (x, &x->frames.data[i].list.data[k], i);
}

void
ic3_refresh (struct ic3 *x)
{
  enum { LEAST = 200 };
  size_t live = 0;
  for (size_t i = 1; i < x->frames.count; i++)
    live += x->frames.data[i].list.count;
  if (x->told < LEAST + 2 * live)
    return;
  uint64_t clauses = x->s.clauses;
  solver_release (&x->s);
  make_solver (x);
  x->s.clauses += clauses;
}

void
ic3_init (struct ic3 *x, const struct problem *p, unsigned rounds)
{
  struct circuit *c = p->c;
  *x = (struct ic3) {.p = p, .c = c};
  make_vocabulary (x, rounds);
  x->valid = unroll_lit (&x->u, 0, c->valid);
  x->chosen = unroll_lit (&x->u, 0, c->chosen);
  x->bad = unroll_lit (&x->u, 0, p->bad);
  ic3_add_level (x);              /* level 0: the initial state */
  make_solver (x);
}

void
ic3_release (struct ic3 *x)
{
  for (size_t i = 0; i < x->frames.count; i++) {
    for (size_t k = 0; k < x->frames.data[i].list.count; k++)
      ic3_cube_free (&x->frames.data[i].list.data[k]);
    VEC_FREE (x->frames.data[i].list);
  }
  for (size_t i = 0; i < x->obligations.count; i++) {
    ic3_cube_free (&x->obligations.data[i].cube);
    mem_free (x->obligations.data[i].inputs);
  }
  VEC_FREE (x->frames);
  VEC_FREE (x->obligations);
  VEC_FREE (x->queue);
  VEC_FREE (x->act);
  mem_free (x->now);
  mem_free (x->next);
  mem_free (x->init);
  mem_free (x->one_of);
  mem_free (x->stuck);
  mem_free (x->word);
  VEC_FREE (x->predicates.list);
  mem_free (x->wide);
  mem_free (x->member);
  mem_free (x->about);
  solver_release (&x->s);
  unroll_release (&x->u);
}

static void
assume_level (struct ic3 *x, uint32_t level)
{
  for (size_t i = level; i < x->act.count; i++)
    if (i == level || level)      /* the initial level is a single state: more clauses add nothing */
      solver_assume (&x->s, x->act.data[i]);
}

/* The literals of the cube in the core, and enough others to exclude the initial state. */
static void
take_core (struct ic3 *x, const struct ic3_cube *c, struct ic3_cube *core)
{
  core->n = 0;
  core->lits = mem_alloc ((c->n + 1) * sizeof *core->lits);
  for (uint32_t i = 0; i < c->n; i++)
    if (solver_failed (&x->s, lit_next (x, c->lits[i])))
      core->lits[core->n++] = c->lits[i];
  for (uint32_t i = 0; i < c->n && ic3_cube_initial (x, core); i++)
    if (x->init[c->lits[i] >> 1] == (c->lits[i] & 1))
      core->lits[core->n++] = c->lits[i];
  assert (!ic3_cube_initial (x, core));
}

enum solver_answer
ic3_step_into (struct ic3 *x, const struct ic3_cube *c, uint32_t level, struct ic3_cube *core)
{
  assert (level >= 1 && level < x->act.count);
  assume_level (x, level - 1);
  solver_assume (&x->s, x->valid);
  for (uint32_t i = 0; i < c->n; i++)
    ccadical_constrain (x->s.sat, -solver_number (&x->s, lit_now (x, c->lits[i])));
  ccadical_constrain (x->s.sat, 0);
  for (uint32_t i = 0; i < c->n; i++)
    solver_assume (&x->s, lit_next (x, c->lits[i]));
  enum solver_answer a = solver_solve (&x->s);
  if (a == SOLVER_UNSAT && core)
    take_core (x, c, core);
  return a;
}

enum solver_answer
ic3_reaches_bad (struct ic3 *x, uint32_t level)
{
  assume_level (x, level);
  solver_assume (&x->s, x->chosen);
  solver_assume (&x->s, x->bad);
  return solver_solve (&x->s);
}

struct ic3_cube
ic3_without_word (const struct ic3 *x, const struct ic3_cube *c, uint32_t word)
{
  struct ic3_cube r = ic3_cube_copy (c);
  r.n = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t of = x->word[c->lits[i] >> 1];
    if (of == UINT32_MAX || (of != word && word != UINT32_MAX))
      r.lits[r.n++] = c->lits[i];
  }
  return r;
}

uint32_t
ic3_next_word (const struct ic3 *x, const struct ic3_cube *c, uint32_t *from)
{
  uint32_t first = UINT32_MAX, word;
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t latch = c->lits[i] >> 1;
    if (latch >= *from && latch < first && x->word[latch] != UINT32_MAX)
      first = latch;
  }
  if (first == UINT32_MAX)
    return UINT32_MAX;
  word = x->word[first];
  for (*from = first; x->word[*from] == word;)
    ++*from;
  return word;
}

/* From every state of the cube these inputs make the step; literals that are not needed for it are dropped. */
static bool
is_enough (struct ic3 *x, struct ic3_cube *state, const struct ic3_cube *to, const bool *inputs)
{
  struct circuit *c = x->c;
  for (uint32_t i = 0; i < state->n; i++)
    solver_assume (&x->s, lit_now (x, state->lits[i]));
  for (size_t i = 0; i < c->inputs.count; i++)
    solver_assume (&x->s, lit_if (unroll_lit (&x->u, 0, c->inputs.data[i]), inputs[i]));
  ccadical_constrain (x->s.sat, -solver_number (&x->s, to ? x->valid : x->chosen));
  if (!to)
    ccadical_constrain (x->s.sat, -solver_number (&x->s, x->bad));
  for (uint32_t i = 0; to && i < to->n; i++)
    ccadical_constrain (x->s.sat, -solver_number (&x->s, lit_next (x, to->lits[i])));
  ccadical_constrain (x->s.sat, 0);
  if (solver_solve (&x->s) != SOLVER_UNSAT)
    return false;
  uint32_t n = 0;
  for (uint32_t i = 0; i < state->n; i++)
    if (solver_failed (&x->s, lit_now (x, state->lits[i])))
      state->lits[n++] = state->lits[i];
  state->n = n;
  return true;
}

/* Comparisons are stronger than the bits of what is compared: drop words as a whole where possible. */
struct ic3_cube
ic3_lift (struct ic3 *x, const struct ic3_cube *to, bool *inputs)
{
  struct circuit *c = x->c;
  struct ic3_cube state = {.lits = mem_alloc ((x->count + 1) * sizeof *state.lits)};
  for (uint32_t i = 0; i < x->count; i++)
    if (!x->stuck[i] && (!x->one_of[i] || solver_value (&x->s, x->now[i])))
      state.lits[state.n++] = i << 1 | !solver_value (&x->s, x->now[i]);
  for (size_t i = 0; i < c->inputs.count; i++)
    inputs[i] = solver_value (&x->s, unroll_lit (&x->u, 0, c->inputs.data[i]));
  struct ic3_cube less = ic3_without_word (x, &state, UINT32_MAX);
  if (is_enough (x, &less, to, inputs)) {
    ic3_cube_free (&state);
    return less;
  }
  ic3_cube_free (&less);
  struct ic3_cube all = ic3_cube_copy (&state);
  if (!is_enough (x, &state, to, inputs)) {
    ic3_cube_free (&all);
    return state;                 /* the solver was stopped: otherwise it is UNSAT */
  }
  for (uint32_t from = 0, word; (word = ic3_next_word (x, &state, &from)) != UINT32_MAX;) {
    less = ic3_without_word (x, &state, word);
    bool shorter = is_enough (x, &less, to, inputs);
    ic3_cube_free (shorter ? &state : &less);
    state = shorter ? less : state;
  }
  if (x->widened)
    ic3_widen (x, &state, &all);
  ic3_cube_free (&all);
  return state;
}

bool
ic3_within (const struct ic3_cube *small, const struct ic3_cube *large)
{
  uint32_t i = 0;
  for (uint32_t k = 0; k < large->n && i < small->n; k++)
    i += small->lits[i] == large->lits[k];
  return i == small->n;
}

static int
compare_lits (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

void
ic3_sort (struct ic3_cube *c)
{
  qsort (c->lits, c->n, sizeof *c->lits, compare_lits);
}

void
ic3_block (struct ic3 *x, struct ic3_cube c, uint32_t level)
{
  assert (level >= 1 && level < x->frames.count && !ic3_cube_initial (x, &c));
  ic3_sort (&c);
  for (size_t i = 1; i <= level; i++)
    for (size_t k = 0; k < x->frames.data[i].list.count;)
      if (ic3_within (&c, &x->frames.data[i].list.data[k])) {
        ic3_cube_free (&x->frames.data[i].list.data[k]);
        x->frames.data[i].list.data[k] = VEC_LAST (x->frames.data[i].list);
        x->frames.data[i].list.count--;
      } else
        k++;
  VEC_PUSH (x->frames.data[level].list, c);
  tell_blocked (x, &c, level);
}
