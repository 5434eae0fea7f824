/* Inside the walk. */
#ifndef FRONT_C_WALK_H
#define FRONT_C_WALK_H

#include "front/c/memory.h"

/* An instruction that touches memory; false: it is another. The path has been taken care of. */
bool walk_access (struct walker *, struct path *, const struct c_inst *);

/* The value of an instruction without effects; empty: not translated. */
struct c_value walk_computed (struct walker *, struct path *, const struct c_inst *);

/* addresses.c: what is computed with numbers that may be addresses. Afterwards the path has only what is known wherever objects lie. */
void address_looked_at (struct walker *, struct path *, LLVMValueRef, struct pg_expr *);
void address_computed (struct walker *, struct path *, const struct c_inst *, struct pg_expr *, struct pg_expr *);
void address_ordered (struct walker *, struct path *, LLVMValueRef comparison, struct c_value, struct c_value);

/* race.c: an access to a cell that others touch is about to be made; true: the path has been ended, it goes on in the next part. */
bool race_begins (struct walker *, struct path *, uint32_t object, const struct piece *, enum access_kind);

/* The thread sees something under the condition (NULL: always) that orders nothing: where races are possible the path has been
 * ended under it, true. */
bool race_unordered (struct walker *, struct path *, struct pg_expr *cond);

#endif
