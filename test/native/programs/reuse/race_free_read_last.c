/* mazurka: data-race */
#define BEGIN malloc (64)
#define END free (block)
#define AT 63
#define TOUCH seen = block[AT]
#include "race_free.h"
