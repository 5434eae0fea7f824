/* mazurka: unknown "n keeps changing" */
/* options: --time=4 */
/* No state of this comes back, and what differs is named. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n, go;
static void *server (void *u) { for (;;) n++; return u; }
static void *client (void *u) { go = 1; assert (n >= 0); return u; }
int main (void)
{
  pthread_t s, c;
  pthread_create (&s, NULL, server, NULL);
  pthread_create (&c, NULL, client, NULL);
  pthread_join (c, NULL);
  pthread_join (s, NULL);
}
