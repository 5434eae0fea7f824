/* mazurka: ok, 2 executions */
/* Functions of the program that have the names of libc's: they are called, and
 * the checker does without. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
int link = 7;
long read (int a) { return a + 1; }
long write (int a) { return a + 2; }
int open (void) { return -3; }
int close (int a) { return a; }
int mprotect (int a) { return a; }
long syscall (int a) { return a; }
static void *
work (void *unused)
{
  atomic_fetch_add (&x, (int) read (link));
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (x == 16 && write (1) == 3 && open () == -3 && close (4) == 4 && mprotect (5) == 5 && syscall (6) == 6);
  return 0;
}
