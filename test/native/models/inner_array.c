/* mazurka: memory "index outside of the array" */
/* Inside of the object, but not of the array in it. */
static struct {struct {int a[3], b;} x[2];} g;
int
main (void)
{
  volatile int i = 3;
  g.x[1].a[2] = 1;
  g.x[0].a[i] = 1;
  return 0;
}
