/* Which way it goes is not a question of fairness. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  <> one
 *   0 0 0  [] <> (one || zero)
 *   1 1 1  [] (one -> <> zero)
 */

#include <mazurka/mazurka.h>

int
main (void)
{
  for (;;)
    if (mz_choose (2)) {
      mz_prop ("one", 1);
      mz_prop ("one", 0);
    } else {
      mz_prop ("zero", 1);
      mz_prop ("zero", 0);
    }
}
