/* What was marked is all that two states differ in. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  <> [] one
 *   1 1 1  <> [] !one
 *   0 0 0  <> [] one || <> [] !one
 */

#include <mazurka/mazurka.h>
#include <stdatomic.h>

static atomic_int x;

int
main (void)
{
  if (mz_choose (2))
    mz_prop ("one", 1);
  else
    mz_prop ("one", 0);
  x = 1;
  x = 0;
}
