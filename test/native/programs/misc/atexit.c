/* mazurka: ok, 1 execution */
#include <assert.h>
#include <stdlib.h>
static int trail;
static void first (void) { trail = 10 * trail + 1; assert (trail == 21); }
static void second (void) { trail = 10 * trail + 2; assert (trail == 2); }
int main (void)
{
  atexit (first);
  atexit (second);
  return 0;
}
