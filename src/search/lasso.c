/* Short lassos.
 *
 * Idea. The search that found a violation says which states a counterexample may use. Breadth-first search gives a shortest
 * path to the loop's states; then a shortest path to something that the loop still lacks, and so on, and back to where the
 * loop began.
 * Source. Our own.
 * Where it is not shortest. Finding a shortest fair lasso is NP-complete; each piece here is shortest, their sum need not
 * be. Without fairness, and if all states are available, lasso_shortest tries the shortest loop of each accepting state.
 * Why that is sound. Every edge is one of the product, the loop is closed only when nothing is missing, and findings are
 * replayed before they are reported. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "search/emptiness.h"

/* A step of a path: an edge, its source, and the processes enabled there. */
struct leg {
  state_id from;
  uint32_t enabled;
  struct product_edge edge;
};

struct legs {
  struct leg *data;
  size_t count, room;             /* a VEC (struct leg) */
};

struct lasso {
  struct product *p;
  const struct roles *roles;
  struct leg *came;               /* per state: the leg by which it was reached */
  uint32_t *round;                /* per state: the number of the last search that reached it */
  uint32_t now;
  VEC (state_id) queue;
};

/* What the loop built so far lacks. */
struct lack {
  uint64_t marks;
  struct pidset pids;
};

typedef bool goal_fn (const struct lasso *, const struct leg *, const void *goal);

static bool
is_state (const struct lasso *l, const struct leg *g, const void *goal)
{
  (void) l;
  return g->edge.to == *(const state_id *) goal;
}

static bool
is_on_loop (const struct lasso *l, const struct leg *g, const void *goal)
{
  (void) goal;
  return l->roles->of[g->edge.to] & ROLE_LOOP;
}

/* The missing processes that the leg provides. */
static struct pidset
helps (const struct lasso *l, const struct leg *g)
{
  struct product *p = l->p;
  return *pidsets_get (&p->sets, liveness_is_just (p->property) ? product_just (p, g->enabled, g->edge.moved)
                                                                    : g->edge.moved);
}

static bool
is_lacking (const struct lasso *l, const struct leg *g, const void *goal)
{
  const struct lack *lack = goal;
  struct pidset s = helps (l, g);
  return (product_marks (l->p, &g->edge) & lack->marks) || bits_meet (s.bits, lack->pids.bits, PIDSET_WORDS);
}

/* Appends the legs of a shortest path from the state, through states with the role, to a leg that is a goal. */
static bool
go (struct lasso *l, state_id from, unsigned role, goal_fn *is_goal, const void *goal, struct legs *out)
{
  struct product_edges edges = {0};
  struct leg last = {.from = STATE_NONE};
  assert (from < l->roles->count && (l->roles->of[from] & role));
  l->now++;
  l->queue.count = 0;
  VEC_PUSH (l->queue, from);
  l->round[from] = l->now;
  l->came[from].from = STATE_NONE;
  for (size_t i = 0; i < l->queue.count && last.from == STATE_NONE; i++) {
    struct leg g = {.from = l->queue.data[i]};
    edges.count = 0;
    g.enabled = product_expand (l->p, g.from, &edges);
    for (size_t k = 0; k < edges.count && last.from == STATE_NONE; k++) {
      g.edge = edges.data[k];
      state_id to = g.edge.to;
      if (to >= l->roles->count || !(l->roles->of[to] & role))
        continue;
      if (is_goal (l, &g, goal))
        last = g;
      else if (l->round[to] != l->now) {
        l->round[to] = l->now;
        l->came[to] = g;
        VEC_PUSH (l->queue, to);
      }
    }
  }
  VEC_FREE (edges);
  if (last.from == STATE_NONE)
    return false;
  assert (l->round[last.from] == l->now);
  size_t first = out->count;
  VEC_PUSH (*out, last);
  for (state_id s = last.from; l->came[s].from != STATE_NONE; s = l->came[s].from)
    VEC_PUSH (*out, l->came[s]);
  for (size_t i = first, j = out->count - 1; i < j; i++, j--) {
    struct leg swap = out->data[i];
    out->data[i] = out->data[j];
    out->data[j] = swap;
  }
  return true;
}

/* What the legs lack to be a fair accepting loop. */
static struct lack
lack_of (const struct lasso *l, const struct leg *legs, size_t n)
{
  struct product *p = l->p;
  struct lack lack = {.marks = p->all_marks};
  assert (!n || legs);
  struct pidset helped = {{0}}, enabled = {{0}};
  for (size_t i = 0; i < n; i++) {
    struct pidset s = helps (l, &legs[i]);
    lack.marks &= ~product_marks (p, &legs[i].edge);
    bits_join (helped.bits, s.bits, PIDSET_WORDS);
    bits_join (enabled.bits, pidsets_get (&p->sets, legs[i].enabled)->bits, PIDSET_WORDS);
  }
  if (p->property->fairness != FAIR_NONE)
    lack.pids = pidset_minus (&enabled, &helped);
  return lack;
}

static bool
lacks (const struct lack *k)
{
  return k->marks || !bits_empty (k->pids.bits, PIDSET_WORDS);
}

/* Appends a loop from the entry to itself. */
static bool
make_loop (struct lasso *l, state_id entry, struct legs *out)
{
  assert (l->roles->of[entry] & ROLE_LOOP);
  size_t first = out->count;
  struct lack lack = lack_of (l, NULL, 0);
  do {
    while (lacks (&lack)) {
      state_id at = out->count > first ? VEC_LAST (*out).edge.to : entry;
      if (!go (l, at, ROLE_LOOP, is_lacking, &lack, out))
        return false;
      lack = lack_of (l, out->data + first, out->count - first);
    }
    state_id at = out->count > first ? VEC_LAST (*out).edge.to : entry;
    if ((at != entry || out->count == first) && !go (l, at, ROLE_LOOP, is_state, &entry, out))
      return false;
    lack = lack_of (l, out->data + first, out->count - first);
  } while (lacks (&lack));
  return true;
}

static void
lasso_init (struct lasso *l, struct product *p, const struct roles *roles)
{
  *l = (struct lasso) {.p = p, .roles = roles};
  l->came = mem_alloc ((roles->count + (size_t) 1) * sizeof *l->came);
  l->round = mem_zalloc ((roles->count + (size_t) 1) * sizeof *l->round);
}

static void
lasso_release (struct lasso *l)
{
  mem_free (l->came);
  mem_free (l->round);
  VEC_FREE (l->queue);
}

static void
add_steps (struct product *p, const struct legs *legs, size_t from, size_t to, struct trans_list *out)
{
  for (size_t i = from; i < to; i++)
    product_steps (p, legs->data[i].from, &legs->data[i].edge, out);
}

void
lasso_prefix (struct product *p, const struct roles *roles, state_id goal, struct trans_list *out)
{
  struct lasso l;
  struct legs legs = {0};
  lasso_init (&l, p, roles);
  if (goal != 0 && go (&l, 0, ROLE_PREFIX, is_state, &goal, &legs))
    add_steps (p, &legs, 0, legs.count, out);
  VEC_FREE (legs);
  lasso_release (&l);
}

long
lasso_make (struct product *p, const struct roles *roles, state_id entry, struct trans_list *out)
{
  struct lasso l;
  struct legs legs = {0};
  long loop_start = -1;
  lasso_init (&l, p, roles);
  bool there = entry == 0 || (entry == STATE_NONE && roles->of[0] & ROLE_LOOP)
               || go (&l, 0, ROLE_PREFIX, entry == STATE_NONE ? is_on_loop : is_state, &entry, &legs);
  size_t prefix = legs.count;
  state_id start = prefix ? VEC_LAST (legs).edge.to : 0;
  /* a loop through an accepting entry lacks nothing */
  if (there && entry == STATE_NONE)
    there = make_loop (&l, start, &legs);
  else if (there)
    there = go (&l, start, ROLE_LOOP, is_state, &start, &legs);
  for (size_t i = 0; there && i + 1 < legs.count; i++)
    assert (legs.data[i].edge.to == legs.data[i + 1].from);
  assert (!there || VEC_LAST (legs).edge.to == start);
  if (there) {
    add_steps (p, &legs, 0, prefix, out);
    loop_start = (long) out->count;
    add_steps (p, &legs, prefix, legs.count, out);
  }
  VEC_FREE (legs);
  lasso_release (&l);
  return loop_start;
}

/* ---- the shortest ---- */

static bool
is_none (const struct lasso *l, const struct leg *g, const void *goal)
{
  (void) l, (void) g, (void) goal;
  return false;
}

/* A breadth-first tree over all states: the leg by which each was first reached, and its depth. */
struct tree {
  struct leg *came;
  uint32_t *depth;
  VEC (state_id) order;
};

static void
tree_grow (struct tree *t, struct lasso *l)
{
  size_t n = l->roles->count + (size_t) 1;
  struct legs none = {0};
  go (l, 0, ROLE_PREFIX, is_none, NULL, &none);
  *t = (struct tree) {.came = mem_alloc (n * sizeof *t->came), .depth = mem_zalloc (n * sizeof *t->depth)};
  memcpy (t->came, l->came, n * sizeof *t->came);
  for (size_t i = 0; i < l->queue.count; i++) {
    state_id s = l->queue.data[i];
    VEC_PUSH (t->order, s);
    t->depth[s] = t->came[s].from == STATE_NONE ? 0 : t->depth[t->came[s].from] + 1;
  }
}

/* The number of the leg at which the loop is entered: where the path to it is shortest. */
static size_t
nearest (const struct tree *t, const struct legs *loop)
{
  size_t best = 0;
  for (size_t i = 1; i < loop->count; i++)
    if (t->depth[loop->data[i].from] < t->depth[loop->data[best].from])
      best = i;
  return best;
}

long
lasso_shortest (struct product *p, const struct roles *roles, size_t budget, struct trans_list *out)
{
  struct lasso l;
  struct tree t;
  struct legs best = {0}, loop = {0}, way = {0};
  size_t legs = SIZE_MAX, entry = 0;
  lasso_init (&l, p, roles);
  tree_grow (&t, &l);
  /* a lasso has at least as many legs as the path to an accepting state on its loop, minus one */
  for (size_t i = 0; i < t.order.count && budget > 0 && t.depth[t.order.data[i]] < legs; i++) {
    state_id s = t.order.data[i];
    loop.count = 0;
    if (!product_accepting (p, s))
      continue;
    bool closes = go (&l, s, ROLE_LOOP, is_state, &s, &loop);
    /* unsuccessful searches count too */
    budget -= l.queue.count < budget ? l.queue.count : budget;
    if (!closes)
      continue;
    size_t at = nearest (&t, &loop), n = t.depth[loop.data[at].from] + loop.count;
    if (n < legs) {
      struct legs swap = best;
      best = loop;
      loop = swap;
      legs = n;
      entry = at;
    }
  }
  long loop_start = -1;
  if (best.count) {
    for (state_id s = best.data[entry].from; t.came[s].from != STATE_NONE; s = t.came[s].from)
      VEC_PUSH (way, t.came[s]);
    for (size_t i = way.count; i-- > 0;)
      product_steps (p, way.data[i].from, &way.data[i].edge, out);
    loop_start = (long) out->count;
    for (size_t i = 0; i < best.count; i++) {
      const struct leg *g = &best.data[(entry + i) % best.count];
      product_steps (p, g->from, &g->edge, out);
    }
  }
  VEC_FREE (best);
  VEC_FREE (loop);
  VEC_FREE (way);
  VEC_FREE (t.order);
  mem_free (t.came);
  mem_free (t.depth);
  lasso_release (&l);
  return loop_start;
}
