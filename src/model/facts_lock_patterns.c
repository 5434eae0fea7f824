/* What processes access without acquiring a lock.
 *
 * Idea. While a process holds a lock, no other process gets past a step that waits for this lock. So what another process
 * accesses only after acquiring that lock cannot conflict with the holder's next step.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic model checking of concurrent programs using partial orders and
 * on-the-fly transactions", CAV 2006: the relation "might be the first to interfere modulo lock acquisition".
 * Where we differ. Each lock is considered separately: an access counts if for every lock of the holder some path to it
 * does not acquire that lock, which lets more accesses count than requiring one path that acquires none. The relation is
 * also used for blocked steps: the set contains all steps of its processes.
 * Why that is sound. docs/symbolic.md, part (1) of the proof: until a process of the set moves it keeps its locks. */
#include <assert.h>

#include "model/facts.h"
#include "model/lock_cells.h"

struct growth {
  struct facts *f;
  struct avoided *to;
  bool changed;
};

static void
add (struct growth *w, const uint64_t *reads, const uint64_t *writes)
{
  w->changed |= bits_join (w->to->reads, reads, w->f->words);
  w->changed |= bits_join (w->to->writes, writes, w->f->words);
}

/* A process that is started may do anything from its start. */
static void
add_started (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct growth *w = context;
  (void) proc;
  if (e->op == E_RUN)
    add (w, w->f->procs[e->proc].future[w->f->pg->procs[e->proc].start].reads, w->f->procs[e->proc].future[w->f->pg->procs[e->proc].start].writes);
}

static void
avoid_lock (struct facts *f, uint32_t p, const bool *waits, struct avoided *out)
{
  const struct pg_proc *q = &f->pg->procs[p];
  struct growth w = {.f = f, .changed = true};
  for (uint32_t l = 0; l < q->nlocs; l++)
    out[l] = (struct avoided) {arena_alloc (&f->arena, f->words * 8), arena_alloc (&f->arena, f->words * 8)};
  while (w.changed) {
    w.changed = false;
    for (uint32_t e = q->nedges; e-- > 0;) {
      const struct pg_edge *edge = &q->edges[e];
      w.to = &out[edge->src];
      if (waits[e])
        continue;
      add (&w, f->procs[p].edges[e].reads, f->procs[p].edges[e].writes);
      for (uint32_t a = 0; a < edge->nacts; a++)
        walk_act (&edge->acts[a], p, add_started, &w);
      if (edge->dst != PG_ALL)
        add (&w, out[edge->dst].reads, out[edge->dst].writes);
    }
  }
  for (uint32_t l = 0; l < q->nlocs; l++)
    assert (bits_within (out[l].reads, f->procs[p].future[l].reads, f->words) && bits_within (out[l].writes, f->procs[p].future[l].writes, f->words));
}

void
facts_lock_patterns (struct facts *f)
{
  struct lock_cells *locks = lock_cells_find (f->pg);
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    const struct pg_proc *q = &f->pg->procs[p];
    if (!pg_runs (q))
      continue;
    f->procs[p].held = arena_alloc (&f->arena, (q->nlocs + 1) * sizeof *f->procs[p].held);
    f->procs[p].avoiding = arena_alloc (&f->arena, (locks->count + 1) * sizeof *f->procs[p].avoiding);
    for (uint32_t k = 0; k < locks->count; k++) {
      for (uint32_t l = 0; l < q->nlocs; l++)
        f->procs[p].held[l] |= (uint64_t) locks->cells[k].held[p][l] << k;
      f->procs[p].avoiding[k] = arena_alloc (&f->arena, (q->nlocs + 1) * sizeof **f->procs[p].avoiding);
      avoid_lock (f, p, locks->cells[k].waits[p], f->procs[p].avoiding[k]);
    }
  }
  f->nlocks = locks->count;
  lock_cells_free (locks);
}
