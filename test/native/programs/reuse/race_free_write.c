/* mazurka: data-race */
#define BEGIN malloc (64)
#define END free (block)
#define AT 40
#define TOUCH block[AT] = 1
#include "race_free.h"
