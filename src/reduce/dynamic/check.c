/* The checkers of check.h: each evaluates a definition directly. */

#include "reduce/dynamic/check.h"

#include <string.h>

static bool
releases (const struct history *t, uint32_t a, thread_id q)
{
  for (size_t i = 0; i < t->released.count; i++)
    if (t->released.data[i].event == a && t->released.data[i].thread == q)
      return true;
  return false;
}

static bool
is_edge (const struct history *t, uint32_t a, uint32_t b)
{
  const struct event *x = &t->events.data[a], *y = &t->events.data[b];
  return x->thread == y->thread || ops_dependent (&t->ops, x->op, y->op) || releases (t, a, y->thread);
}

bool
clock_check (const struct history *t)
{
  bool before[CHECK_EVENTS][CHECK_EVENTS] = {{false}};
  if (t->events.count > CHECK_EVENTS)
    return true;
  for (uint32_t b = 0; b < t->events.count; b++)
    for (uint32_t a = b; a-- > 0;) {
      before[a][b] = is_edge (t, a, b);
      for (uint32_t m = a + 1; m < b && !before[a][b]; m++)
        before[a][b] = before[a][m] && before[m][b];
      if (before[a][b] != history_before (t, a, b))
        return false;
    }
  return true;
}

static bool
same_last (const struct last *a, const struct last *b, size_t threads)
{
  for (int w = 0; w < WEAKS; w++)
    for (size_t q = 0; q < threads; q++)
      if ((a->weak[w] ? a->weak[w][q] : 0) != (b->weak[w] ? b->weak[w][q] : 0))
        return false;
  return !memcmp (a->strong, b->strong, sizeof a->strong);
}

static bool
same_history (const struct history *a, const struct history *b)
{
  static const struct last none;
  size_t threads = a->threads.count;
  for (size_t i = 0; i < a->events.count; i++)
    if (memcmp (history_clock (a, i), history_clock (b, i), threads * sizeof (int32_t)))
      return false;
  for (size_t c = 0; c < a->lasts.count; c++)
    if (!same_last (&a->lasts.data[c], c < b->lasts.count ? &b->lasts.data[c] : &none, threads))
      return false;
  for (size_t q = 0; q < threads; q++)
    if (a->threads.data[q].last != b->threads.data[q].last || a->threads.data[q].releases != b->threads.data[q].releases)
      return false;
  return true;
}

bool
history_check (const struct history *t)
{
  struct history fresh;
  thread_id released[CHECK_EVENTS];
  uint32_t by[CHECK_EVENTS];
  if (t->events.count > CHECK_EVENTS || t->threads.count > CHECK_EVENTS)
    return true;
  history_init (&fresh);
  struct ops own = fresh.ops;
  fresh.ops = t->ops;             /* operations have the same numbers; none is added */
  fresh.quiet = true;
  history_threads (&fresh, t->threads.count);
  for (size_t i = 0; i < t->events.count; i++) {
    struct exec_step step = {.released = released, .released_by = by};
    size_t end = i + 1 < t->events.count ? t->events.data[i + 1].released : t->released.count;
    for (size_t r = t->events.data[i].released; r < end && step.nreleased < CHECK_EVENTS; r++) {
      by[step.nreleased] = t->released.data[r].event;
      released[step.nreleased++] = t->released.data[r].thread;
    }
    history_push (&fresh, &t->events.data[i], &step);
  }
  bool same = same_history (t, &fresh);
  fresh.ops = own;
  history_release (&fresh);
  return same;
}

bool
sleep_check (const struct exploration *x)
{
  const struct node *n = exploration_top (x);
  const struct sleeper *s = x->sleepers.data + n->sleep;
  const uint64_t *enabled = exploration_set (x, x->history.events.count, SET_ENABLED);
  for (uint32_t i = 0; i < n->nsleep; i++) {
    if (!bits_has (enabled, s[i].thread) || s[i].alternative >= s[i].alternatives)
      return false;
    for (uint32_t k = 0; k < i; k++)
      if (s[k].thread == s[i].thread && s[k].alternative == s[i].alternative)
        return false;
  }
  return true;
}
