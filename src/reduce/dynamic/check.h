/* Slow checkers of the data structures of an exploration, for assertions in debug builds and tests. Executions longer than
 * CHECK_EVENTS are not checked. */
#ifndef REDUCE_DYNAMIC_CHECK_H
#define REDUCE_DYNAMIC_CHECK_H

#include "reduce/dynamic/exploration.h"

enum { CHECK_EVENTS = 40 };

/* Clocks by definition: the transitive closure of program order, dependence
 * and releases. */
bool clock_check (const struct history *);

/* The history equals one that is built anew by pushing the same events. */
bool history_check (const struct history *);

/* Each sleeper of the last node is enabled there, and each alternative occurs once. */
bool sleep_check (const struct exploration *);

/* Checks the wakeup trees of all nodes: no branch belongs to two trees, or to a tree and to the free list; and no plan is
 * redundant, that is, no execution that begins with it can begin equivalently with a sleeper of its node or with an earlier
 * branch. */
bool wakeup_check (const struct exploration *);

#endif
