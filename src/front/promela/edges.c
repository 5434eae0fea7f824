/* From elements to locations and edges.
 *
 * Idea. The possible moves of a process at an element are a list of steps: the element itself, or the first statements of
 * all options, including nested ones. The steps of escapes come first. Locations are the elements reached.
 * Source. The tables of SPIN 6.5.2 after pan has rewritten them at its start (pan -d).
 * Where we differ. The lists have the same contents and the same order as SPIN's, including the order of escapes (latest
 * first) and of `else` in them; only the data structures differ.
 * Why that is sound. Each list contains what pan tries, in pan's order. */
#include "front/promela/edges.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

/* Replaces each option that is itself a selection or a block by its options, one level deep. These inherit its label flags,
 * as in pan. False: there is no such option. */
static bool
unfold_once (struct elem *e)
{
  bool nested = false;
  for (size_t i = 0; i < e->options.count; i++)
    nested |= elem_is_choice (e->options.data[i]);
  if (!nested)
    return false;
  VEC (struct elem *) old = { 0 };
  for (size_t i = 0; i < e->options.count; i++)
    VEC_PUSH (old, e->options.data[i]);
  e->options.count = 0;
  for (size_t i = 0; i < old.count; i++) {
    struct elem *o = old.data[i];
    if (!elem_is_choice (o)) {
      VEC_PUSH (e->options, o);
      continue;
    }
    for (size_t k = 0; k < o->options.count; k++) {
      VEC_PUSH (e->options, o->options.data[k]);
      o->options.data[k]->flags |= o->flags & (LOC_END | LOC_ACCEPT | LOC_PROGRESS);
    }
  }
  VEC_FREE (old);
  return true;
}

static void
unfold_options (struct proc_lower *p)
{
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < p->elems.count; i++)
      again |= unfold_once (p->elems.data[i]);
  }
}

/* A selection all of whose options are false, or an unreachable element. */
static bool
is_stuck (const struct elem *e)
{
  return e->kind == EL_IF || e->kind == EL_DO || e->kind == EL_UNLESS || !(e->marks & MARK_PLACED);
}

static void
own_steps (struct proc_lower *p)
{
  for (size_t i = 0; i < p->elems.count; i++) {
    struct elem *e = p->elems.data[i];
    assert (!e->steps.count);
    if (!elem_is_choice (e)) {
      if (!is_stuck (e))
        VEC_PUSH (e->steps, (struct step){ .leaf = e });
      continue;
    }
    for (size_t k = 0; k < e->options.count; k++) {
      struct elem *o = e->options.data[k];
      if (is_stuck (o))
        continue;
      VEC_PUSH (e->steps, (struct step){ .leaf = o });
      if (o->target)
        o->target->flags |= o->flags & (LOC_END | LOC_ACCEPT | LOC_PROGRESS);
    }
  }
}

/* ---- escapes ---- */

struct step_list {
  VEC (struct step) v;
};

/* Appends the steps of the escapes that are not among the steps of `e` yet, innermost escape first; the caller reverses them. */
static void
escapes_of (const struct elem *e, const struct elem_escape *x, struct step_list *out)
{
  if (!x)
    return;
  escapes_of (e, x->next, out);
  for (size_t k = 0; x->target && k < x->target->steps.count; k++) {
    struct elem *leaf = x->target->steps.data[k].leaf;
    if (leaf->step_of == e->number)
      continue;
    leaf->step_of = e->number;
    VEC_PUSH (out->v, (struct step){ .leaf = leaf, .escape = x->target->number });
  }
}

static void
add_escapes (struct proc_lower *p)
{
  for (size_t i = 0; i < p->elems.count; i++) {
    struct elem *e = p->elems.data[i];
    struct step_list front = { 0 };
    for (size_t k = 0; k < e->steps.count; k++)
      e->steps.data[k].leaf->step_of = e->number;
    for (size_t k = 0; k < e->steps.count; k++)
      if (e->steps.data[k].leaf->kind != EL_JOIN)
        escapes_of (e, e->steps.data[k].leaf->escapes, &front);
    size_t n = front.v.count, own = e->steps.count;
    VEC_RESERVE (e->steps, n + own);
    if (n && own)
      memmove (e->steps.data + n, e->steps.data, own * sizeof *e->steps.data);
    for (size_t k = 0; k < n; k++)
      e->steps.data[k] = front.v.data[n - 1 - k];
    e->steps.count = n + own;
    VEC_FREE (front.v);
  }
}

/* ---- locations ---- */

uint32_t
edges_location (struct lower *l, struct edge_list *out, struct elem *e, uint32_t flags)
{
  assert (!e->dstep == !(flags & LOC_DSTEP));      /* inside a d_step no other process runs */
  assert (e->dstep || (e->marks & MARK_PLACED));
  if (e->loc)
    return e->loc - 1;
  struct pg_loc loc = { .flags = flags | e->flags, .pos = e->pos, .text = e->text };
  if (e->marks & MARK_ATOM)
    loc.flags |= LOC_ATOMIC;
  if (e->labels)
    loc.label = arena_strdup (&l->pg->arena, e->labels->name);
  VEC_PUSH (out->locs, loc);
  VEC_PUSH (out->todo, e);
  e->loc = (uint32_t) out->locs.count;
  return e->loc - 1;
}

static void
leaf_edge (struct lower *l, struct edge_list *out, struct elem *src, const struct step *s, uint32_t group)
{
  struct elem *leaf = s->leaf;
  assert (src->loc && (leaf->kind == EL_END || leaf->target));
  if (leaf->kind == EL_DSTEP) {
    dstep_edges (l, out, src, leaf, group);
    return;
  }
  struct pg_edge e = { .src = src->loc - 1, .dst = PG_ALL, .group = group, .pos = leaf->pos, .text = leaf->text,
                       .acts = edges_act (l, leaf), .nacts = 1 };
  if (leaf->kind != EL_END && leaf->target)
    e.dst = edges_location (l, out, leaf->target, 0);
  if (leaf->keeps)
    e.flags |= EDGE_ATOMIC;
  VEC_PUSH (out->edges, e);
}

/* A goto or join that is a step of its own has no effect. */
struct pg_act *
edges_act (struct lower *l, const struct elem *e)
{
  assert (e->act || e->kind != EL_STMT);
  return e->act ? e->act : lower_skip (l, e->pos);
}

/* `else` is undefined if two of them are options of one location. */
static void
check_else (struct lower *l, const struct elem *e)
{
  const struct elem *first = NULL;
  for (size_t i = 0; i < e->steps.count; i++) {
    const struct elem *leaf = e->steps.data[i].leaf;
    if (!leaf->act || leaf->act->kind != ACT_ELSE)
      continue;
    if (first) {
      diag_error (l->diag, leaf->pos, "second else among the options at this point");
      diag_note (l->diag, first->pos, "the first is here");
    }
    first = leaf;
  }
}

static void
location_edges (struct lower *l, struct edge_list *out, struct elem *e)
{
  assert (e->loc);
  if (e->dstep)
    return;
  check_else (l, e);
  uint32_t group = 0;
  for (size_t i = 0; i < e->steps.count; i++) {
    const struct step *s = &e->steps.data[i];
    if (i && s->escape != s[-1].escape)
      group++;
    leaf_edge (l, out, e, s, s->escape ? group : PG_OWN);
  }
}

static int
by_number (const void *a, const void *b)
{
  const struct elem *x = *(struct elem *const *) a, *y = *(struct elem *const *) b;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Stores the locations of the process in the order of SPIN's numbers, and renumbers the edges. */
static void
number_locations (struct lower *l, struct edge_list *out, struct pg_proc *proc)
{
  uint32_t n = proc->nlocs = (uint32_t) out->locs.count, *fresh = mem_zalloc ((n + 1) * sizeof *fresh);
  assert (out->todo.count == n);
  proc->locs = arena_alloc (&l->pg->arena, n * sizeof *proc->locs);
  proc->promela->spin_state = arena_alloc (&l->pg->arena, n * sizeof *proc->promela->spin_state);
  qsort (out->todo.data, n, sizeof *out->todo.data, by_number);
  for (uint32_t i = 0; i < n; i++) {
    struct elem *e = out->todo.data[i];
    proc->locs[i] = out->locs.data[e->loc - 1];
    proc->promela->spin_state[i] = e->number;
    fresh[e->loc - 1] = i;
    e->loc = i + 1;
  }
  for (size_t i = 0; i < out->edges.count; i++) {
    struct pg_edge *e = &out->edges.data[i];
    assert (e->src < n && (e->dst == PG_ALL || e->dst < n));
    e->src = fresh[e->src];
    if (e->dst != PG_ALL)
      e->dst = fresh[e->dst];
  }
  proc->start = fresh[proc->start];
  mem_free (fresh);
}

/* An end label on a join that is a state also makes the following location an end. */
static void
end_behind_joins (struct proc_lower *p)
{
  for (size_t i = 0; i < p->elems.count; i++) {
    struct elem *e = p->elems.data[i];
    if (e->kind == EL_JOIN && e->steps.count == 1 && (e->flags & LOC_END) && e->target)
      e->target->flags |= LOC_END;
  }
}

void
edges_emit (struct lower *l, struct proc_lower *p)
{
  assert (p->body && p->body->first && p->index < l->pg->nprocs);
  struct pg_proc *proc = l->pg->procs + p->index;
  unfold_options (p);
  own_steps (p);
  add_escapes (p);
  end_behind_joins (p);
  struct edge_list out = { 0 };
  struct elem *start = flow_skip_joins (l, p->body->first, p->body->first->marks);
  if (start) {
    proc->start = edges_location (l, &out, start, 0);
    for (size_t i = 0; i < out.todo.count; i++)
      location_edges (l, &out, out.todo.data[i]);
    number_locations (l, &out, proc);
  }
  VEC_FREE (out.locs);
  VEC_MOVE (out.edges, &l->pg->arena, proc->edges, proc->nedges);
  VEC_FREE (out.todo);
}
