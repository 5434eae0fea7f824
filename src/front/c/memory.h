/* Which cells a load or store accesses. */
#ifndef FRONT_C_MEMORY_H
#define FRONT_C_MEMORY_H

#include "front/c/path.h"

/* A part of the bytes of an access: a cell, and the position of its bits in the value. */
struct piece {
  struct pg_place *place;
  const struct c_leaf *leaf;
  int shift;                      /* position of the cell's lowest bit in the value; may be negative */
};

enum { MOST_PIECES = 64 };

struct cells {
  uint32_t object;
  uint32_t bytes;
  struct piece piece[MOST_PIECES];
  uint32_t count;
};

/* The continuation once the cells are known; the path is still before the instruction, and is released afterwards. */
typedef void cells_fn (struct walker *, struct path *, const struct cells *);

/* Finds the cells at the pointer and calls the continuation for each possibility, on separate paths. Invalid addresses end
 * in a fault. If the current step has to end before the access, it is ended. */
void memory_access (struct walker *, struct path *, LLVMValueRef pointer, uint32_t bytes, cells_fn *);

/* The value in the cells as an integer of that many bits; NULL: not known yet, the step must end before. */
struct pg_expr *cells_load (struct walker *, struct path *, const struct cells *, unsigned bits);
void cells_store (struct walker *, struct path *, const struct cells *, struct pg_expr *value);

/* Whether some object that the pointer may point to is visible to other threads. */
bool memory_is_visible (struct walker *, const struct path *, LLVMValueRef pointer);

/* Makes the pointer's object a constant; false: the path was forked or ended. */
bool memory_fix_object (struct walker *, struct path *, LLVMValueRef pointer, uint32_t *object, struct pg_expr **offset);

/* Adds a fault for accesses to an object that does not exist; false: no path is left. */
bool memory_alive (struct walker *, struct path *, const struct c_object *);

/* One cell of one object: the n-th member of a lock or the like, or a variable. False: the path was consumed. */
struct cell {
  struct pg_place *place;
  const struct c_leaf *leaf;
  const struct c_object *object;
};
bool memory_cell (struct walker *, struct path *, LLVMValueRef pointer, uint32_t nth, struct cell *);
/* The cells of a constant number of bytes of a fixed object; false: not supported. */
bool memory_fixed_cells (struct walker *, struct cells *, uint64_t at);

#endif
