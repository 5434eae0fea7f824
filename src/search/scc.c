/* Fair accepting runs by strongly connected components.
 *
 * Idea. One depth-first search maintains the components of the visited graph as a stack of roots, each with what its edges
 * provide: marks of the automaton, processes that move, processes that are enabled. An edge back into the stack merges
 * components. As soon as a component provides everything required, a run through all of it is a violation.
 * Source. J.-M. Couvreur, "On-the-fly verification of linear temporal logic", FM 1999; weak fairness as one more acceptance
 * set per process. Strong fairness: E. Emerson, C.-L. Lei, "Modalities for model checking: branching time logic strikes
 * back", Science of Computer Programming 8 (1987) (scc_fair.c).
 * Where we differ. Sets of processes are kept beside the automaton's marks, and are not multiplied into the product.
 * Why that is sound. Weak: a run that takes all edges of a component infinitely often is fair iff for each process some
 * edge moves it or starts where it is not enabled; with trace fairness, or concerns it, which counts as moving it here.
 * Strong: such a run is fair if every process that is enabled somewhere moves somewhere. Otherwise only runs that avoid the
 * states where the process is enabled can be fair: a complete component is searched again without them. */
#include <assert.h>

#include "search/emptiness.h"

struct frame {
  state_id id;
  uint32_t enabled;               /* number of the set of processes enabled there */
  size_t first, next;             /* indices into the stack of edges */
};

/* Sets of processes by their numbers. */
struct root {
  uint32_t order;                 /* the visit number of the component's first state */
  bool cyclic;
  uint64_t marks;
  uint32_t just;                  /* weak: processes that move, or are not enabled somewhere */
  uint32_t moved, enabled;        /* strong */
  /* the edge from the component below to this one, and the processes enabled at its source */
  struct product_edge in;
  uint32_t in_enabled;
};

#define DEAD UINT32_MAX

struct couvreur {
  struct product *p;
  VEC (struct frame) frames;
  struct product_edges edges;
  VEC (struct root) roots;
  struct state_ids live;          /* states of the components on the stack, in order */
  VEC (uint32_t) order;           /* per state: number in the order of visits, from 1; 0: new; DEAD */
  uint32_t visited;
  struct state_ids found;         /* the fair component */
};

/* ---- what a component provides ---- */

static void
add_offer (struct couvreur *t, struct root *r, uint64_t marks, uint32_t just, uint32_t moved)
{
  struct product *p = t->p;
  assert (!(marks & ~p->all_marks));
  r->cyclic = true;
  r->marks |= marks;
  r->just = pidsets_join (&p->sets, r->just, just);
  r->moved = pidsets_join (&p->sets, r->moved, moved);
}

static void
add_edge (struct couvreur *t, struct root *r, const struct product_edge *e, uint32_t enabled)
{
  uint32_t just = liveness_is_just (t->p->property) ? product_just (t->p, enabled, e->moved) : 0;
  add_offer (t, r, product_marks (t->p, e), just, e->moved);
}

static bool
is_fair (const struct couvreur *t, const struct root *r)
{
  if (!r->cyclic || r->marks != t->p->all_marks)
    return false;
  switch (t->p->property->fairness) {
  case FAIR_WEAK: case FAIR_TRACE: {
    static const struct pidset all = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    return bits_within (all.bits, pidsets_get (&t->p->sets, r->just)->bits, PIDSET_WORDS);
  }
  case FAIR_STRONG:
    return bits_within (pidsets_get (&t->p->sets, r->enabled)->bits, pidsets_get (&t->p->sets, r->moved)->bits, PIDSET_WORDS);
  default:
    return true;
  }
}

/* ---- the search ---- */

static void
enter (struct couvreur *t, state_id id, struct root r)
{
  struct explorer *x = t->p->x;
  if (explore_too_deep (x, t->frames.count))
    return;
  assert (id < t->order.count && !t->order.data[id]);
  size_t first = t->edges.count;
  r.order = ++t->visited;
  t->order.data[id] = r.order;
  VEC_PUSH (t->live, id);
  uint32_t enabled = product_expand (t->p, id, &t->edges);
  r.enabled = enabled;
  while (t->order.count < t->p->flags.count)
    VEC_PUSH (t->order, 0);
  VEC_PUSH (t->roots, r);
  VEC_PUSH (t->frames, ((struct frame) {.id = id, .enabled = enabled, .first = first, .next = first}));
  x->depth = t->frames.count - 1;
  if (x->depth > x->result->stats.max_depth)
    x->result->stats.max_depth = x->depth;
  x->stack_bytes = t->frames.room * sizeof (struct frame) + t->edges.room * sizeof (struct product_edge)
                   + t->roots.room * sizeof (struct root) + (t->live.room + t->order.room) * 4 + product_bytes (t->p);
}

/* An edge leads back to the component of the state visited as number `order`: merges all components from there on. */
static void
join (struct couvreur *t, uint32_t order)
{
  assert (order && order != DEAD && t->roots.data[0].order <= order);
  while (VEC_LAST (t->roots).order > order) {
    assert (t->roots.count > 1);
    struct root top = VEC_POP (t->roots);
    struct root *r = &VEC_LAST (t->roots);
    add_edge (t, r, &top.in, top.in_enabled);
    add_offer (t, r, top.marks, top.just, top.moved);
    r->enabled = pidsets_join (&t->p->sets, r->enabled, top.enabled);
  }
}

/* The index in `live` of the first state of the top component. */
static size_t
first_live (const struct couvreur *t)
{
  size_t i = t->live.count;
  assert (i && t->roots.count);
  while (i && t->order.data[t->live.data[i - 1]] >= VEC_LAST (t->roots).order)
    i--;
  return i;
}

static void
take_component (struct couvreur *t)
{
  size_t first = first_live (t);
  assert (first < t->live.count && is_fair (t, &VEC_LAST (t->roots)));
  for (size_t i = first; i < t->live.count; i++)
    VEC_PUSH (t->found, t->live.data[i]);
  explore_bound (t->p->x, BOUND_FINDING, NULL);
}

/* For a complete component without a fair run through all of it: searches for one through a part of it. */
static void
look_inside (struct couvreur *t)
{
  const struct root *r = &VEC_LAST (t->roots);
  if (t->p->property->fairness != FAIR_STRONG || !r->cyclic || r->marks != t->p->all_marks)
    return;
  size_t first = first_live (t);
  assert (first < t->live.count);
  struct state_ids part = {t->live.data + first, t->live.count - first, 0};
  if (scc_refine (t->p, &part, &t->found))
    explore_bound (t->p->x, BOUND_FINDING, NULL);
}

static void
leave (struct couvreur *t)
{
  struct frame f = VEC_LAST (t->frames);
  assert (f.next == t->edges.count && t->roots.count <= t->frames.count && t->roots.count);
  if (VEC_LAST (t->roots).order == t->order.data[f.id]) {
    look_inside (t);
    if (t->p->x->stop)
      return;
    for (size_t first = first_live (t); t->live.count > first;) {
      state_id dead = VEC_POP (t->live);
      t->order.data[dead] = DEAD;
    }
    t->roots.count--;
  }
  product_leave (t->p, f.id, t->edges.data + f.first, t->edges.count - f.first);
  t->frames.count--;
  t->edges.count = f.first;
}

static void
advance (struct couvreur *t)
{
  struct frame *f = &VEC_LAST (t->frames);
  struct product_edge e = t->edges.data[f->next++];
  assert (e.to < t->order.count && t->order.data[f->id] && t->order.data[f->id] != DEAD);
  uint32_t order = t->order.data[e.to], enabled = f->enabled;
  if (order == DEAD)
    return;
  if (!order) {
    enter (t, e.to, (struct root) {.in = e, .in_enabled = enabled});
    return;
  }
  join (t, order);
  add_edge (t, &VEC_LAST (t->roots), &e, enabled);
  if (is_fair (t, &VEC_LAST (t->roots)))
    take_component (t);
}

static void
tell_roles (const struct couvreur *t, struct roles *r)
{
  assert (t->order.count <= t->p->flags.count);
  r->count = (state_id) t->order.count;
  r->of = mem_zalloc (r->count + (size_t) 1);
  for (state_id s = 0; s < r->count; s++)
    r->of[s] = t->order.data[s] ? ROLE_PREFIX : 0;
  for (size_t i = 0; i < t->found.count; i++)
    r->of[t->found.data[i]] |= ROLE_LOOP;
}

bool
scc_search (struct product *p, struct roles *roles)
{
  struct couvreur t = {.p = p};
  state_id start;
  if (product_start (p, &start)) {
    VEC_PUSH (t.order, 0);
    enter (&t, start, (struct root) {0});
  }
  while (t.frames.count && !p->x->stop) {
    if (VEC_LAST (t.frames).next == t.edges.count)
      leave (&t);
    else
      advance (&t);
  }
  bool found = t.found.count;
  assert (p->x->stop || (!t.roots.count && !t.live.count && !t.edges.count));
  if (found || p->hit != STATE_NONE)
    tell_roles (&t, roles);
  VEC_FREE (t.frames);
  VEC_FREE (t.edges);
  VEC_FREE (t.roots);
  VEC_FREE (t.live);
  VEC_FREE (t.order);
  VEC_FREE (t.found);
  return found;
}
