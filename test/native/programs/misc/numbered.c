/* mazurka: unknown "numbered arguments" */
/* What the arguments of such a format read is not seen, and said. */
#include <stdio.h>

int
main (void)
{
  char text[20];
  snprintf (text, sizeof text, "%2$d %1$d", 1, 2);
  return 0;
}
