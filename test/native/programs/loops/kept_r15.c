/* mazurka: assertion "odd" */
#define REGISTER "r15"
#include "kept.h"
