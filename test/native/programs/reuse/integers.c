/* mazurka: assertion */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main (void) { char *p = malloc (20); uintptr_t x = (uintptr_t) p; free (p); char *q = malloc (24); uintptr_t y = (uintptr_t) q; assert (x != y); free (q); }
