/* mazurka: memory "use of a local variable of main, whose function has returned" */
static int *
numbers (void)
{
  int local[20];
  int *volatile first = local;
  first[3] = 1;
  return first;
}

int
main (void)
{
  int *volatile left = numbers ();
  return left[3] == 2;
}
