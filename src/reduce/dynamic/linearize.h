/* The present execution, arranged for people to read. */
#ifndef REDUCE_DYNAMIC_LINEARIZE_H
#define REDUCE_DYNAMIC_LINEARIZE_H

#include "reduce/dynamic/history.h"

/* Fills `order` (room for all events) with the numbers of the events that
 * happen before `last`, and it, or of all (NONE), in an order that keeps
 * happens-before and changes between threads seldom. How many there are. */
size_t history_linearize (const struct history *, uint32_t last, uint32_t *order);

#endif
