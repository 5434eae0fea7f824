/* Wakeup trees.
 *
 * Idea. A plan v need not be added if the tree has a plan u such that some execution can begin equivalently with u or with
 * v: everything after u will be explored, including v's continuations. Otherwise v's steps are merged with those of u as
 * far as they agree.
 *
 * Source. P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014, section 6:
 * insertion into a wakeup tree, by weak initials.
 *
 * Where we differ. Plans can be as long as executions, and there can be one for each event: the part of a plan that belongs
 * to no other is stored in a few bytes per step, and becomes branches when the exploration gets there. A thread with
 * several alternatives has several branches: two alternatives of one thread are as dependent as two steps can be. The last
 * step of a plan represents all its alternatives, as long as the tree does not distinguish them.
 *
 * Why that is sound. Alternatives exclude each other, just as the orders of dependent steps of different threads do; the
 * algorithm requires no more of dependence. */

#include "reduce/dynamic/wakeup.h"

#include <assert.h>
#include <string.h>

void
wakeup_init (struct wakeup *w)
{
  memset (w, 0, sizeof *w);
  VEC_PUSH (w->branches, (struct branch){0});
  VEC_PUSH (w->tails, (struct tail){0});
}

void
wakeup_release (struct wakeup *w)
{
  for (size_t i = 0; i < w->tails.count; i++)
    mem_free (w->tails.data[i].bytes);
  VEC_FREE (w->branches);
  VEC_FREE (w->tails);
  VEC_FREE (w->spare_tails);
  VEC_FREE (w->scratch);
}

/* Variable-length numbers: seven bits in each byte, the lowest first; the eighth says that more follow. */
static void
put (struct wakeup *w, uint64_t n)
{
  for (; n > 127; n >>= 7)
    VEC_PUSH (w->scratch, (uint8_t) (n | 128));
  VEC_PUSH (w->scratch, (uint8_t) n);
}

static uint64_t
get (const struct tail *t, size_t *at)
{
  uint64_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    assert (*at < t->size && shift < 64);
    uint8_t byte = t->bytes[(*at)++];
    n |= (uint64_t) (byte & 127) << shift;
    if (byte < 128)
      return n;
  }
}

struct wakeup_step
tail_step (const struct tail *t, size_t *at)
{
  uint64_t thread = get (t, at);
  struct wakeup_step s = {.thread = (thread_id) (thread / 2), .alternative = ANY, .op = (op_id) get (t, at)};
  if (thread % 2) {
    s.alternative = (uint32_t) get (t, at);
    s.alternatives = (uint32_t) get (t, at);
  }
  return s;
}

static uint32_t
tail_new (struct wakeup *w, const uint8_t *bytes, size_t size)
{
  uint32_t tail = (uint32_t) w->tails.count;
  if (w->spare_tails.count)
    tail = VEC_POP (w->spare_tails);
  else
    VEC_PUSH (w->tails, (struct tail){0});
  assert (size && !w->tails.data[tail].bytes);
  w->tails.data[tail] = (struct tail){.bytes = mem_alloc (size), .size = size};
  memcpy (w->tails.data[tail].bytes, bytes, size);
  return tail;
}

static uint32_t
tail_of (struct wakeup *w, const struct wakeup_step *steps, size_t count)
{
  w->scratch.count = 0;
  for (size_t i = 0; i < count; i++) {
    bool one = steps[i].alternative != ANY;
    put (w, 2 * (uint64_t) steps[i].thread + one);
    put (w, steps[i].op);
    if (one) {
      put (w, steps[i].alternative);
      put (w, steps[i].alternatives);
    }
  }
  return tail_new (w, w->scratch.data, w->scratch.count);
}

static void
tail_free (struct wakeup *w, uint32_t tail)
{
  if (!tail)
    return;
  mem_free (w->tails.data[tail].bytes);
  w->tails.data[tail] = (struct tail){0};
  VEC_PUSH (w->spare_tails, tail);
}

#define NO SIZE_MAX

/* Whether an execution that begins with the plan can begin with the step as well. Returns the position of the step's thread
 * in the plan, `count` if the step is independent of all of it, or NO. */
static size_t
weak_initial (const struct ops *o, const struct wakeup_step *s, const struct wakeup_step *plan, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (plan[i].thread == s->thread)
      return s->alternative == ANY || plan[i].alternative == ANY || s->alternative == plan[i].alternative ? i : NO;
    if (ops_dependent (o, s->op, plan[i].op))
      return NO;
  }
  return count;
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

/* Makes the first step of a branch's tail a child of the branch. */
static void
branch_open (struct wakeup *w, uint32_t b)
{
  uint32_t tail = w->branches.data[b].tail;
  if (!tail)
    return;
  struct tail *t = &w->tails.data[tail];
  assert (!w->branches.data[b].child && t->at < t->size);
  uint32_t child = branch_new (w, tail_step (t, &t->at));
  w->branches.data[child].is_copy = w->branches.data[b].is_copy;
  w->branches.data[b].tail = 0;
  w->branches.data[b].child = child;
  if (t->at < t->size)
    w->branches.data[child].tail = tail;
  else
    tail_free (w, tail);
}

/* Follows one step of the tree. COVERED: the plan agrees with it, and is shortened by the step if it contains it. NEW: it
 * does not agree. */
static enum cover
follow (const struct ops *o, const struct wakeup_step *step, struct wakeup_sequence *p)
{
  size_t place = weak_initial (o, step, p->steps, p->count);
  if (place == NO)
    return NEW;
  if (place == p->count) {
    p->upto = UINT32_MAX;
    return COVERED;
  }
  if (p->steps[place].alternative == ANY && step->alternative != ANY) {
    p->alternatives = step->alternatives;
    return SPLIT;
  }
  if (p->upto < p->steps[place].event)
    p->upto = p->steps[place].event;
  memmove (p->steps + 1, p->steps, place * sizeof *p->steps);
  p->steps++;
  p->count--;
  return COVERED;
}

/* The same with all of a branch's tail. The tail is unchanged, unless the plan leaves it: then the common part becomes
 * branches. */
static enum cover
follow_tail (struct wakeup *w, const struct ops *o, uint32_t b, struct wakeup_sequence *p)
{
  const struct tail *t = &w->tails.data[w->branches.data[b].tail];
  enum cover cover = COVERED;
  size_t steps = 0;
  assert (t->bytes && p->count);
  for (size_t at = t->at; at < t->size && p->count && cover == COVERED; steps++) {
    struct wakeup_step step = tail_step (t, &at);
    cover = follow (o, &step, p);
  }
  for (; cover == NEW && steps > (size_t) 0; steps--) {
    branch_open (w, b);
    p->parent = b;
    b = w->branches.data[b].child;
  }
  return cover;
}

enum cover
wakeup_find (struct wakeup *w, const struct ops *o, uint32_t tree, struct wakeup_sequence *p)
{
  assert (p->count);
  p->parent = 0;
  p->upto = 0;
  for (uint32_t b = tree; b;) {
    assert (b < w->branches.count);
    enum cover cover = follow (o, &w->branches.data[b].step, p);
    if (cover == NEW) {
      b = w->branches.data[b].next;
      continue;
    }
    if (cover == SPLIT || !p->count)
      return cover;
    if (w->branches.data[b].tail)
      return follow_tail (w, o, b, p);
    if (!w->branches.data[b].child)
      return COVERED;
    p->parent = b;
    b = w->branches.data[b].child;
  }
  return NEW;
}

void
wakeup_add (struct wakeup *w, uint32_t *tree, const struct wakeup_sequence *p)
{
  assert (p->count && p->parent < w->branches.count && (!p->parent || *tree));
  uint32_t first = branch_new (w, p->steps[0]);
  if (p->count > 1) {
    uint32_t tail = tail_of (w, p->steps + 1, p->count - 1);
    w->branches.data[first].tail = tail;
  }
  uint32_t *link = p->parent ? &w->branches.data[p->parent].child : tree;
  while (*link)
    link = &w->branches.data[*link].next;
  *link = first;
}

struct branch
wakeup_take (struct wakeup *w, uint32_t *tree)
{
  uint32_t b = *tree;
  assert (b && b < w->branches.count);
  branch_open (w, b);
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
    tail_free (w, w->branches.data[tree].tail);
    w->branches.data[tree].tail = 0;
    struct branch b = wakeup_take (w, &tree);
    wakeup_drop (w, b.child);
  }
}

uint32_t
wakeup_copy (struct wakeup *w, uint32_t tree)
{
  if (!tree)
    return 0;
  struct branch from = w->branches.data[tree];
  uint32_t child = wakeup_copy (w, from.child), next = wakeup_copy (w, from.next);
  uint32_t b = branch_new (w, from.step), tail = 0;
  if (from.tail) {
    const struct tail *t = &w->tails.data[from.tail];
    tail = tail_new (w, t->bytes + t->at, t->size - t->at);
  }
  w->branches.data[b].child = child;
  w->branches.data[b].next = next;
  w->branches.data[b].tail = tail;
  w->branches.data[b].is_copy = true;
  return b;
}
