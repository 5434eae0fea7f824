/* Search with stored states and a dynamic reduction: as stateless_run, for an exec that provides its state (exec_state).
 * The reduction must decide by races; sleep sets are not used. */
#ifndef SEARCH_STATELESS_STATEFUL_H
#define SEARCH_STATELESS_STATEFUL_H

#include "search/stateless/stateless.h"

void stateful_run (struct stateless_run *, struct result *);

#endif
