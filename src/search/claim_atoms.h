/* Internal to claims. */
#ifndef SEARCH_CLAIM_ATOMS_H
#define SEARCH_CLAIM_ATOMS_H

#include "search/claim.h"

/* The number of the atom with this expression, which is added if necessary; -1 if there are 64 others. */
int claim_atom (struct claim *, const struct pg_expr *);

#endif
