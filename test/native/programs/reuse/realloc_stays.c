/* mazurka: assertion */
#include <assert.h>
#include <stdlib.h>
int main (void) { char *p = malloc (20); char *q = realloc (p, 18); assert (p != q); free (q); }
