/* A readable order of the present execution. */
#ifndef REDUCE_DYNAMIC_LINEARIZE_H
#define REDUCE_DYNAMIC_LINEARIZE_H

#include "reduce/dynamic/history.h"

/* Fills `order` (room for all events) with the numbers of the events that happen before `last`, and `last`, or of all
 * events (NONE), in an order that respects happens-before and has few context switches. Returns their number. */
size_t history_linearize (const struct history *, uint32_t last, uint32_t *order);

#endif
