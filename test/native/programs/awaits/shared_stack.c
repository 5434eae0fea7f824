/* mazurka: data-race */
/* A loop changes a variable of its own stack and changes it back; another thread looks at it. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int go, got;
static int *_Atomic where;
static void *looks (void *u)
{
  int *p;
  while (!(p = atomic_load (&where)))
    ;
  atomic_store (&got, *p);
  atomic_store (&go, 1);
  return u;
}
int main (void)
{
  pthread_t t;
  int local = 0;
  pthread_create (&t, NULL, looks, NULL);
  atomic_store (&where, &local);
  while (!atomic_load (&go)) {
    local = 1;
    __asm__ volatile ("" : : "r" (&local) : "memory");
    local = 0;
  }
  pthread_join (t, NULL);
}
