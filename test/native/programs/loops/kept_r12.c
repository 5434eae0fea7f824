/* mazurka: assertion */
#define REGISTER "r12"
#include "kept.h"
