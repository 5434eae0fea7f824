/* A stubborn set for a state.
 *
 * Idea. Begin with one enabled transition. Let `reach` be what may be executed from the state without any transition of the
 * set. As long as a transition of reach disturbs a member, add an enabled transition on a path to it.
 * Source. P. Bokor, J. Kinder, M. Serafini, N. Suri, "Supporting Domain-Specific State Space Reductions through Local
 * Partial-Order Reduction", ASE 2011, Algorithm 2; its line numbers are below. The conditions V and I: A. Valmari, "The
 * State Explosion Problem", LNCS 1491, 1998.
 * Where we differ. Line 24 considers each path by which a transition can become enabled, and whether one of its necessary
 * enabling transitions is in the set and was not executed. Here reach is the smallest set with
 *     every enabled transition outside the stubborn set, and
 *     every disabled one outside it that some member of reach can enable, if each of its
 *     necessary enabling sets has a member in reach,
 * which also rules out paths that lead through members, and necessary transitions that cannot be executed themselves.
 * Disabled transitions may be members: V adds all visible ones.
 * Why sound. Let w be executed from s without members, and u be the first of w that is not in reach. If u was enabled in s
 * it is in reach. Else some transition of w before u enabled it, is in reach and can enable u; and of each necessary
 * enabling set one was executed since s, before u, so is in reach. So u is in reach. Hence w is in reach, and by the end
 * nothing in reach disturbs an enabled member t: t stays enabled along w (D2; every enabled member is a key transition),
 * and commutes with each step of w, backwards to s (D1). A disabled member is never enabled along w, so D1 says nothing
 * about it. As t is enabled all along, labels cannot differ between w and w after t in more than t's own change (the
 * pitfall described by T. Neele, A. Valmari, T. Willemse, "The Inconsistent Labelling Problem of Stutter-Preserving
 * Partial-Order Reduction", FoSSaCS 2020).
 * The set only grows and reach only shrinks, so what was true of a member stays true.
 * Optional transitions. An end is a state in which only optional transitions are enabled. Where others are enabled, one of
 * them must be a member; where only optional ones are, all are executed. Then every end e is visited: let w lead from s,
 * which is visited, to e, and use induction on w's length. If nothing else is enabled in s then s is e, or the first step
 * of w is executed. Else let t be an enabled member that is not optional. It stays enabled as long as no member is
 * executed, and is not enabled in e: w has a member, and by D1 the first one can be executed first. Runs that stay in e for
 * ever are kept for LTL by the same steps: V keeps the order of what is visible. A set of optional transitions alone would
 * be wrong: the run in which none of them happens would have no counterpart.
 * The closure is that of all static reductions (closure.h). */
#include "lpor/parts.h"

#include <assert.h>
#include <string.h>

/* Every necessary enabling set of t has a member in reach. */
static bool
may_be_enabled (const struct mz_lpor *l, unsigned t)
{
  for (size_t i = l->now.first[t]; i < l->now.end[t]; i++)
    if (!bits_meet (l->now.bits + i * l->words, l->reach, l->words))
      return false;
  return bits_meet (lpor_row (l, l->enabled_by, t), l->reach, l->words);
}

/* Computes what may be executed without the set. */
static void
find_reach (struct mz_lpor *l)
{
  bool more = true;
  for (size_t i = 0; i < l->words; i++)
    l->reach[i] = l->enabled[i] & ~l->stub[i];
  while (more) {
    more = false;
    memset (l->seen, 0, l->words * 8);
    LPOR_EACH (t, l->reach, l->words)
      for (size_t i = 0; i < l->words; i++)
        l->seen[i] |= lpor_row (l, l->enables, t)[i];
    for (size_t i = 0; i < l->words; i++)
      l->seen[i] &= ~(l->reach[i] | l->stub[i] | l->enabled[i]);
    LPOR_EACH (u, l->seen, l->words)
      if (may_be_enabled (l, u)) {
        mz_lpor_add (l->reach, u);
        more = true;
      }
  }
}

/* Computes the transitions of reach that must not be executed before t: `bad`. */
static bool
find_bad (struct mz_lpor *l, unsigned t)
{
  find_reach (l);
  bool is_enabled = mz_lpor_has (l->enabled, t);
  if (!is_enabled && !may_be_enabled (l, t))
    return false;
  const uint64_t *row = lpor_row (l, is_enabled ? l->disturbs : l->enabled_by, t);
  for (size_t i = 0; i < l->words; i++)
    l->bad[i] = row[i] & l->reach[i];
  return lpor_count (l->bad, l->reach, l->words);
}

/* An enabled transition on a path to `bad`, lines 22 to 26: among the first few, one that alone keeps t undisturbed,
 * otherwise the first. */
static unsigned
find_leading (struct mz_lpor *l, unsigned t)
{
  bool more = true;
  while (more) {
    more = false;
    memset (l->seen, 0, l->words * 8);
    LPOR_EACH (u, l->bad, l->words)
      if (!mz_lpor_has (l->enabled, u))
        for (size_t i = 0; i < l->words; i++)
          l->seen[i] |= lpor_row (l, l->enabled_by, u)[i] & l->reach[i];
    for (size_t i = 0; i < l->words; i++) {
      more |= l->seen[i] & ~l->bad[i];
      l->bad[i] |= l->seen[i];
    }
  }
  unsigned few[8], n = 0;
  LPOR_EACH (u, l->bad, l->words)
    if (mz_lpor_has (l->enabled, u) && n < sizeof few / sizeof *few)
      few[n++] = u;
  assert (n);                     /* reach starts from enabled transitions */
  for (unsigned i = 0; i < n && n > 1 && l->now.count; i++) {
    mz_lpor_add (l->stub, few[i]);
    bool enough = !find_bad (l, t);
    l->stub[few[i] / 64] ^= (uint64_t) 1 << (few[i] % 64);
    if (enough)
      return few[i];
  }
  return few[0];
}

/* Adds a transition; by V a visible one brings all visible ones. */
static void
take_in (struct mz_lpor *l, unsigned t, bool asked)
{
  closure_add (&l->closure, t, asked);
  if (mz_lpor_has (l->visible, t))
    closure_join (&l->closure, l->visible);
}

/* Expands a member as Algorithm 2 does. */
static bool
take_wanted (void *context, unsigned t)
{
  struct mz_lpor *l = context;
  take_in (l, t, true);
  while (find_bad (l, t)) {
    bool direct = bits_meet (l->bad, l->enabled, l->words) && mz_lpor_has (l->enabled, t);
    if (direct)                 /* lines 19 to 21 */
      LPOR_EACH (u, l->bad, l->words)
        if (mz_lpor_has (l->enabled, u))
          take_in (l, u, l->transitive);
    if (!direct)
      take_in (l, find_leading (l, t), false);
  }
  return true;
}

/* The set satisfies the conditions of what is to be kept. */
static bool
is_allowed (const struct mz_lpor *l)
{
  size_t unseen = 0, unseen_in = 0, sure = 0, due_in = 0;
  for (size_t i = 0; i < l->words; i++) {
    uint64_t invisible = l->enabled[i] & ~l->visible[i];
    due_in += (size_t) __builtin_popcountll (l->enabled[i] & ~l->optional[i] & l->stub[i]);
    unseen += (size_t) __builtin_popcountll (invisible);
    unseen_in += (size_t) __builtin_popcountll (invisible & l->stub[i]);
    sure += (size_t) __builtin_popcountll (invisible & l->stub[i] & l->deterministic[i]);
  }
  if (!due_in)      /* where only optional transitions are enabled, all are executed */
    return false;
  switch (l->system.keep) {
  case MZ_LPOR_DEADLOCKS:
  case MZ_LPOR_INVARIANTS: return true;
  case MZ_LPOR_LTL: return !unseen || unseen_in;      /* condition I */
  case MZ_LPOR_CTL: return l->closure.size == 1 && sure;
  }
  return false;
}

static size_t
set_from (struct mz_lpor *l, unsigned initial, size_t most)
{
  return closure_from (&l->closure, initial, most, take_wanted, l) && is_allowed (l) ? l->closure.size : 0;
}

size_t
mz_lpor_from (struct mz_lpor *l, const struct mz_lpor_state *s, unsigned initial, uint64_t *set)
{
  lpor_look (l, s);
  size_t size = set_from (l, initial, l->n);
  memcpy (set, l->stub, l->words * 8);
  return size;
}

size_t
mz_lpor_choose (struct mz_lpor *l, const struct mz_lpor_state *s, uint64_t *set)
{
  size_t all = lpor_count (s->enabled, s->enabled, l->words), size = all, most = 0;
  unsigned tries = l->system.tries ? l->system.tries : l->n;
  memset (set, 0xff, l->words * 8);
  if (all < 2)
    return all;
  lpor_look (l, s);
  LPOR_EACH (t, s->enabled, l->words) {
    size_t found = tries ? set_from (l, t, size < all ? size : all - 1) : 0;
    tries -= tries > 0;
    if (!found)
      continue;
    find_reach (l);             /* among sets of equal size prefer the one that leaves the smallest reach: measured to give
                                 * the smaller graph */
    size_t others = lpor_count (l->reach, l->reach, l->words);
    if (found == size && others <= most)
      continue;
    size = found;
    most = others;
    memcpy (set, l->stub, l->words * 8);
  }
  return size;
}
