/* mazurka: data-race */
#define BEGIN malloc (64)
#define END char *p = block; p = realloc (p, 100), free (p)
#define AT 50
#define TOUCH block[AT] = 0
#include "race_free.h"
