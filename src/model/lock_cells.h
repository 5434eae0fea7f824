/* Global variables that are used as locks: cells that are 0 initially and written in two ways only: acquired by a step that
 * waits until the cell is 0 and sets it to something else, and released, set to 0 by a process that certainly holds it.
 *
 *     struct lock_cells *l = lock_cells_find (pg);
 *     l->cells[k].held[proc][loc]      a process of the type certainly holds lock k there
 *     l->cells[k].waits[proc][edge]    the edge is disabled while lock k is not 0
 *     lock_cells_free (l);
 *
 * By induction over a run: while a process is at a location where it certainly holds a lock, the cell is not 0, no edge
 * that waits for it is enabled, and only that process can release it. (lock_cells.c finds them.) */
#ifndef MODEL_LOCK_CELLS_H
#define MODEL_LOCK_CELLS_H

#include "model/graph.h"

struct lock_cell {
  uint32_t var, element;
  bool **held, **waits;
  bool exact;                     /* the cell is 0 whenever no process certainly holds it */
};

struct lock_cells {
  struct arena arena;
  struct lock_cell *cells; uint32_t count;
};

struct lock_cells *lock_cells_find (const struct pg *);
void lock_cells_free (struct lock_cells *);

#endif
