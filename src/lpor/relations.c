/* Precomputation: relations as rows of bits, forward enable sets.
 *
 * Idea. The forward enable set of t contains what can become executable as a consequence of t: the transitive closure of
 * can-enable from t.
 * Source. P. Bokor, J. Kinder, M. Serafini, N. Suri, "Supporting Domain-Specific State Space Reductions through Local
 * Partial-Order Reduction", ASE 2011, Algorithm 1, without its en-fields.
 * Where we differ. Algorithm 1 keeps with each transition all sets of necessary enabling transitions met on some path to
 * it, which are exponentially many. Here they are looked up in the state instead (stubborn.c), in polynomial time.
 * Why sound. See stubborn.c: both describe the same paths. */
#include "lpor/parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
fail (char *why, size_t room, const char *text)
{
  if (room)
    snprintf (why, room, "%s", text);
  return false;
}

static bool
holds (const struct mz_lpor_system *s, mz_lpor_relation *relation, const uint64_t *bits, unsigned t, unsigned u)
{
  return bits ? mz_lpor_has (bits + t * mz_lpor_words (s->ntransitions), u) : relation && relation (s->context, t, u);
}

static void
fill_rows (struct mz_lpor *l)
{
  const struct mz_lpor_system *s = &l->system;
  for (unsigned t = 0; t < l->n; t++) {
    for (unsigned u = 0; u < l->n; u++) {
      if (holds (s, s->can_enable, s->can_enable_bits, t, u)) {
        mz_lpor_add (lpor_row (l, l->enables, t), u);
        mz_lpor_add (lpor_row (l, l->enabled_by, u), t);
      }
      if (t != u && holds (s, s->dependent, s->dependent_bits, t, u))
        mz_lpor_add (lpor_row (l, l->disturbs, u), t);
      if (holds (s, s->necessary, s->necessary_bits, t, u))
        mz_lpor_add (lpor_row (l, l->net, t), u);
    }
    if (s->keep != MZ_LPOR_DEADLOCKS && (!s->visible || s->visible (s->context, t)))
      mz_lpor_add (l->visible, t);
    if (s->deterministic && s->deterministic (s->context, t))
      mz_lpor_add (l->deterministic, t);
    if (s->optional && s->optional (s->context, t))
      mz_lpor_add (l->optional, t);
  }
}

static void
close_forward (struct mz_lpor *l)
{
  for (unsigned t = 0; t < l->n; t++) {
    uint64_t *row = lpor_row (l, l->forward, t);
    memcpy (row, lpor_row (l, l->enables, t), l->words * 8);
    mz_lpor_add (row, t);
  }
  for (unsigned via = 0; via < l->n; via++)
    for (unsigned t = 0; t < l->n; t++)
      if (mz_lpor_has (lpor_row (l, l->forward, t), via))
        for (size_t i = 0; i < l->words; i++)
          lpor_row (l, l->forward, t)[i] |= lpor_row (l, l->forward, via)[i];
}

/* If x disturbs u and u disturbs t, then x disturbs t, unless x is t. */
static bool
is_transitive (const struct mz_lpor *l)
{
  for (unsigned t = 0; t < l->n; t++) {
    const uint64_t *row = lpor_row (l, l->disturbs, t);
    LPOR_EACH (u, row, l->words)
      for (size_t i = 0; i < l->words; i++)
        if (lpor_row (l, l->disturbs, u)[i] & ~row[i] & ~(i == t / 64 ? (uint64_t) 1 << (t % 64) : 0))
          return false;
  }
  return true;
}

/* If memory is short a necessary enabling set is not used, which is sound. One extra word behind it detects a user's write
 * out of bounds. */
static uint64_t *
new_set (struct lpor_sets *s, size_t words)
{
  if (s->count == s->room) {
    size_t room = s->room ? s->room * 2 : 16;
    uint64_t *bits = realloc (s->bits, (room * words + 1) * 8);
    if (!bits)
      return NULL;
    s->bits = bits;
    s->room = room;
  }
  return memset (s->bits + s->count * words, 0, (words + 1) * 8);
}

static void
find_sets (struct mz_lpor *l)
{
  for (unsigned t = 0; t < l->n; t++) {
    uint64_t *set;
    l->always.first[t] = l->always.count;
    for (unsigned k = 0; l->system.sets && (set = new_set (&l->always, l->words)) && l->system.sets (l->system.context, t, k, set); k++)
      l->always.count++;
    l->always.end[t] = l->always.count;
  }
}

static void
look_at (struct mz_lpor *l, const struct mz_lpor_state *s, unsigned t)
{
  uint64_t *set;
  for (unsigned k = 0; l->system.sets_in && (set = new_set (&l->now, l->words)) && l->system.sets_in (l->system.context, s->state, t, k, set); k++) {
    assert (!set[l->words]);
    l->now.count++;
  }
  if (!s->executed)
    return;
  for (size_t i = l->always.first[t]; i < l->always.end[t]; i++)
    if (!bits_meet (l->always.bits + i * l->words, s->executed, l->words) && (set = new_set (&l->now, l->words))) {
      memcpy (set, l->always.bits + i * l->words, l->words * 8);
      l->now.count++;
    }
  LPOR_EACH (u, lpor_row (l, l->net, t), l->words)
    if (!mz_lpor_has (s->executed, u) && (set = new_set (&l->now, l->words))) {
      mz_lpor_add (set, u);
      l->now.count++;
    }
}

void
lpor_look (struct mz_lpor *l, const struct mz_lpor_state *s)
{
  l->enabled = s->enabled;
  l->now.count = 0;
  memset (l->seen, 0, l->words * 8);
  LPOR_EACH (t, s->enabled, l->words)
    for (size_t i = 0; i < l->words; i++)
      l->seen[i] |= lpor_row (l, l->forward, t)[i];
  for (unsigned t = 0; t < l->n; t++) {
    l->now.first[t] = l->now.count;
    l->weight[t] = mz_lpor_has (s->enabled, t);
    if (!mz_lpor_has (s->enabled, t) && (mz_lpor_has (l->seen, t) || mz_lpor_has (l->visible, t)))
      look_at (l, s, t);
    l->now.end[t] = l->now.count;
  }
}

/* All rows and sets are in one block. */
static bool
make_room (struct mz_lpor *l)
{
  size_t rows = (size_t) l->n * l->words, bits = (5 * rows + 8 * l->words) * 8;
  char *at = l->block = calloc (1, bits + (size_t) l->n * (4 * sizeof (size_t) + sizeof (uint32_t)) + 8);
  if (!at)
    return false;
  uint64_t **const wide[] = {&l->enables, &l->enabled_by, &l->disturbs, &l->forward, &l->net};
  uint64_t **const narrow[] = {&l->visible, &l->deterministic, &l->optional, &l->stub, &l->reach, &l->seen, &l->bad, &l->closure.todo};
  size_t **const lists[] = {&l->always.first, &l->always.end, &l->now.first, &l->now.end};
  for (size_t i = 0; i < 5; i++, at += rows * 8)
    *wide[i] = (uint64_t *) (void *) at;
  for (size_t i = 0; i < 8; i++, at += l->words * 8)
    *narrow[i] = (uint64_t *) (void *) at;
  for (size_t i = 0; i < 4; i++, at += l->n * sizeof (size_t))
    *lists[i] = (size_t *) (void *) at;
  l->weight = (uint32_t *) (void *) at;
  l->closure = (struct closure) {.words = l->words, .set = l->stub, .todo = l->closure.todo, .weight = l->weight};
  return true;
}

struct mz_lpor *
mz_lpor_new (const struct mz_lpor_system *s, char *why, size_t room)
{
  struct mz_lpor *l = calloc (1, sizeof *l);
  if (l) {
    l->system = *s;
    l->n = s->ntransitions;
    l->words = mz_lpor_words (l->n);
  }
  if (!l || !make_room (l))
    fail (why, room, "out of memory");
  else if (!s->can_enable && !s->can_enable_bits)
    fail (why, room, "can_enable is not given: which transitions can enable which?");
  else if (!s->dependent && !s->dependent_bits)
    fail (why, room, "dependent is not given: which transitions depend on which?");
  else {
    fill_rows (l);
    close_forward (l);
    find_sets (l);
    l->transitive = is_transitive (l);
    return l;
  }
  mz_lpor_free (l);
  return NULL;
}

void
mz_lpor_free (struct mz_lpor *l)
{
  if (!l)
    return;
  free (l->always.bits);
  free (l->now.bits);
  free (l->block);
  free (l);
}

const uint64_t *
mz_lpor_forward (const struct mz_lpor *l, unsigned t)
{
  return lpor_row (l, l->forward, t);
}
