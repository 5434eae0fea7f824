/* mazurka: assertion "uselocale" */
/* A turn that changes what libc keeps for the thread: its locale. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <locale.h>
static atomic_int x;
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  locale_t c = newlocale (LC_ALL_MASK, "C", NULL);
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&x))
    uselocale (c);
  assert (uselocale (NULL) == LC_GLOBAL_LOCALE);
  pthread_join (t, NULL);
}
