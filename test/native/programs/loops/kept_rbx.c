/* mazurka: assertion "odd" */
#define REGISTER "rbx"
#include "kept.h"
