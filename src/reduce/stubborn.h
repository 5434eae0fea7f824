/* Conditional stubborn sets of program graphs (stubborn.c): like ample sets, but of a step
 * that waits only one false condition has to stay false, and only steps that can be taken count as visible. */
#ifndef REDUCE_STUBBORN_H
#define REDUCE_STUBBORN_H

#include "reduce/ample.h"

/* NULL: not sound here, and why. */
struct static_reduction *stubborn_new (const struct pg *, struct inspector *, const struct ample_config *, const char **why);

#endif
