/* Search with stored states and a dynamic reduction: as stateless_run, for an
 * exec that says what state it is in (exec_state). The run's reduction must be
 * one that decides by races; sleep sets are not used. */
#ifndef SEARCH_STATELESS_STATEFUL_H
#define SEARCH_STATELESS_STATEFUL_H

#include "search/stateless/stateless.h"

void stateful_run (struct stateless_run *, struct result *);

#endif
