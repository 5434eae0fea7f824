/* A bounded queue with a lock and two conditions, two producers and two consumers: long executions, of which
 * another differs from the one before in its last few steps. */
#include <pthread.h>
#include <assert.h>
#ifndef N
#define N 500
#endif
#define ROOM 8
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int cells[ROOM], in, out, count;
static void *producer (void *p)
{
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&lock);
    while (count == ROOM)
      pthread_cond_wait (&not_full, &lock);
    cells[in++ % ROOM] = i;
    count++;
    pthread_cond_signal (&not_empty);
    pthread_mutex_unlock (&lock);
  }
  return p;
}
static void *consumer (void *p)
{
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&lock);
    while (!count)
      pthread_cond_wait (&not_empty, &lock);
    int v = cells[out++ % ROOM];
    assert (v >= 0 && v < N);
    count--;
    pthread_cond_signal (&not_full);
    pthread_mutex_unlock (&lock);
  }
  return p;
}
int main (void)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, i % 2 ? consumer : producer, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
