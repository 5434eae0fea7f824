/* Data races as local assertions.
 *
 * Idea. A plain write is two steps: the thread announces the write to the cell, then executes it. A thread that accesses
 * the cell between the two has found a race, and its own step reports it. Cells that threads access only under a common
 * lock, or atomically, or while there are no other threads, need no announcement.
 * Source. Two accesses race iff they are adjacent in some execution: H.-J. Boehm, S. Adve, "Foundations of the C++
 * concurrency memory model", PLDI 2008; locks that protect a variable: S. Savage, M. Burrows, G. Nelson, P. Sobalvarro, T.
 * Anderson, "Eraser: A Dynamic Data Race Detector for Multithreaded Programs", ACM TOCS 15, 1997.
 * Where we differ. The race is a local assertion, not a property of pairs of locations: partial-order reductions preserve
 * what one thread observes, but not which locations two threads are at (V. Kahlon, A. Gupta, N. Sinha, "Symbolic Model
 * Checking of Concurrent Programs Using Partial Orders and On-the-Fly Transactions", CAV 2006, does not discuss this).
 * Protecting locks are those held on all paths to a location, computed on the graph of the first walk.
 * Why that is sound. If two threads can both be about to make conflicting accesses, one of them plain, then the plain write
 * (or the plain read, where others write atomically) can be announced, and the other thread then finds the announcement.
 * Conversely, a thread that finds an announcement is in such a state. */
#include "front/c/walk.h"

#include <string.h>

/* ---- during the walk ---- */

static struct pg_place *
like (struct walker *w, uint32_t var, const struct pg_place *cell)
{
  struct pg_place *p = x_place (w->c, REGION_GLOBAL, var);
  p->nindex = cell->nindex;
  memcpy (p->index, cell->index, sizeof p->index);
  return p;
}

bool
race_begins (struct walker *w, struct path *p, uint32_t object, const struct piece *k, enum access_kind kind)
{
  struct c_program *c = w->c;
  const struct c_leaf *f = k->leaf;
  assert ((size_t) (f - c->objects.data[object].leaves.data) < c->objects.data[object].leaves.count);
  if (c->is_first_walk) {
    /* inside an atomic section locks are acquired and released within one step */
    VEC_PUSH (c->accesses, ((struct c_access) {p->atomic ? kind | ACCESS_ATOMIC_READ : kind, w->thread, p->atomic ? NONE : w->src, object,
                                               (uint32_t) (f - c->objects.data[object].leaves.data)}));
    return false;
  }
  if (f->mark == NONE)
    return false;
  bool writes = kind == ACCESS_WRITE || kind == ACCESS_ATOMIC_WRITE, plain = kind <= ACCESS_WRITE && !p->atomic;
  bool announces = plain && (writes || f->reading != NONE);
  uint64_t bit = (uint64_t) 1 << w->thread;
  struct pg_place *at = like (w, writes ? f->mark : f->reading, k->place);
  struct pg_expr *readers = NULL;
  if (f->reading != NONE && !path_loaded (w, p, like (w, f->reading, k->place), (unsigned) c->threads.count, &readers))
    return false;
  if (announces && p->part % 2) {
    path_store (p, at, writes ? x_const (c, 8, 0) : x_binary (c, E_BITAND, readers, x_const (c, pg_bits (readers), ~bit)));
    return false;
  }
  const char *text = arena_printf (c->arena, f->in_parts ? "two accesses that may be to different parts of %s" : "data race on %s", f->name);
  struct pg_expr *race = x_binary (c, E_NE, x_load (c, like (w, f->mark, k->place), 8), x_const (c, 8, 0));
  if (writes && readers)
    race = x_or (c, race, x_binary (c, E_NE, x_binary (c, E_BITAND, readers, x_const (c, pg_bits (readers), ~bit)), x_const (c, pg_bits (readers), 0)));
  path_fault_if (w, p, race, f->in_parts ? FAULT_RESOURCE : FAULT_RACE, text);
  path_assume (w, p, x_not (c, race));
  if (!announces)
    return false;
  assert (at->var < c->vars.count);
  path_store (p, at, writes ? x_const (c, 8, w->thread + 1u) : x_binary (c, E_BITOR, readers, x_const (c, pg_bits (readers), bit)));
  path_end_here (w, p, p->part + 1);
  return true;
}

/* An observation without happens-before (a relaxed load, a failed trylock) can prevent two racing accesses from being
 * adjacent in any interleaving: where races are possible, the result is then unknown. */
bool
race_unordered (struct walker *w, struct path *p, struct pg_expr *cond)
{
  if (!w->c->may_race || w->c->is_first_walk)
    return false;
  path_fault_if (w, p, cond ? cond : x_const (w->c, 1, 1), FAULT_RESOURCE,
                 "data races cannot be excluded: a value was read without happens-before order (--allow-races)");
  return true;
}

/* ---- locks that are held ---- */

struct lock {
  uint32_t var, element;
};

struct finding_locks {
  struct c_program *c;
  VEC (struct lock) locks;
  uint64_t **held;                /* per thread and location; at most 64 locks are distinguished */
  bool *busy;                     /* per location of main: other threads may run */
  uint64_t fresh;                 /* locks that are initialised while other threads may run: they protect nothing */
};

/* The lock that the action acquires or releases; NONE: it does neither. */
static uint32_t
lock_of (struct finding_locks *f, const struct pg_act *a)
{
  if (a->kind != ACT_ASSIGN || a->place->region != REGION_GLOBAL || f->c->vars.data[a->place->var].role != ROLE_LOCK)
    return NONE;
  struct lock l = {a->place->var, 0};
  for (uint8_t i = 0; i < a->place->nindex; i++) {
    if (a->place->index[i]->op != E_CONST)
      return NONE;
    l.element = l.element * f->c->vars.data[l.var].dim[i] + (uint32_t) a->place->index[i]->value;
  }
  for (uint32_t i = 0; i < f->locks.count; i++)
    if (f->locks.data[i].var == l.var && f->locks.data[i].element == l.element)
      return i;
  VEC_PUSH (f->locks, l);
  return (uint32_t) f->locks.count - 1;
}

/* Whether the action assigns a lock whose index is computed, so that it is unknown which. */
static bool
is_any_lock (const struct finding_locks *f, const struct pg_act *a)
{
  if (a->kind != ACT_ASSIGN || a->place->region != REGION_GLOBAL || f->c->vars.data[a->place->var].role != ROLE_LOCK)
    return false;
  for (uint8_t i = 0; i < a->place->nindex; i++)
    if (a->place->index[i]->op != E_CONST)
      return true;
  return false;
}

static uint64_t
after_edge (struct finding_locks *f, const struct pg_edge *e, uint64_t held)
{
  for (uint32_t k = 0; k < e->nacts; k++) {
    const struct pg_act *a = &e->acts[k];
    bool takes = a->kind == ACT_ASSIGN && a->expr->op == E_CONST && a->expr->value;
    uint32_t l = lock_of (f, a);
    if (l < 64)
      held = takes ? held | (uint64_t) 1 << l : held & ~((uint64_t) 1 << l);
    else if (is_any_lock (f, a) && !takes)
      held = 0;
  }
  return held;
}

static void
find_held (struct finding_locks *f, uint32_t thread)
{
  const struct pg_proc *p = &f->c->pg->procs[thread];
  uint64_t *held = arena_alloc (f->c->arena, (p->nlocs + 1) * sizeof *held);
  memset (held, 0xff, p->nlocs * sizeof *held);
  held[p->start] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < p->nedges; i++) {
      const struct pg_edge *e = &p->edges[i];
      if (held[e->src] == UINT64_MAX || e->dst == PG_ALL)
        continue;
      uint64_t to = held[e->dst] & after_edge (f, e, held[e->src]);
      changed |= to != held[e->dst];
      held[e->dst] = to;
    }
  }
  f->held[thread] = held;
}

static bool
starts_thread (const struct c_program *c, const struct pg_edge *e)
{
  for (uint32_t k = 0; k < e->nacts; k++)
    for (size_t t = 1; t < c->threads.count; t++)
      if (e->acts[k].kind == ACT_ASSIGN && e->acts[k].place->region == REGION_GLOBAL && e->acts[k].place->var == c->threads.data[t].started)
        return true;
  return false;
}

/* Until main starts the first thread it runs alone. */
static void
find_busy (struct finding_locks *f)
{
  const struct pg_proc *p = &f->c->pg->procs[0];
  f->busy = arena_alloc (f->c->arena, p->nlocs + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < p->nedges; i++) {
      const struct pg_edge *e = &p->edges[i];
      assert (e->dst < p->nlocs);
      if ((f->busy[e->src] || starts_thread (f->c, e)) && !f->busy[e->dst])
        f->busy[e->dst] = changed = true;
    }
  }
}

/* If a thread that does not surely hold a lock makes it free (pthread_mutex_init), no thread is assumed to hold it
 * afterwards. For locks with a computed index the program itself checks every release. */
static void
find_fresh (struct finding_locks *f)
{
  for (uint32_t t = 0; t < f->c->threads.count; t++) {
    const struct pg_proc *p = &f->c->pg->procs[t];
    for (uint32_t i = 0; i < p->nedges; i++) {
      const struct pg_edge *e = &p->edges[i];
      uint64_t held = f->held[t][e->src];
      if (t == 0 && !f->busy[e->src] && !f->busy[e->dst == PG_ALL ? e->src : e->dst])
        continue;
      for (uint32_t k = 0; k < e->nacts; k++) {
        const struct pg_act *a = &e->acts[k];
        uint32_t l = lock_of (f, a);
        bool takes = a->kind == ACT_ASSIGN && a->expr->op == E_CONST && a->expr->value;
        if (l < 64 && !takes && !(held >> l & 1))
          f->fresh |= (uint64_t) 1 << l;
      }
    }
  }
}

static bool
is_alone (const struct finding_locks *f, const struct c_access *a)
{
  return a->thread == 0 && a->location != NONE && !f->busy[a->location];
}

static uint64_t
held_at (const struct finding_locks *f, const struct c_access *a)
{
  assert (a->location == NONE || a->location < f->c->pg->procs[a->thread].nlocs);
  return a->location == NONE ? 0 : f->held[a->thread][a->location];
}

/* Two accesses of different threads to the leaf that no lock or order separates. */
static bool
may_race (const struct finding_locks *f, const struct c_access *a, const struct c_access *b)
{
  bool write = a->kind == ACCESS_WRITE || a->kind == ACCESS_ATOMIC_WRITE || b->kind == ACCESS_WRITE || b->kind == ACCESS_ATOMIC_WRITE;
  bool plain = a->kind <= ACCESS_WRITE || b->kind <= ACCESS_WRITE;
  if (a->object != b->object || a->leaf != b->leaf || a->thread == b->thread || !write || !plain)
    return false;
  if (is_alone (f, a) || is_alone (f, b))
    return false;
  return !(held_at (f, a) & held_at (f, b) & ~f->fresh);
}

static uint32_t
mark_var (struct c_program *c, const struct c_leaf *f, const char *what, unsigned bits)
{
  uint32_t v = program_var (c, arena_printf (c->arena, "%s_%s", what, f->name), bits, false);
  c->vars.data[v].internal = true;
  c->vars.data[v].ndims = f->ndims;
  memcpy (c->vars.data[v].dim, f->dim, sizeof f->dim);
  memcpy (c->vars.data[v].dim_after, f->after, sizeof f->after);
  return v;
}

void
race_find (struct c_program *c)
{
  struct finding_locks f = {.c = c, .held = arena_alloc (c->arena, (c->threads.count + 1) * sizeof *f.held)};
  for (uint32_t t = 0; t < c->threads.count; t++)
    find_held (&f, t);
  find_busy (&f);
  find_fresh (&f);
  for (size_t i = 0; i < c->accesses.count; i++)
    for (size_t k = 0; k < i; k++) {
      const struct c_access *a = &c->accesses.data[i], *b = &c->accesses.data[k];
      if (!may_race (&f, a, b))
        continue;
      struct c_leaf *leaf = &c->objects.data[a->object].leaves.data[a->leaf];
      if (leaf->mark == NONE)
        leaf->mark = mark_var (c, leaf, "writing", 8);
      c->may_race = true;
      bool reads = (a->kind == ACCESS_READ && b->kind == ACCESS_ATOMIC_WRITE) || (b->kind == ACCESS_READ && a->kind == ACCESS_ATOMIC_WRITE);
      if (reads && leaf->reading == NONE)
        leaf->reading = mark_var (c, leaf, "reading", (unsigned) c->threads.count);
    }
  VEC_FREE (f.locks);
}
