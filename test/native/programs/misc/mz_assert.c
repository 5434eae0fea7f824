/* mazurka: assertion "assertion failed: value == 2" */
/* The place that is told is that of the macro. */
#include <mazurka/mazurka.h>
static int value = 1;
int main (void)
{
  mz_assert (value == 2);
}
