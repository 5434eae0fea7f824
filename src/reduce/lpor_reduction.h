/* The library of stubborn sets (mazurka/lpor.h) as a static reduction. */
#ifndef REDUCE_LPOR_REDUCTION_H
#define REDUCE_LPOR_REDUCTION_H

#include <mazurka/lpor.h>

#include "model/relations.h"
#include "reduce/reduce.h"

/* `necessary`: with necessary enabling sets. NULL: impossible; *why says why. Takes over the relations. */
struct static_reduction *lpor_reduction_new (struct relations *, enum mz_lpor_keep, bool necessary, const char **why);

#endif
