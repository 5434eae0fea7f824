/* Strong fairness inside one component.
 *
 * Idea. If a process is enabled somewhere in a component but never moves in it, every run that visits such a state
 * infinitely often is unfair. These states are removed; the rest decomposes into smaller components, which are treated in
 * the same way.
 * Source. The emptiness of Streett automata: E. Emerson, C.-L. Lei, "Modalities for model checking: branching time logic
 * strikes back", Science of Computer Programming 8 (1987); O. Lichtenstein, A. Pnueli, "Checking that finite state
 * concurrent programs satisfy their linear specification", POPL 1985.
 * Where we differ. Edges are recomputed from the product instead of stored: few components need this.
 * Why that is sound. Removed states lie on no fair run that stays in the component. In a remaining component without a
 * missing process, the run through all edges is fair. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/emptiness.h"

/* A component: its states by position, the edges between them, and the components into which it decomposes, as ranges of
 * `members`. */
struct group {
  size_t first, count;
};

struct part {
  struct product *p;
  state_id *states; uint32_t n;   /* sorted */
  uint32_t *enabled;
  size_t *first;                  /* n + 1: edges of each state */
  struct product_edges edges;     /* `to` is a position */
  uint32_t *group;                /* per position: number of its group + 1; 0: removed, or a group without a cycle */
  VEC (struct group) groups;
  VEC (uint32_t) members;         /* positions */
  uint32_t *order, *low, visited; /* used by the search for components */
};

static int
by_number (const void *a, const void *b)
{
  const state_id *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void
make_edges (struct part *q)
{
  struct product_edges all = {0};
  for (uint32_t i = 0; i < q->n; i++) {
    q->first[i] = q->edges.count;
    all.count = 0;
    q->enabled[i] = product_expand (q->p, q->states[i], &all);
    for (size_t k = 0; k < all.count; k++) {
      struct product_edge e = all.data[k];
      const state_id *to = bsearch (&e.to, q->states, q->n, sizeof *q->states, by_number);
      if (!to)
        continue;
      e.to = (state_id) (to - q->states);
      VEC_PUSH (q->edges, e);
    }
  }
  q->first[q->n] = q->edges.count;
  assert (q->edges.count >= q->n || q->n == 1);        /* a component: each state has a successor in it */
  VEC_FREE (all);
}

static void
part_init (struct part *q, struct product *p, const struct state_ids *states)
{
  *q = (struct part) {.p = p, .n = (uint32_t) states->count};
  q->states = mem_alloc (q->n * sizeof *q->states);
  memcpy (q->states, states->data, q->n * sizeof *q->states);
  qsort (q->states, q->n, sizeof *q->states, by_number);
  q->enabled = mem_alloc (q->n * sizeof *q->enabled);
  q->first = mem_alloc ((q->n + (size_t) 1) * sizeof *q->first);
  q->group = mem_zalloc (q->n * sizeof *q->group);
  q->order = mem_zalloc (q->n * sizeof *q->order);
  q->low = mem_alloc (q->n * sizeof *q->low);
  VEC_PUSH (q->groups, ((struct group) {0, q->n}));
  for (uint32_t i = 0; i < q->n; i++) {
    q->group[i] = 1;
    VEC_PUSH (q->members, i);
  }
  make_edges (q);
}

static void
part_release (struct part *q)
{
  mem_free (q->states);
  mem_free (q->enabled);
  mem_free (q->first);
  mem_free (q->group);
  mem_free (q->order);
  mem_free (q->low);
  VEC_FREE (q->edges);
  VEC_FREE (q->groups);
  VEC_FREE (q->members);
}

/* ---- components of a group (Tarjan) ---- */

struct tarjan_frame {
  uint32_t at;
  size_t next;
};

struct tarjan {
  struct part *q;
  uint32_t group;                 /* number + 1, as in part.group */
  VEC (struct tarjan_frame) frames;
  VEC (uint32_t) live;
};

static void
tarjan_enter (struct tarjan *w, uint32_t at)
{
  struct part *q = w->q;
  assert (!q->order[at] && q->group[at] == w->group);
  q->order[at] = q->low[at] = ++q->visited;
  VEC_PUSH (w->live, at);
  VEC_PUSH (w->frames, ((struct tarjan_frame) {at, q->first[at]}));
}

/* The component of `at` is complete: it becomes a group. */
static void
take_group (struct tarjan *w, uint32_t at)
{
  struct part *q = w->q;
  struct group g = {.first = q->members.count};
  uint32_t s;
  do {
    assert (w->live.count);
    s = VEC_POP (w->live);
    q->group[s] = (uint32_t) q->groups.count + 1;
    VEC_PUSH (q->members, s);
  } while (s != at);
  g.count = q->members.count - g.first;
  assert (g.count);
  VEC_PUSH (q->groups, g);
}

static void
tarjan_leave (struct tarjan *w, uint32_t at)
{
  struct part *q = w->q;
  assert (q->low[at] <= q->order[at]);
  if (q->low[at] == q->order[at])
    take_group (w, at);
  w->frames.count--;
  if (w->frames.count) {
    uint32_t up = VEC_LAST (w->frames).at;
    if (q->low[at] < q->low[up])
      q->low[up] = q->low[at];
  }
}

static void
tarjan_from (struct tarjan *w, uint32_t start)
{
  struct part *q = w->q;
  tarjan_enter (w, start);
  while (w->frames.count) {
    struct tarjan_frame *f = &VEC_LAST (w->frames);
    uint32_t at = f->at;
    if (f->next == q->first[at + 1]) {
      tarjan_leave (w, at);
      continue;
    }
    uint32_t to = q->edges.data[f->next++].to;
    if (q->group[to] != w->group)
      continue;
    if (!q->order[to])
      tarjan_enter (w, to);
    else if (q->order[to] < q->low[at])
      q->low[at] = q->order[to];
  }
}

static void
split (struct part *q, uint32_t group)
{
  struct tarjan w = {.q = q, .group = group + 1};
  struct group g = q->groups.data[group];
  assert (g.first + g.count <= q->members.count);
  for (size_t i = 0; i < g.count; i++)
    q->order[q->members.data[g.first + i]] = 0;
  for (size_t i = 0; i < g.count; i++) {
    uint32_t at = q->members.data[g.first + i];
    if (q->group[at] == w.group)
      tarjan_from (&w, at);
  }
  VEC_FREE (w.frames);
  VEC_FREE (w.live);
}

/* ---- what a group provides ---- */

struct offer {
  uint64_t marks;
  bool cyclic;
  struct pidset moved, enabled;
};

static struct offer
offer_of (const struct part *q, uint32_t group)
{
  struct offer o = {0};
  struct group g = q->groups.data[group];
  for (size_t i = 0; i < g.count; i++) {
    uint32_t at = q->members.data[g.first + i];
    bits_join (o.enabled.bits, pidsets_get (&q->p->sets, q->enabled[at])->bits, PIDSET_WORDS);
    for (size_t k = q->first[at]; k < q->first[at + 1]; k++) {
      if (q->group[q->edges.data[k].to] != group + 1)
        continue;
      o.cyclic = true;
      o.marks |= product_marks (q->p, &q->edges.data[k]);
      bits_join (o.moved.bits, pidsets_get (&q->p->sets, q->edges.data[k].moved)->bits, PIDSET_WORDS);
    }
  }
  return o;
}

/* Removes the states of the group where one of the processes is enabled. */
static void
remove_enabled (struct part *q, uint32_t group, const struct pidset *pids)
{
  struct group g = q->groups.data[group];
  for (size_t i = 0; i < g.count; i++) {
    uint32_t at = q->members.data[g.first + i];
    if (bits_meet (pidsets_get (&q->p->sets, q->enabled[at])->bits, pids->bits, PIDSET_WORDS))
      q->group[at] = 0;
  }
}

bool
scc_refine (struct product *p, const struct state_ids *states, struct state_ids *out)
{
  struct part q;
  bool fair = false;
  part_init (&q, p, states);
  for (uint32_t group = 0; group < q.groups.count && !fair && !p->x->stop; group++) {
    struct offer o = offer_of (&q, group);
    if (!o.cyclic || o.marks != p->all_marks)
      continue;
    struct pidset missing = pidset_minus (&o.enabled, &o.moved);
    fair = bits_empty (missing.bits, PIDSET_WORDS);
    assert (bits_within (missing.bits, o.enabled.bits, PIDSET_WORDS));
    if (fair) {
      for (size_t i = 0; i < q.groups.data[group].count; i++)
        VEC_PUSH (*out, q.states[q.members.data[q.groups.data[group].first + i]]);
    } else {
      remove_enabled (&q, group, &missing);
      split (&q, group);
    }
  }
  part_release (&q);
  return fair;
}
