/* Cells that are locks (model/lock_cells.h), for the reductions of circuits. */
#include "model/lock_cells.h"
#include "symbolic/touch.h"

void
touch_find_locks (struct touch *t)
{
  const struct parts *p = t->p;
  struct lock_cells *l = lock_cells_find (p->pg);
  for (uint32_t i = 0; i < l->count; i++) {
    const struct lock_cell *lock = &l->cells[i];
    uint32_t cell = p->global_cell[lock->var] + lock->element;
    uint64_t bit = (uint64_t) 1 << t->locks.count;
    if (!p->cells.data[cell].bits)
      continue;                   /* it never changes */
    t->exact |= lock->exact ? bit : 0;
    VEC_PUSH (t->locks, cell);
    for (uint32_t s = 0; s < p->slots.count; s++)
      for (uint32_t k = 0; k < p->slots.data[s].types.count; k++) {
        uint32_t proc = p->slots.data[s].types.data[k].proc;
        for (uint32_t n = 0; n < p->pg->procs[proc].nlocs; n++)
          t->types[s][k].held[n] |= lock->held[proc][n] ? bit : 0;
        for (uint32_t n = 0; n < p->pg->procs[proc].nedges; n++)
          t->types[s][k].takes[n] |= lock->waits[proc][n] ? bit : 0;
      }
  }
  lock_cells_free (l);
}
