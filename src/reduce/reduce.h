/* Static reductions: which of the enabled transitions of a state need to be explored, computed from the state and from
 * facts known before the search.
 *
 *     n = static_choose (r, state, list + first, count);
 *     static_free (r);
 *
 * static_choose is for observable states only. It reorders the transitions so that a sufficient set comes first, and
 * returns its size; `count` means that no smaller set was found. The set is empty only if the list is. Steps that can be
 * executed without a transition of the set are independent of it (C1; D1 and D2 of stubborn sets), and no transition of a
 * proper subset changes what the reduction was made to keep visible (C3). The cycle condition C2 is the responsibility of
 * the search, because it depends on the search's stack. The choice is a function of the state, so off-line and on-the-fly
 * searches may call it any number of times.
 *
 * An implementation embeds struct static_reduction as its first member and has a constructor of its own, which reports why
 * the reduction is not sound where it is not: ample.h for program graphs. Searches use only this header. */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include <stddef.h>
#include <stdint.h>

#include "model/ts.h"

struct static_reduction {
  const struct static_reduction_class *class;
};

struct static_reduction_class {
  const char *name;               /* its name for --por */
  size_t (*choose) (struct static_reduction *, const uint32_t *state, trans_id *list, size_t count);
  void (*free) (struct static_reduction *);

  /* for static_check; each may be NULL */
  uint32_t (*number) (struct static_reduction *, trans_id);   /* transition names with the same number are alternatives of one transition */
  bool (*forgives) (struct static_reduction *, const uint32_t *state, trans_id t, trans_id u);   /* the two transitions need not commute */
  void (*plainly) (struct static_reduction *, bool);          /* true: steps lead to concrete states, not to representatives */
};

static inline size_t
static_choose (struct static_reduction *r, const uint32_t *state, trans_id *list, size_t count)
{
  return count < 2 ? count : r->class->choose (r, state, list, count);
}

/* A slow checker for tests: explores what can be executed without the first `size` transitions of the list, up to `limit`
 * states, and checks at every step that the set has the properties which static_choose promises. False, with a message, if
 * not. */
bool static_check (struct static_reduction *, struct ts *, const uint32_t *state, const trans_id *list, size_t size, size_t limit,
                   char *why, size_t room);

static inline void
static_free (struct static_reduction *r)
{
  if (r)
    r->class->free (r);
}

#endif
