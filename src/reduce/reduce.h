/* Static reductions: which of the enabled transitions of a state need exploring,
 * told from the state and from facts known before the search.
 *
 *     n = static_choose (r, state, list + first, count);
 *     static_free (r);
 *
 * static_choose is for observable states only. It reorders the transitions so
 * that a sufficient set comes first and returns its size; `count` means that no
 * smaller set was found. The set is not empty unless the list is; whatever happens without
 * it stays independent of it (C1; D1 and D2 of stubborn sets); and nothing in a
 * proper one changes what the reduction was made to keep visible (C3). The cycle condition C2
 * is the search's business: it depends on what the search has on its stack.
 * The choice is a function of the state, so off-line and on-the-fly searches
 * may both ask, as often as they like.
 *
 * An implementation embeds struct static_reduction as its first member and has
 * a constructor of its own, which says why it is not sound where it is not:
 * ample.h for program graphs. Searches know this header only.
 */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include <stddef.h>
#include <stdint.h>

#include "model/ts.h"

struct static_reduction {
  const struct static_reduction_class *class;
};

struct static_reduction_class {
  const char *name;               /* as --por calls it */
  size_t (*choose) (struct static_reduction *, const uint32_t *state, trans_id *list, size_t count);
  void (*free) (struct static_reduction *);

  /* for static_check; each may be NULL */
  uint32_t (*number) (struct static_reduction *, trans_id);   /* names with one number are ways of one transition */
  bool (*forgives) (struct static_reduction *, const uint32_t *state, trans_id t, trans_id u);   /* these need not commute */
  void (*plainly) (struct static_reduction *, bool);          /* steps lead to states themselves, not to such as stand for them */
};

static inline size_t
static_choose (struct static_reduction *r, const uint32_t *state, trans_id *list, size_t count)
{
  return count < 2 ? count : r->class->choose (r, state, list, count);
}

/* Slow and obvious: explores what can happen without the first `size`
 * transitions of the list, at most `limit` states, and asks of every step
 * whether the set is what static_choose promises. False, with a message, if not. */
bool static_check (struct static_reduction *, struct ts *, const uint32_t *state, const trans_id *list, size_t size, size_t limit,
                   char *why, size_t room);

static inline void
static_free (struct static_reduction *r)
{
  if (r)
    r->class->free (r);
}

#endif
