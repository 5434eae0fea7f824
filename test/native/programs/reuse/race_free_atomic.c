/* mazurka: data-race */
#define BEGIN malloc (64)
#define END free (block)
#define AT 40
#define TOUCH __atomic_store_n (&block[AT], 1, __ATOMIC_SEQ_CST)
#include "race_free.h"
