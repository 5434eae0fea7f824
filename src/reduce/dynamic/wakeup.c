/* Wakeup trees.
 *
 * Idea. A plan v need not be added where the tree has a plan u with which some
 * run can begin as well as with v: what follows u will be explored whole, v's
 * continuations among it. Otherwise v's steps join those of u as far as they
 * go together.
 *
 * Source. Abdulla, Aronis, Jonsson, Sagonas, POPL 2014, section 6: insertion
 * into a wakeup tree, by weak initials.
 *
 * Where we differ. A thread with several alternatives is several branches: two
 * alternatives of one thread are as dependent as two steps can be. The last
 * step of a plan stands for all its alternatives, as long as the tree does not
 * tell them apart.
 *
 * Why that is sound. Alternatives exclude each other, as dependent steps of
 * different threads exclude each other's order; nothing in the algorithm asks
 * more of dependence.
 */

#include "base/mutant.h"
#include "reduce/dynamic/wakeup.h"

#include <assert.h>
#include <string.h>

void
wakeup_init (struct wakeup *w)
{
  memset (w, 0, sizeof *w);
  VEC_PUSH (w->branches, (struct branch){0});
}

void
wakeup_release (struct wakeup *w)
{
  VEC_FREE (w->branches);
}

#define NO SIZE_MAX

/* Can a run that begins with the plan begin with the step as well? Returns the
 * place of the step's thread in the plan, `count` if the step is independent of
 * all of it, or NO. */
static size_t
weak_initial (const struct ops *o, const struct wakeup_step *s, const struct wakeup_step *plan, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (plan[i].thread == s->thread)
      return s->alternative == ANY || plan[i].alternative == ANY || s->alternative == plan[i].alternative
                 || MUTANT (reduce_wakeup_alternatives_confused) ? i : NO;
    if (ops_dependent (o, s->op, plan[i].op) && (!i || !MUTANT (reduce_wakeup_first_step_only)))
      return NO;
  }
  return count;
}

enum cover
wakeup_find (const struct wakeup *w, const struct ops *o, uint32_t tree, struct wakeup_sequence *p)
{
  assert (p->count);
  p->parent = 0;
  p->upto = 0;
  for (uint32_t b = tree; b;) {
    const struct branch *at = &w->branches.data[b];
    size_t place = weak_initial (o, &at->step, p->steps, p->count);
    assert (b < w->branches.count);
    if (place == NO) {
      b = at->next;
      continue;
    }
    if (place < p->count) {
      if (p->steps[place].alternative == ANY && at->step.alternative != ANY) {
        p->alternatives = at->step.alternatives;
        return SPLIT;
      }
      if (p->upto < p->steps[place].event)
        p->upto = p->steps[place].event;
      if (!MUTANT (reduce_wakeup_wrong_step_taken))
        memmove (p->steps + 1, p->steps, place * sizeof *p->steps);
      p->steps++;
      p->count--;
    }
    else
      p->upto = UINT32_MAX;
    if (!at->child || !p->count || MUTANT (reduce_wakeup_covered_early))
      return COVERED;
    p->parent = b;
    b = at->child;
  }
  return NEW;
}

static uint32_t
branch_new (struct wakeup *w, struct wakeup_step step)
{
  uint32_t b = w->spare;
  if (b)
    w->spare = w->branches.data[b].next;
  else {
    b = (uint32_t) w->branches.count;
    VEC_PUSH (w->branches, (struct branch){0});
  }
  assert (b && b < w->branches.count);
  w->branches.data[b] = (struct branch){.step = step};
  return b;
}

void
wakeup_add (struct wakeup *w, uint32_t *tree, const struct wakeup_sequence *p)
{
  uint32_t first = 0;
  assert (p->count && p->parent < w->branches.count && (!p->parent || *tree));
  for (size_t i = p->count; i-- > 0;) {
    uint32_t b = branch_new (w, p->steps[i]);
    w->branches.data[b].child = first;
    first = b;
  }
  uint32_t *link = p->parent ? &w->branches.data[p->parent].child : tree;
  while (*link && !MUTANT (reduce_wakeup_siblings_lost))
    link = &w->branches.data[*link].next;
  *link = first;
}

struct branch
wakeup_take (struct wakeup *w, uint32_t *tree)
{
  uint32_t b = *tree;
  assert (b && b < w->branches.count);
  struct branch taken = w->branches.data[b];
  *tree = taken.next;
  w->branches.data[b].next = w->spare;
  w->spare = b;
  return taken;
}

void
wakeup_drop (struct wakeup *w, uint32_t tree)
{
  assert (tree < w->branches.count);
  while (tree) {
    struct branch b = wakeup_take (w, &tree);
    wakeup_drop (w, b.child);
  }
}

uint32_t
wakeup_copy (struct wakeup *w, uint32_t tree)
{
  if (!tree || MUTANT (reduce_wakeup_copy_empty))
    return 0;
  struct branch from = w->branches.data[tree];
  uint32_t child = wakeup_copy (w, from.child), next = wakeup_copy (w, from.next);
  uint32_t b = branch_new (w, from.step);
  w->branches.data[b].child = child;
  w->branches.data[b].next = next;
  return b;
}
