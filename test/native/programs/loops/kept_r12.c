/* mazurka: assertion "odd" */
#define REGISTER "r12"
#include "kept.h"
