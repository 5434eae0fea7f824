/* mazurka: data-race */
#define BEGIN calloc (3, 8)
#define END free (block)
#define AT 8
#define TOUCH seen = block[AT]
#include "race_free.h"
