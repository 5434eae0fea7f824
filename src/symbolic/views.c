/* Idea. The number of threads is unknown, so a state is represented by its views: the shared variables and any VIEW
 * threads. Clauses are about one view and hold for every choice of threads. A step is executed by one thread, so its effect
 * on a view is determined by VIEW + 1 threads: with that many of each family the clauses are found and proved inductive, as
 * in property-directed reachability.
 * Source. A. Pnueli, S. Ruah, L. Zuck, "Automatic deductive verification with invisible invariants", TACAS 2001; P.
 * Abdulla, F. Haziza, L. Holik, "All for the price of few", VMCAI 2013; the search is that of ic3.c.
 * Where we differ. Clauses are found backwards from the bad states. A bad state of VIEW + 1 threads is refuted by one of
 * its views; the views are tried one after the other.
 * Why that is sound. docs/symbolic.md, "Any number of threads". Violations are never reported from here: views that are
 * reachable separately may belong to different executions. */
#include <string.h>

#include "base/measure.h"
#include "symbolic/families.h"
#include "symbolic/ic3.h"

enum { VIEW = FAMILY_MEMBERS - 1 };

/* A view that may be reachable in that many steps: not to be blocked again. */
struct reached {
  struct ic3_cube cube;           /* sorted */
  uint32_t level;
};

struct views {
  struct ic3 x;
  VEC (uint32_t *) turned;        /* by permutation of members: the image of each latch and predicate */
  VEC (struct reached) reached;
};

/* ---- permutations ---- */

static void
add_permutation (struct views *v, const uint32_t *map)
{
  uint32_t *copy = mem_alloc ((v->x.count + 1) * sizeof *copy);
  memcpy (copy, map, v->x.count * sizeof *copy);
  VEC_PUSH (v->turned, copy);
}

/* Latches are matched by name; predicates of two members are in the same order. */
static void
swap_all (const struct views *v, const struct predicates *all, uint32_t a, uint32_t b, uint32_t *to)
{
  uint32_t n = (uint32_t) v->x.c->latches.count;
  families_swap (v->x.c, a, b, to);
  for (uint32_t i = n; i < v->x.count; i++)
    to[i] = i;
  for (uint32_t i = 0, k = 0; i < all->list.count; i++)
    if (all->list.data[i].slot == a) {
      while (all->list.data[k].slot != b)
        k++;
      to[n + i] = n + k;
      to[n + k] = n + i;
      k++;
    }
}

/* Every permutation of members within families, as products of transpositions; the first is the identity. */
static void
make_permutations (struct views *v, const struct predicates *all)
{
  const struct pg *pg = v->x.c->pg;
  uint32_t *to = mem_alloc ((v->x.count + 1) * sizeof *to), *swap = mem_alloc ((v->x.count + 1) * sizeof *swap);
  for (uint32_t i = 0; i < v->x.count; i++)
    to[i] = i;
  add_permutation (v, to);
  for (uint32_t f = 0; f < pg->nfamilies; f++)
    for (uint32_t m = 1; m < pg->families[f].count; m++) {
      size_t n = v->turned.count;
      for (uint32_t k = 0; k < m; k++) {
        swap_all (v, all, pg->families[f].first + k, pg->families[f].first + m, swap);
        for (size_t i = 0; i < n; i++) {
          for (uint32_t l = 0; l < v->x.count; l++)
            to[l] = swap[v->turned.data[i][l]];
          add_permutation (v, to);
        }
      }
    }
  mem_free (to);
  mem_free (swap);
}

static void
views_init (struct views *v, const struct problem *p, unsigned rounds)
{
  ic3_init (&v->x, p, rounds);
  make_permutations (v, &v->x.predicates);
}

static void
views_release (struct views *v)
{
  for (size_t i = 0; i < v->turned.count; i++)
    mem_free (v->turned.data[i]);
  VEC_FREE (v->turned);
  for (size_t i = 0; i < v->reached.count; i++)
    ic3_cube_free (&v->reached.data[i].cube);
  VEC_FREE (v->reached);
  ic3_release (&v->x);
}

/* ---- cubes ---- */

/* The slots of members that occur in the cube, as bits. */
static uint64_t
members_of (const struct views *v, const struct ic3_cube *c)
{
  uint64_t m = 0;
  for (uint32_t i = 0; i < c->n; i++)
    if (v->x.member[c->lits[i] >> 1] != PG_ALL)
      m |= (uint64_t) 1 << v->x.member[c->lits[i] >> 1];
  return m;
}

/* Without the literals about members in `left`. */
static struct ic3_cube
without (const struct views *v, const struct ic3_cube *c, uint64_t left)
{
  struct ic3_cube r = ic3_cube_copy (c);
  r.n = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t m = v->x.member[c->lits[i] >> 1];
    if (m == PG_ALL || !(left >> m & 1))
      r.lits[r.n++] = c->lits[i];
  }
  return r;
}

static struct ic3_cube
image_of (const struct views *v, const struct ic3_cube *c, size_t permutation)
{
  struct ic3_cube image = ic3_cube_copy (c);
  for (uint32_t k = 0; k < c->n; k++)
    image.lits[k] = v->turned.data[permutation][c->lits[k] >> 1] << 1 | (c->lits[k] & 1);
  ic3_sort (&image);
  return image;
}

static bool
is_known_reached (const struct views *v, const struct ic3_cube *c, uint32_t level)
{
  bool found = false;
  for (size_t t = 0; t < v->turned.count && !found; t++) {
    struct ic3_cube image = image_of (v, c, t);
    for (size_t i = 0; i < v->reached.count && !found; i++)
      found = v->reached.data[i].level <= level && ic3_within (&image, &v->reached.data[i].cube);
    ic3_cube_free (&image);
  }
  return found;
}

static void
note_reached (struct views *v, const struct ic3_cube *c, uint32_t level)
{
  struct reached r = {ic3_cube_copy (c), level};
  ic3_sort (&r.cube);
  VEC_PUSH (v->reached, r);
}

static void
block_everywhere (struct views *v, const struct ic3_cube *c, uint32_t level)
{
  assert (__builtin_popcountll (members_of (v, c)) <= VIEW);
  VEC (struct ic3_cube) done = {0};
  for (size_t i = 0; i < v->turned.count; i++) {
    struct ic3_cube image = image_of (v, c, i);
    bool known = false;
    for (size_t k = 0; k < done.count && !known; k++)
      known = done.data[k].n == image.n && !memcmp (done.data[k].lits, image.lits, image.n * sizeof *image.lits);
    if (known)
      ic3_cube_free (&image);
    else {
      VEC_PUSH (done, ic3_cube_copy (&image));
      ic3_block (&v->x, image, level);
    }
  }
  for (size_t k = 0; k < done.count; k++)
    ic3_cube_free (&done.data[k]);
  VEC_FREE (done);
}

/* ---- blocking ---- */

enum blocking { BLOCKED, REACHED, GAVE_UP };

static enum blocking block_state (struct views *, const struct ic3_cube *, uint32_t level, unsigned depth);

/* The cube is about one view. */
static enum blocking
block_view (struct views *v, const struct ic3_cube *c, uint32_t level, unsigned depth)
{
  struct ic3 *x = &v->x;
  enum blocking b = BLOCKED;
  if (is_known_reached (v, c, level))
    return REACHED;
  while (b == BLOCKED) {
    struct ic3_cube core;
    if (budget_over (x->p->budget))
      return GAVE_UP;
    if (!level || ic3_cube_initial (x, c))
      return REACHED;
    switch (ic3_step_into (x, c, level, &core)) {
    case SOLVER_UNSAT:
      ic3_generalise (x, &core, level);
      block_everywhere (v, &core, ic3_lift_level (x, &core, level));
      ic3_cube_free (&core);
      return BLOCKED;
    case SOLVER_SAT: {
      bool *inputs = mem_zalloc (x->c->inputs.count + 1);
      struct ic3_cube before = ic3_lift (x, c, inputs);
      b = block_state (v, &before, level - 1, depth + 1);
      ic3_cube_free (&before);
      mem_free (inputs);
      break;
    }
    default: return GAVE_UP;
    }
  }
  if (b == REACHED)
    note_reached (v, c, level);
  return b;
}

/* For a state with more threads one unreachable view is enough. With several families there may be more than one thread too
 * many. */
static enum blocking
block_state (struct views *v, const struct ic3_cube *c, uint32_t level, unsigned depth)
{
  uint64_t members = members_of (v, c);
  enum blocking b = REACHED;
  if (__builtin_popcountll (members) <= VIEW)
    return block_view (v, c, level, depth);
  for (uint64_t kept = (members - 1) & members; kept && b == REACHED; kept = (kept - 1) & members)
    if (__builtin_popcountll (kept) == VIEW) {
      struct ic3_cube view = without (v, c, members & ~kept);
      b = block_view (v, &view, level, depth);
      ic3_cube_free (&view);
    }
  return b;
}

/* ---- the invariant ---- */

/* The invariant consists of this level and those above: the first level whose clauses all propagate. */
static size_t
invariant_from (const struct ic3 *x)
{
  size_t from = 1;
  while (from < x->frames.count && x->frames.data[from].list.count)
    from++;
  return from;
}

static bool
is_said (const struct ic3 *x, size_t from, const struct ic3_cube *c)
{
  for (size_t i = from; i < x->frames.count; i++)
    for (size_t k = 0; k < x->frames.data[i].list.count; k++)
      if (ic3_within (&x->frames.data[i].list.data[k], c))
        return true;
  return false;
}

/* The proof must hold for any threads: every clause must hold with members exchanged, too, and members start alike. */
static bool
is_symmetric (const struct views *v)
{
  const struct ic3 *x = &v->x;
  size_t from = invariant_from (x);
  for (size_t t = 0; t < v->turned.count; t++) {
    for (uint32_t l = 0; l < x->count; l++)
      if (x->init[l] != x->init[v->turned.data[t][l]] || x->stuck[l] != x->stuck[v->turned.data[t][l]])
        return false;
    for (size_t i = from; i < x->frames.count; i++)
      for (size_t k = 0; k < x->frames.data[i].list.count; k++) {
        struct ic3_cube image = image_of (v, &x->frames.data[i].list.data[k], t);
        bool said = is_said (x, from, &image);
        ic3_cube_free (&image);
        if (!said)
          return false;
      }
  }
  return true;
}

/* Clauses were transferred to other members without a query. Now each is checked: over at most two members, true initially,
 * preserved by every step; and together they exclude the bad states. */
static bool
is_proof (struct views *v)
{
  struct ic3 *x = &v->x;
  size_t from = invariant_from (x);
  for (size_t i = from; i < x->frames.count; i++)
    for (size_t k = 0; k < x->frames.data[i].list.count; k++) {
      const struct ic3_cube *c = &x->frames.data[i].list.data[k];
      if (__builtin_popcountll (members_of (v, c)) > VIEW || ic3_cube_initial (x, c)
          || ic3_step_into (x, c, (uint32_t) from + 1, NULL) != SOLVER_UNSAT)
        return false;
    }
  return from + 1 < x->frames.count && ic3_reaches_bad (x, (uint32_t) from) == SOLVER_UNSAT;
}

/* Adds a level. False: there is an outcome. */
static bool
deepen (struct views *v, struct outcome *o)
{
  struct ic3 *x = &v->x;
  double start = measure_seconds ();
  for (;;) {
    enum solver_answer a = ic3_reaches_bad (x, ic3_levels (x));
    if (a == SOLVER_UNSAT)
      break;
    enum blocking b = GAVE_UP;
    if (a == SOLVER_SAT) {
      bool *inputs = mem_zalloc (x->c->inputs.count + 1);
      struct ic3_cube bad = ic3_lift (x, NULL, inputs);
      b = block_state (v, &bad, ic3_levels (x), 0);
      ic3_cube_free (&bad);
      mem_free (inputs);
    }
    if (b == BLOCKED)
      continue;
    outcome_unknown (o, b == REACHED ? "two threads and what is shared do not say enough about any number of threads" : x->p->budget->spent);
    return false;
  }
  o->depth = ic3_levels (x);
  o->clauses = x->s.clauses;
  if (x->p->note)
    x->p->note (x->p->context, &(struct progress_note) {o->depth, o->clauses, measure_seconds () - start});
  ic3_add_level (x);
  ic3_refresh (x);
  if (!ic3_propagate (x))
    return true;
  if (is_symmetric (v) && is_proof (v))
    o->kind = OUTCOME_PROVED;
  else
    outcome_unknown (o, "what was found holds for some threads only");
  return false;
}

/* ---- two searches in time slices ---- */

/* One uses comparisons instead of bits, and more of them after each failure; the other uses every bit. Neither is better in
 * general: programs that count copies need comparisons, a counter that stays small needs bits. */
struct strand {
  struct problem p;
  struct budget budget;           /* until the end of its time slice */
  struct views v;
  bool widened, is_open;
  unsigned rounds;
  double used;                    /* seconds */
};

static void
begin (struct strand *s, const struct problem *p, bool widened, unsigned rounds)
{
  s->p = *p;
  s->p.budget = &s->budget;
  s->budget = *p->budget;
  s->v = (struct views) {.turned = {0}};
  s->widened = widened;
  s->rounds = rounds;
  s->is_open = true;
  views_init (&s->v, &s->p, rounds);
  s->v.x.widened = widened;
}

static void
end (struct strand *s)
{
  if (s->is_open)
    views_release (&s->v);
  s->is_open = false;
}

/* Continues until the time slice is over or there is an outcome; then starts the next search, if there is one. */
static void
take_turn (struct strand *s, const struct problem *p, struct outcome *o)
{
  enum { ROUNDS = 3 };
  double start = measure_seconds (), turn = 1 + s->used / 2;
  *o = (struct outcome) {.loop = -1, .kind = OUTCOME_UNKNOWN};
  s->budget = *p->budget;
  if (!(s->budget.end > 0 && s->budget.end < start + turn))
    s->budget.end = start + turn;
  while (deepen (&s->v, o))
    continue;
  s->used += measure_seconds () - start;
  if (o->kind == OUTCOME_PROVED || s->budget.spent)
    return;
  end (s);
  if (s->widened && s->rounds < ROUNDS)
    begin (s, p, true, s->rounds + 1);
}

void
engine_views (const struct problem *p, struct outcome *o)
{
  struct strand words = {.is_open = false}, bits = {.is_open = false};
  *o = (struct outcome) {.loop = -1, .kind = OUTCOME_UNKNOWN};
  begin (&bits, p, false, 0);
  if (ic3_has_wide (&bits.v.x))   /* otherwise both are the same */
    begin (&words, p, true, 0);
  while ((words.is_open || bits.is_open) && !budget_over (p->budget)) {
    outcome_release (o);
    take_turn (bits.is_open && (!words.is_open || 2 * bits.used < words.used) ? &bits : &words, p, o);
    if (o->kind == OUTCOME_PROVED)
      break;
  }
  if (o->kind != OUTCOME_PROVED && budget_over (p->budget))
    outcome_unknown (o, p->budget->spent);
  end (&words);
  end (&bits);
}
