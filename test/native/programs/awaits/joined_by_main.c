/* mazurka: livelock */
/* Nobody sets the flag; main only waits for the thread that polls it. */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int flag; static int data;
static void *w (void *p) { while (!atomic_load (&flag)); assert (data == 1); return p; }
int main (void) { pthread_t t; pthread_create (&t, 0, w, 0);  data = 1; atomic_store(&flag, 0); pthread_join (t, 0); }
