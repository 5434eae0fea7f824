/* Reductions: which of the enabled transitions of a state need exploring.
 *
 *     r = ample_new (pg, inspector, &config, &why);    NULL: not sound here, and why
 *     n = ample_choose (r, state, list + first, count);
 *     ample_free (r);
 *
 * ample_choose is for observable states only. It reorders the transitions so
 * that an ample set comes first and returns its size; `count` means that no
 * smaller set was found. The set meets C0 (not empty), C1 (whatever happens
 * without it stays independent of it) and C3 (nothing in it changes a visible
 * expression). The cycle condition C2 is the search's business: it depends on
 * what the search has on its stack. The choice is a function of the state, so
 * off-line and on-the-fly searches may both ask, as often as they like.
 */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include <stddef.h>
#include <stdint.h>

#include "model/graph.h"
#include "model/ts.h"
#include "model/inspector.h"

struct ample;

struct ample_config {
  const struct pg_expr *const *visible; uint32_t nvisible;   /* expressions over globals; used by ample_new only */
  uint32_t labels;                /* LOC_*: whether some process is at a location with one is visible too */
  bool fair;                      /* and whether a process is enabled, to others than itself */
  bool exact;                     /* keep every terminal state, also those that only differ in processes that have ended */
};

struct ample *ample_new (const struct pg *, struct inspector *, const struct ample_config *, const char **why);
void ample_free (struct ample *);
size_t ample_choose (struct ample *, const uint32_t *state, trans_id *list, size_t count);

/* Slow and obvious: explores what can happen without the first `size`
 * transitions of the list, at most `limit` states, and asks of every step
 * whether each of the set's stays enabled and commutes with it, and that none
 * of the set's processes moved otherwise. False, with a message, if not. */
bool ample_check (struct ample *, struct ts *, const uint32_t *state, const trans_id *list, size_t size, size_t limit,
                  char *why, size_t room);

/* t starts a process and u ends one, and nobody can tell their order from what
 * follows: the only two that need not commute. */
bool ample_forgives (struct ample *, const uint32_t *state, trans_id t, trans_id u);

#endif
