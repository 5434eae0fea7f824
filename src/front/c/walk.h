/* Internal to the walk: accesses, computed values, addresses as numbers, races. */
#ifndef FRONT_C_WALK_H
#define FRONT_C_WALK_H

#include "front/c/memory.h"

/* An instruction that accesses memory; false: it does not. The path was consumed. */
bool walk_access (struct walker *, struct path *, const struct c_inst *);

/* The value of an instruction without side effects; empty: not supported. */
struct c_value walk_computed (struct walker *, struct path *, const struct c_inst *);

/* addresses.c: computations with numbers that may be addresses. Each adds a fault for results that depend on where objects
 * lie, and assumes on the path that there are none. */
void address_looked_at (struct walker *, struct path *, LLVMValueRef, struct pg_expr *);
void address_computed (struct walker *, struct path *, const struct c_inst *, struct pg_expr *, struct pg_expr *);
void address_ordered (struct walker *, struct path *, LLVMValueRef comparison, struct c_value, struct c_value);

/* race.c: called before an access to a shared cell; true: the path was ended, and continues in the next part. */
bool race_begins (struct walker *, struct path *, uint32_t object, const struct piece *, enum access_kind);

/* Records that the thread observes another one under the condition (NULL: always) without happens-before. True: races are
 * possible, and the path was ended under the condition. */
bool race_unordered (struct walker *, struct path *, struct pg_expr *cond);

#endif
