/* mazurka: assertion "odd" */
#define REGISTER "r14"
#include "kept.h"
