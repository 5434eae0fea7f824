/* Inside the product: the steps of the state that is loaded, p->cur.
 *
 *     walk_start (p);              p->trans has its transitions; some may be cut off
 *     while (walk_next (p, &n, &moved))
 *       ...                        an observable state is in x->next
 *     walk_end (p);
 */
#ifndef SEARCH_PRODUCT_WALK_H
#define SEARCH_PRODUCT_WALK_H

#include "search/product.h"

/* A transient state on the way; the first one is the observable state itself.
 * While an arrival is looked at, each hop's last transition taken is the way. */
struct product_hop {
  uint32_t *state;
  size_t first, next;             /* transitions, in p->trans */
  struct pidset moved;            /* so far */
};

void walk_start (struct product *);
bool walk_next (struct product *, uint32_t *n, struct pidset *moved);
void walk_end (struct product *);

/* The processes that take part in the transition. */
void walk_add_movers (struct pidset *, trans_id);

#endif
