/* mazurka: assertion */
#define REGISTER "r14"
#include "kept.h"
