/* mazurka: assertion */
#define REGISTER "r15"
#include "kept.h"
