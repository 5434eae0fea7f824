/* mazurka: ok */
/* Arrays of which more is there than their type says, the end of one, and one whose size is known when it runs. */
#include <assert.h>
#include <mazurka/mazurka.h>
#include <stdlib.h>

struct old { int n; int all[1]; };
struct open { int n; int all[]; };
static int fixed[3];

int
main (void)
{
  struct old *o = malloc (sizeof *o + 3 * sizeof (int));
  struct open *p = malloc (sizeof *p + 3 * sizeof (int));
  int n = 2 + (int) mz_choose (2), sized[n], sum = 0;
  for (int i = 0; i < 3; i++)
    o->all[i] = p->all[i] = fixed[i] = 1;
  for (int i = 0; i < n; i++)
    sized[i] = 1;
  for (int *at = fixed; at < &fixed[3]; at++)
    sum += *at;
  assert (sum == 3 && o->all[2] + p->all[2] + sized[n - 1] == 3);
  free (o);
  free (p);
  return 0;
}
