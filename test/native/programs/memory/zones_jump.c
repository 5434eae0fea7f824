/* mazurka: ok, 1 execution */
/* Frames that longjmp has left have nothing to say about those that come to lie there. */
#include <setjmp.h>
static jmp_buf b;
static void fill (char *q, int n) { for (int i = 0; i < n; i++) q[i] = 1; }
static void deep (int n) { char a[40], c[24]; fill (a, 40); fill (c, 24); if (n) deep (n - 1); else longjmp (b, 1); }
static void flat (void) { char a[600]; fill (a, 600); }
static void small (int n) { char a[5], e[7]; fill (a, 5); fill (e, 7); if (n) small (n - 1); }
int
main (void)
{
  char z[3];
  for (volatile int i = 0; i < 3; i++)
    if (!setjmp (b))
      deep (i);
    else {
      flat ();
      small (9);
      fill (z, 3);
    }
  return 0;
}
