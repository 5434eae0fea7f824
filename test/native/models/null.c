/* mazurka: memory "NULL" */
#include <stdlib.h>
#include <mazurka/mazurka.h>
struct list { int value; struct list *next; };
int
main (void)
{
  struct list last = {2, NULL}, first = {1, &last}, *p = &first;
  for (unsigned n = mz_choose (3); n; n--)
    p = p->next;
  return p->value != 1 && p->value != 2;
}
