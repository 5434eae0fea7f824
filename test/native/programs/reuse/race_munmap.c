/* mazurka: data-race */
#define BEGIN mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
#define END munmap (block, 4096)
#define AT 3000
#define TOUCH seen = block[AT]
#include "race_free.h"
