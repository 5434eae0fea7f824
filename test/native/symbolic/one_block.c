/* Nobody knows how many blocks are allocated; two of them are never the same. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);

int
main (void)
{
  int *last = NULL;
  while (__VERIFIER_nondet_int ()) {
    int *p = malloc (sizeof *p);
    assert (p != last);
    last = p;
  }
  return 0;
}
