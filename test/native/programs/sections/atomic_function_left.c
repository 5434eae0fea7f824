/* mazurka: data-race "race" */
/* The section ends with the function, left by a jump or not. */
#include <pthread.h>
#include <setjmp.h>
static int x;
static jmp_buf out;
static void
jump (void)
{
  longjmp (out, 1);
}
static void
__VERIFIER_atomic_jump (void)
{
  x++;
  jump ();
}
static void
after (void)
{
  x++;
}
static void *
work (void *unused)
{
  if (!setjmp (out))
    __VERIFIER_atomic_jump ();
  else
    after ();
  return unused;
}
static void
__VERIFIER_atomic_read (void)
{
  x++;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  __VERIFIER_atomic_read ();
  pthread_join (t, NULL);
  return 0;
}
