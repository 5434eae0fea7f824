// mazurka: data-race
#define BEGIN new char[64]
#define END delete[] block
#define AT 33
#define TOUCH seen = block[AT]
#include "race_free.h"
