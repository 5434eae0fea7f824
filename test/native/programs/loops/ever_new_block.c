/* mazurka: unknown "a block of the heap that thread 1 has allocated keeps changing" */
/* options: --time=4 */
/* No state of this comes back, and what differs is named. */
#include <stdlib.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int go;
static void *server (void *u) { for (int *p = malloc (sizeof *p), i = *p = 0;; *p += 1) go = i & 1; return u; }
static void *client (void *u) { if (go == 3) abort (); return u; }
int main (void)
{
  pthread_t s, c;
  pthread_create (&s, NULL, server, NULL);
  pthread_create (&c, NULL, client, NULL);
  pthread_join (c, NULL);
  pthread_join (s, NULL);
}
