/* mazurka: assertion */
#define REGISTER "r13"
#include "kept.h"
