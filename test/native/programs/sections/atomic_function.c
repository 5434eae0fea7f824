/* mazurka: ok, 6 executions */
/* A function is one step by its name: no race, no lost update. Nested calls and
 * static functions count, functions that do nothing do no harm. */
#include <assert.h>
#include <pthread.h>
static int sum, half;
static void
__VERIFIER_atomic_half (void)
{
  assert (sum % 2 == 0 && half == sum / 2);
}
void
__VERIFIER_atomic_nothing (void)
{
}
void
__VERIFIER_atomic_add (int *to)
{
  __VERIFIER_atomic_half ();
  *to += 2;
  half++;
  __VERIFIER_atomic_half ();
}
static void *
work (void *unused)
{
  __VERIFIER_atomic_nothing ();
  __VERIFIER_atomic_add (&sum);
  return unused;
}
int
main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, NULL);
  work (NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (sum == 6);
  return 0;
}
