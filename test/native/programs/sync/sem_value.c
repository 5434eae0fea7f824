/* mazurka: assertion "v != 1" */
/* Of two posts one may have been done when a third thread looks. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static sem_t s;
static void *work (void *x) { sem_post (&s); return x; }
static void *look (void *x)
{
  int v;
  sem_getvalue (&s, &v);
  assert (v != 1);
  return x;
}
int main (void)
{
  pthread_t a, b;
  sem_init (&s, 0, 0);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, look, NULL);
  sem_post (&s);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
