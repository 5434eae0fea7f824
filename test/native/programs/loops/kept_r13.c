/* mazurka: assertion "odd" */
#define REGISTER "r13"
#include "kept.h"
