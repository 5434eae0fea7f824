/* mazurka: unknown "allocating more than" */
/* options: --memory=1G */
#include <stdlib.h>
#include <string.h>
int
main (void)
{
  for (;;)
    memset (malloc (1 << 16), 1, 1 << 16);
}
