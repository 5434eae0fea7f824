/* mazurka: assertion */
#define REGISTER "rbx"
#include "kept.h"
