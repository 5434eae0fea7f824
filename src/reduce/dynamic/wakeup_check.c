/* The checker of wakeup trees, by the definition of the paper (wakeup.c). */

#include "reduce/dynamic/check.h"

enum { MOST_BRANCHES = 400, LONGEST_PLAN = 64 };

struct plan_walk {
  const struct exploration *x;
  const struct node *node;
  bool used[MOST_BRANCHES];
  struct wakeup_step plan[LONGEST_PLAN];
  uint32_t branch[LONGEST_PLAN];  /* the branch of each step; 0: the step is in a tail */
  uint32_t before[LONGEST_PLAN];  /* the first sibling of each step's branch */
  bool good;
};

/* Whether an execution that begins with plan[from ..] can begin with the step as well. */
static bool
is_initial (const struct plan_walk *w, struct wakeup_step s, size_t from, size_t to)
{
  for (size_t i = from; i < to; i++) {
    const struct wakeup_step *p = &w->plan[i];
    if (p->thread == s.thread)
      return s.alternative == p->alternative || s.alternative == ANY || p->alternative == ANY;
    if (ops_dependent (&w->x->history.ops, p->op, s.op))
      return false;
  }
  return true;
}

/* Whether a sleeper can begin the plan. False for a thread with several alternatives, some of which may be awake. */
static bool
sleeper_begins (const struct plan_walk *w, const struct sleeper *s, size_t length)
{
  struct wakeup_step step = {.thread = s->thread, .alternative = ANY, .op = s->op};
  return s->alternatives == 1 && is_initial (w, step, 0, length);
}

static void
see_plan (struct plan_walk *w, size_t length)
{
  const struct branch *all = w->x->wakeup.branches.data;
  for (size_t i = 0; i < length; i++)
    for (uint32_t b = w->before[i]; b && b != w->branch[i]; b = all[b].next)
      w->good &= !is_initial (w, all[b].step, i, length);
  for (uint32_t i = 0; i < w->node->nsleep; i++)
    w->good &= !sleeper_begins (w, &w->x->sleepers.data[w->node->sleep + i], length);
}

/* Appends a tail to the plan; returns the new length. */
static size_t
read_tail (struct plan_walk *w, uint32_t tail, size_t length)
{
  const struct tail *t = &w->x->wakeup.tails.data[tail];
  for (size_t at = t->at; at < t->size && length < LONGEST_PLAN; length++) {
    w->plan[length] = tail_step (t, &at);
    w->branch[length] = w->before[length] = 0;
  }
  return length;
}

static void
see_branches (struct plan_walk *w, uint32_t first, size_t length)
{
  for (uint32_t b = first; b && w->good && length < LONGEST_PLAN; b = w->x->wakeup.branches.data[b].next) {
    const struct branch *at = &w->x->wakeup.branches.data[b];
    w->good = b < w->x->wakeup.branches.count && !w->used[b];
    w->used[b] = true;
    w->plan[length] = at->step;
    w->branch[length] = b;
    w->before[length] = first;
    if (at->child)
      see_branches (w, at->child, length + 1);
    else if (w->good) {
      size_t end = read_tail (w, at->tail, length + 1);
      if (end < LONGEST_PLAN)
        see_plan (w, end);
    }
  }
}

bool
wakeup_check (const struct exploration *x)
{
  struct plan_walk w = {.x = x, .good = true};
  if (x->wakeup.branches.count > MOST_BRANCHES)
    return true;
  for (size_t i = 0; i < x->nodes.count; i++) {
    w.node = &x->nodes.data[i];
    see_branches (&w, w.node->tree, 0);
  }
  for (uint32_t b = x->wakeup.spare; b && w.good; b = x->wakeup.branches.data[b].next) {
    w.good = b < x->wakeup.branches.count && !w.used[b];
    w.used[b] = true;
  }
  return w.good;
}
