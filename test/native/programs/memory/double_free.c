/* mazurka: memory "double free" */
#include <stdlib.h>
int main (void)
{
  void *volatile p = malloc (3);
  free (p);
  free (p);
  return 0;
}
