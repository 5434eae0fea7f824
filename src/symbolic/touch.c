/* Idea. Static sets of touched objects for each control location: by the next step, and by all later ones.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic Model Checking of Concurrent Programs Using Partial Orders and
 * On-the-Fly Transactions", CAV 2006, section 4.2: touch-now, touch-now-later and touch-now-later-LS.
 * Where we differ. Reads and writes are distinguished, so that reads do not conflict; an atomic sequence is one step; a
 * process's sets include those of the processes it creates; sticky locations are the sources of back edges.
 * Why that is sound. The sets include the access sets of the program graph for every edge that can be next, or later;
 * removing the back edges of a depth-first search leaves no cycle in the control graph, so every cycle has one. */
#include "symbolic/touch.h"

/* ---- objects ---- */

static void
find_remote (const struct pg *pg, struct touch_objects *o)
{
  for (uint32_t i = 0; i < pg->nprocs; i++)
    for (uint32_t k = 0; k < pg->procs[i].nedges; k++)
      for (uint32_t j = 0; j < pg->procs[i].edges[k].nreads; j++) {
        const struct pg_access *a = &pg->procs[i].edges[k].reads[j];
        if (a->object == OBJ_REMOTE)
          o->remote[o->of_frame[a->proc] + a->index] = true;
        if (a->object == OBJ_REMOTE_PC)
          o->remote[o->locations + a->proc] = true;
      }
}

/* Cells of global variables come first among all cells, so their object numbers are their cell numbers. */
static void
number_objects (struct touch *t)
{
  const struct pg *pg = t->p->pg;
  struct touch_objects *o = &t->o;
  uint32_t n = 0;
  for (uint32_t i = 0; i < pg->nvars; i++)
    n += pg_var_elements (&pg->vars[i]);
  assert (!pg->nvars || t->p->global_cell[0] == 0);
  o->channels = n;
  o->processes = o->channels + (uint32_t) t->p->channels.count;
  o->frames = o->processes + 1;
  o->of_frame = arena_alloc (&t->arena, (pg->nprocs + 1) * sizeof *o->of_frame);
  n = o->frames;
  for (uint32_t i = 0; i < pg->nprocs; i++) {
    o->of_frame[i] = n;
    n += pg->procs[i].nvars;
  }
  o->locations = n;
  o->count = n + pg->nprocs;
  o->remote = arena_alloc (&t->arena, o->count * sizeof *o->remote);
  find_remote (pg, o);
}

static void
touch_channels (const struct touch *t, const struct pg_var *v, uint32_t cell, uint32_t element, uint64_t *set)
{
  const struct parts *p = t->p;
  uint32_t n = pg_var_elements (v);
  for (uint32_t e = 0; e < n; e++) {
    int64_t number;
    if (element != PG_ALL && element != e)
      continue;
    bool known = !p->cells.data[cell + e].bits && word_is_const (&p->cells.data[cell + e].now, &number);
    for (uint32_t i = 0; i < p->channels.count; i++)
      if (!known || p->channels.data[i].number == (uint32_t) number)
        bits_add (set, t->o.channels + i);
  }
}

static void
touch_access (struct touch *t, uint32_t slot, uint32_t type, const struct pg_access *a, uint64_t *set)
{
  const struct parts *p = t->p;
  const struct slot_type *st = &p->slots.data[slot].types.data[type];
  const struct touch_objects *o = &t->o;
  switch (a->object) {
  case OBJ_GLOBAL:
    for (uint32_t e = 0; e < pg_var_elements (&p->pg->vars[a->index]); e++)
      if (a->element == PG_ALL || a->element == e)
        bits_add (set, p->global_cell[a->index] + e);
    break;
  case OBJ_FRAME: bits_add (set, o->of_frame[st->proc] + a->index); break;
  case OBJ_REMOTE: bits_add (set, o->of_frame[a->proc] + a->index); break;
  case OBJ_REMOTE_PC: bits_add (set, o->locations + a->proc); break;
  case OBJ_CHAN_SEND: case OBJ_CHAN_RECV: case OBJ_CHAN_STATE:
    if (a->index == PG_ALL)
      for (uint32_t i = 0; i < p->channels.count; i++)
        bits_add (set, o->channels + i);
    else if (a->proc == PG_ALL)
      touch_channels (t, &p->pg->vars[a->index], p->global_cell[a->index], a->element, set);
    else
      touch_channels (t, &p->pg->procs[st->proc].vars[a->index], st->cell[a->index], a->element, set);
    break;
  case OBJ_PROCESSES: bits_add (set, o->processes); break;
  default: t->hopeless = true;
  }
}

/* Variables of a process count where other processes may access them. */
static void
drop_private (const struct touch *t, uint64_t *set)
{
  for (uint32_t i = t->o.frames; i < t->o.count; i++)
    if (!t->o.remote[i])
      bits_remove (set, i);
}

static void
touch_edge (struct touch *t, uint32_t slot, uint32_t type, const struct pg_edge *e, struct touched *out)
{
  for (uint32_t i = 0; i < e->nreads; i++)
    touch_access (t, slot, type, &e->reads[i], out->reads);
  for (uint32_t i = 0; i < e->nwrites; i++)
    touch_access (t, slot, type, &e->writes[i], out->writes);
  bits_add (out->writes, t->o.locations + t->p->slots.data[slot].types.data[type].proc);
  drop_private (t, out->reads);
  drop_private (t, out->writes);
}

/* ---- sets by location ---- */

static struct touched
new_set (struct touch *t)
{
  return (struct touched) {arena_alloc (&t->arena, t->words * 8), arena_alloc (&t->arena, t->words * 8)};
}

static bool
add_set (struct touch *t, struct touched *to, const struct touched *from)
{
  bool more = bits_join (to->reads, from->reads, t->words);
  return bits_join (to->writes, from->writes, t->words) || more;
}

static const struct pg_proc *
proc_of (const struct touch *t, uint32_t slot, uint32_t type)
{
  return &t->p->pg->procs[t->p->slots.data[slot].types.data[type].proc];
}

static bool
creates (const struct pg_expr *e, uint32_t proc)
{
  if (!e)
    return false;
  return (e->op == E_RUN && e->proc == proc) || creates (e->kid[0], proc) || creates (e->kid[1], proc) || creates (e->kid[2], proc);
}

static bool
edge_creates (const struct pg_edge *e, uint32_t proc)
{
  for (uint32_t i = 0; i < e->nacts; i++)
    if (creates (e->acts[i].expr, proc))
      return true;
  return false;
}

/* What processes created by the edge may touch, in whichever slot they are. */
static bool
add_created (struct touch *t, const struct pg_edge *e, struct touched *to)
{
  bool more = false;
  for (uint32_t s = 0; s < t->p->slots.count; s++)
    for (uint32_t k = 0; k < t->p->slots.data[s].types.count; k++) {
      const struct pg_proc *q = proc_of (t, s, k);
      if (edge_creates (e, (uint32_t) (q - t->p->pg->procs)))
        more |= add_set (t, to, &t->types[s][k].later[q->start]);
    }
  return more;
}

/* One iteration for one slot type; true: a set grew. `lock` UINT32_MAX: no path is excluded. */
static bool
grow_later (struct touch *t, uint32_t slot, uint32_t type, const struct touched *edges, struct touched *later, uint32_t lock)
{
  const struct pg_proc *q = proc_of (t, slot, type);
  const struct touch_type *tt = &t->types[slot][type];
  bool more = false;
  for (uint32_t i = q->nedges; i-- > 0;) {
    const struct pg_edge *e = &q->edges[i];
    if (lock != UINT32_MAX && tt->takes[i] >> lock & 1)
      continue;
    more |= add_set (t, &later[e->src], &edges[i]);
    if (e->dst != PG_ALL)
      more |= add_set (t, &later[e->src], &later[e->dst]);
    more |= add_created (t, e, &later[e->src]);
  }
  return more;
}

/* What the next step touches: the whole atomic sequence, if it is one. */
static void
find_now (struct touch *t, uint32_t slot, uint32_t type, const struct touched *edges)
{
  const struct pg_proc *q = proc_of (t, slot, type);
  struct touch_type *tt = &t->types[slot][type];
  for (uint32_t i = 0; i < q->nedges; i++)
    add_set (t, &tt->now[q->edges[i].src], &edges[i]);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < q->nedges; i++) {
      const struct pg_edge *e = &q->edges[i];
      if (!(e->flags & (EDGE_ATOMIC | EDGE_DSTEP)) || e->dst == PG_ALL)
        continue;
      more |= add_set (t, &tt->now[e->src], &tt->now[e->dst]);
      more |= tt->sticky[e->dst] && !tt->sticky[e->src];
      tt->sticky[e->src] |= tt->sticky[e->dst];
    }
  }
}

/* Back edges of a depth-first search. */
static void
find_sticky (const struct pg_proc *q, bool *sticky)
{
  uint8_t *colour = mem_zalloc (q->nlocs + 1);         /* 1: on the stack, 2: done */
  uint32_t *at = mem_zalloc ((q->nlocs + 1) * sizeof *at);
  VEC (uint32_t) stack = {0};
  VEC_PUSH (stack, q->start);
  colour[q->start] = 1;
  while (stack.count) {
    uint32_t l = VEC_LAST (stack);
    if (at[l] == q->locs[l].nedges) {
      colour[l] = 2;
      stack.count--;
      continue;
    }
    const struct pg_edge *e = &q->edges[q->locs[l].first_edge + at[l]++];
    if (e->dst == PG_ALL)
      continue;
    if (colour[e->dst] == 1)
      sticky[l] = true;
    if (!colour[e->dst]) {
      colour[e->dst] = 1;
      VEC_PUSH (stack, e->dst);
    }
  }
  VEC_FREE (stack);
  mem_free (colour);
  mem_free (at);
}

static struct touched *
new_sets (struct touch *t, uint32_t n)
{
  struct touched *sets = arena_alloc (&t->arena, (n + 1) * sizeof *sets);
  for (uint32_t i = 0; i < n; i++)
    sets[i] = new_set (t);
  return sets;
}

/* Calls for every slot and type. */
#define EACH_TYPE(t, s, k)                                            \
  for (uint32_t s = 0; s < (t)->p->slots.count; s++)                  \
    for (uint32_t k = 0; k < (t)->p->slots.data[s].types.count; k++)

static void
find_avoiding (struct touch *t, struct touched ***edges)
{
  EACH_TYPE (t, s, k)
    t->types[s][k].avoiding = arena_alloc (&t->arena, (t->locks.count + 1) * sizeof *t->types[s][k].avoiding);
  for (uint32_t lock = 0; lock < t->locks.count; lock++) {
    EACH_TYPE (t, s, k)
      t->types[s][k].avoiding[lock] = new_sets (t, proc_of (t, s, k)->nlocs);
    EACH_TYPE (t, s, k)
      while (grow_later (t, s, k, edges[s][k], t->types[s][k].avoiding[lock], lock))
        continue;
  }
}

void
touch_init (struct touch *t, const struct parts *p, bool with_locks)
{
  *t = (struct touch) {.p = p};
  number_objects (t);
  t->words = bits_words (t->o.count);
  t->types = arena_alloc (&t->arena, (p->slots.count + 1) * sizeof *t->types);
  struct touched ***edges = arena_alloc (&t->arena, (p->slots.count + 1) * sizeof *edges);
  for (uint32_t s = 0; s < p->slots.count; s++) {
    t->types[s] = arena_alloc (&t->arena, (p->slots.data[s].types.count + 1) * sizeof **t->types);
    edges[s] = arena_alloc (&t->arena, (p->slots.data[s].types.count + 1) * sizeof **edges);
  }
  EACH_TYPE (t, s, k) {
    const struct pg_proc *q = proc_of (t, s, k);
    struct touch_type *tt = &t->types[s][k];
    tt->now = new_sets (t, q->nlocs);
    tt->later = new_sets (t, q->nlocs);
    tt->held = arena_alloc (&t->arena, (q->nlocs + 1) * sizeof *tt->held);
    tt->sticky = arena_alloc (&t->arena, (q->nlocs + 1) * sizeof *tt->sticky);
    tt->takes = arena_alloc (&t->arena, (q->nedges + 1) * sizeof *tt->takes);
    edges[s][k] = new_sets (t, q->nedges);
    for (uint32_t i = 0; i < q->nedges; i++)
      touch_edge (t, s, k, &q->edges[i], &edges[s][k][i]);
    find_sticky (q, tt->sticky);
    find_now (t, s, k, edges[s][k]);
  }
  for (bool more = true; more;) {
    more = false;
    EACH_TYPE (t, s, k)
      more |= grow_later (t, s, k, edges[s][k], t->types[s][k].later, UINT32_MAX);
  }
  if (with_locks && !t->hopeless)
    touch_find_locks (t);
  find_avoiding (t, edges);
}

void
touch_release (struct touch *t)
{
  VEC_FREE (t->locks);
  arena_release (&t->arena);
}
