/* mazurka: memory "overflow: write of 1 byte at offset 3 of z" */
/* An exception of the library leaves frames; those that come to lie there are their own, and the frame that catches it keeps its red zones. */
#include <stdexcept>
#include <vector>
static void fill (char *q, int n) { for (int i = 0; i < n; i++) q[i] = 1; }
static void deep (int n) { char a[40], c[24]; fill (a, 40); fill (c, 24); std::vector<int> v; if (n) deep (n - 1); else v.at (3); }
static void flat () { char a[600]; fill (a, 600); }
static void small (int n) { char a[5], e[7]; fill (a, 5); fill (e, 7); if (n) small (n - 1); }
int
main ()
{
  char z[3];
  for (int i = 0; i < 3; i++)
    try {
      deep (i);
    } catch (std::exception &) {
      flat ();
      small (9);
      fill (z, i == 2 ? 4 : 3);
    }
  return 0;
}
