/* Checks by definition, slowly, whether a set is stubborn.
 *
 * Idea. For each member t, explore without the set: the state s', and with it X, the states that the same steps reach after
 * t. D1: every state that t reaches from s' is in X. D2: some member stays enabled.
 * Source. D1, D2: P. Bokor, J. Kinder, M. Serafini, N. Suri, "Supporting Domain-Specific State Space Reductions through
 * Local Partial-Order Reduction", ASE 2011, section III-A; V and I: A. Valmari, "The State Explosion Problem", LNCS 1491,
 * 1998.
 * Where we differ. At most MANY states in X, and as many pairs (s', X) as the limit allows.
 * Why sound. It is the definition, up to the limits. */
#include "lpor/verify.h"

enum { MANY = 14 };

struct pair {
  uint32_t at, n, x[MANY];        /* numbers of states; x ascends */
};

struct along {
  struct verifier *v;
  const uint64_t *set;
  struct states states, pairs;
  uint64_t *enabled;
};

static int
by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* The numbers of all successors of these states by t. False: too many. */
static bool
step_all (struct along *a, const uint32_t *from, uint32_t n, unsigned t, struct pair *to)
{
  struct states next = {.bytes = a->v->m->state_bytes};
  bool fresh;
  for (uint32_t i = 0; i < n; i++)
    verify_successors (a->v, states_at (&a->states, from[i]), t, &next);
  to->n = 0;
  for (size_t i = 0; i < next.count && to->n < MANY; i++)
    to->x[to->n++] = (uint32_t) states_put (&a->states, states_at (&next, i), &fresh);
  bool fits = next.count <= MANY;
  qsort (to->x, to->n, sizeof *to->x, by_number);
  states_release (&next);
  return fits;
}

/* D1 for one pair; *key: t is enabled there. */
static bool
check_pair (struct along *a, const struct pair *p, unsigned t, bool *key)
{
  struct pair after = {0};
  *key = mz_lpor_has (a->enabled, t);
  if (!*key || !step_all (a, &p->at, 1, t, &after))
    return true;
  for (uint32_t i = 0; i < after.n; i++)
    if (!bsearch (&after.x[i], p->x, p->n, sizeof *p->x, by_number))
      return false;
  return true;
}

/* The pairs that follow by u, which is not in the set. */
static void
go_on (struct along *a, const struct pair *p, unsigned u)
{
  struct pair to = {0}, next = {0};
  bool fresh;
  if (!step_all (a, &p->at, 1, u, &to))
    return;
  bool fits = step_all (a, p->x, p->n, u, &next);
  for (uint32_t i = 0; i < to.n && fits; i++) {
    next.at = to.x[i];
    states_put (&a->pairs, &next, &fresh);
  }
}

/* D1 for t; *key: t is a key transition. */
static bool
check_member (struct along *a, const void *state, unsigned t, bool *key)
{
  struct pair first = {0};
  bool fresh, ok = true, here;
  states_release (&a->states);
  states_release (&a->pairs);
  first.at = (uint32_t) states_put (&a->states, state, &fresh);
  *key = true;
  if (!step_all (a, &first.at, 1, t, &first))
    return true;
  states_put (&a->pairs, &first, &fresh);
  for (size_t i = 0; i < a->pairs.count && ok && !a->v->lost; i++) {
    struct pair p = *(const struct pair *) states_at (&a->pairs, i);
    verify_enabled (a->v, states_at (&a->states, p.at), a->enabled);
    if (!check_pair (a, &p, t, &here))
      ok = verify_fail (a->v, "D1 fails for %s: it does not commute with what happens without the set,", t, a->v->l->n, state);
    *key &= here;
    verify_enabled (a->v, states_at (&a->states, p.at), a->enabled);
    for (unsigned u = 0; u < a->v->l->n && a->pairs.count < a->v->limit; u++)
      if (mz_lpor_has (a->enabled, u) && !mz_lpor_has (a->set, u))
        go_on (a, &p, u);
    a->v->lost |= a->states.lost || a->pairs.lost;
  }
  return ok;
}

bool
verify_set (struct verifier *v, const void *state, const uint64_t *set)
{
  struct mz_lpor *l = v->l;
  struct along a = {.v = v, .set = set, .states = {.bytes = v->m->state_bytes}, .pairs = {.bytes = sizeof (struct pair)}};
  uint64_t *first = calloc (2 * l->words + 1, 8);
  bool ok = first, key, any_key = false, due = false, due_key = false, all_in = true, unseen_key = false, unseen = false, seen_in = false, all_seen = true;
  a.enabled = first ? first + l->words : NULL;
  if (first)
    verify_enabled (v, state, first);
  for (unsigned t = 0; t < l->n && ok; t++) {
    bool is_enabled = mz_lpor_has (first, t), is_visible = mz_lpor_has (l->visible, t), in = mz_lpor_has (set, t);
    unseen |= is_enabled && !is_visible;
    seen_in |= is_enabled && is_visible && in;
    all_seen &= !is_visible || in;
    bool is_due = is_enabled && !mz_lpor_has (l->optional, t);
    due |= is_due;
    all_in &= !is_enabled || in;
    if (!in)
      continue;
    ok = check_member (&a, state, t, &key);
    any_key |= key && is_enabled;
    due_key |= key && is_due;
    unseen_key |= key && is_enabled && !is_visible;
  }
  if (ok && !any_key)
    ok = verify_fail (v, "D2 fails: the set has no key transition", l->n, l->n, state);
  else if (ok && (due ? !due_key : !all_in))
    ok = verify_fail (v, "an end may be lost: the set has no key transition that is not optional", l->n, l->n, state);
  else if (ok && l->system.keep != MZ_LPOR_DEADLOCKS && seen_in && !all_seen)
    ok = verify_fail (v, "V fails: the set has some visible transitions, not all,", l->n, l->n, state);
  else if (ok && l->system.keep >= MZ_LPOR_LTL && unseen && !unseen_key)
    ok = verify_fail (v, "I fails: the set has no invisible key transition", l->n, l->n, state);
  states_release (&a.states);
  states_release (&a.pairs);
  free (first);
  return ok;
}
