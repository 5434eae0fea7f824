/* mazurka: memory "index -1 is outside of an array of type 'int [3]'" */
/* An index that is too small, into an array on the stack. */
#include <mazurka/mazurka.h>

int
main (void)
{
  int all[3] = {0, 0, 0};
  int at = (int) mz_choose (4) - 1;
  return all[at];
}
