/* Slow, obvious checkers of what an exploration holds: assertions for debug
 * builds and tests. Executions longer than CHECK_EVENTS are left alone. */
#ifndef REDUCE_DYNAMIC_CHECK_H
#define REDUCE_DYNAMIC_CHECK_H

#include "reduce/dynamic/exploration.h"

enum { CHECK_EVENTS = 40 };

/* Clocks by definition: the transitive closure of program order, dependence
 * and releases. */
bool clock_check (const struct history *);

/* The history is as one made afresh by pushing the same events. */
bool history_check (const struct history *);

/* Who sleeps in the last node is enabled there, each alternative once. */
bool sleep_check (const struct exploration *);

/* The wakeup trees of all nodes: no branch belongs to two, or is spare as well;
 * no run that begins with a plan can begin as well with a sleeper of its node or
 * with a branch before it, which would have been enough. */
bool wakeup_check (const struct exploration *);

#endif
