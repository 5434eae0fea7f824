#include "counter.h"

int
main (void)
{
  counter_add (1);
  return counter_value () != 1;
}
