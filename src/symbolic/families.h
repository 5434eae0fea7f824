/* Families of process types (model/graph.h): checks that they are symmetric, and the effect of exchanging members on a state. */
#ifndef SYMBOLIC_FAMILIES_H
#define SYMBOLIC_FAMILIES_H

#include "symbolic/circuit.h"

/* The family of the process type, or PG_ALL. */
uint32_t families_of (const struct pg *, uint32_t proc);

/* Members are copies of each other, touch no variables of another member, and are started by processes that continue in the
 * same way if another member is started instead. Otherwise false, with the reason. `seen`: an expression of the property,
 * or NULL. */
bool families_check (const struct pg *, const struct pg_expr *seen, char *why, size_t room);

/* The edge of that process touches variables of a member other than itself. */
bool families_touched (const struct pg *, uint32_t proc, const struct pg_edge *);

/* By latch of a circuit in which process type i is in slot i: the latch it becomes when the two members are exchanged. */
void families_swap (const struct circuit *, uint32_t a, uint32_t b, uint32_t *to);

/* By latch: the member that owns it, or PG_ALL. */
void families_members (const struct circuit *, uint32_t *member);

#endif
