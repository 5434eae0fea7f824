/* An order of the latches that places related ones next to each other. */
#ifndef SYMBOLIC_ORDER_H
#define SYMBOLIC_ORDER_H

#include "symbolic/circuit.h"

/* position[latch]; on the heap. */
uint32_t *order_latches (const struct circuit *);

#endif
