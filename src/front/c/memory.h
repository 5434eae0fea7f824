/* Loads and stores: which cells they mean. */
#ifndef FRONT_C_MEMORY_H
#define FRONT_C_MEMORY_H

#include "front/c/path.h"

/* A part of the bytes of an access: a cell, and where its bits lie in the value. */
struct piece {
  struct pg_place *place;
  const struct c_leaf *leaf;
  int shift;                      /* bits: of the cell's lowest one in the value; may be negative */
};

enum { MOST_PIECES = 64 };

struct cells {
  uint32_t object;
  uint32_t bytes;
  struct piece piece[MOST_PIECES];
  uint32_t count;
};

/* What is to be done with the cells once they are known; the path is still before the
 * instruction, and is released after it. */
typedef void cells_fn (struct walker *, struct path *, const struct cells *);

/* Finds the cells at the pointer and does it for each possibility, on paths of their own. What is no valid address ends
 * in a fault. If the step has to end before, it does. */
void memory_access (struct walker *, struct path *, LLVMValueRef pointer, uint32_t bytes, cells_fn *);

/* The value in the cells as an integer of that many bits; NULL: not known yet, the step must end before. */
struct pg_expr *cells_load (struct walker *, struct path *, const struct cells *, unsigned bits);
void cells_store (struct walker *, struct path *, const struct cells *, struct pg_expr *value);

/* Some object that the pointer may name is visible to others. */
bool memory_is_visible (struct walker *, const struct path *, LLVMValueRef pointer);

/* The pointer's object is a constant now; false: the path has been forked or ended. */
bool memory_fix_object (struct walker *, struct path *, LLVMValueRef pointer, uint32_t *object, struct pg_expr **offset);

/* The object is there, or the access is a fault; false: no path is left. */
bool memory_alive (struct walker *, struct path *, const struct c_object *);

/* One cell of one object: the n-th member of a lock or the like, or a variable. False: the path has been
 * taken care of. */
struct cell {
  struct pg_place *place;
  const struct c_leaf *leaf;
  const struct c_object *object;
};
bool memory_cell (struct walker *, struct path *, LLVMValueRef pointer, uint32_t nth, struct cell *);
/* The cells of constant bytes of a fixed object; false: not translated. */
bool memory_fixed_cells (struct walker *, struct cells *, uint64_t at);

#endif
