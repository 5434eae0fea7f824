/* A bounded buffer: two producers and two consumers, a mutex and two condition variables. */
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 2                   /* of each producer */
#endif
enum { ROOM = 1, THREADS = 2 };

static int buffer[ROOM], count, in, out, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER, items = PTHREAD_COND_INITIALIZER;

static void *
produce (void *unused)
{
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock (&m);
    while (count == ROOM)
      pthread_cond_wait (&room, &m);
    buffer[in] = i;
    in = (in + 1) % ROOM;
    count++;
    pthread_cond_broadcast (&items);
    pthread_mutex_unlock (&m);
  }
  return unused;
}

static void *
consume (void *unused)
{
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock (&m);
    while (count == 0)
      pthread_cond_wait (&items, &m);
    sum += buffer[out];
    out = (out + 1) % ROOM;
    count--;
    pthread_cond_broadcast (&room);
    pthread_mutex_unlock (&m);
  }
  return unused;
}

int
main (void)
{
  pthread_t t[2 * THREADS];
  for (int i = 0; i < 2 * THREADS; i++)
    pthread_create (&t[i], NULL, i % 2 ? consume : produce, NULL);
  for (int i = 0; i < 2 * THREADS; i++)
    pthread_join (t[i], NULL);
  assert (sum == THREADS * ITEMS * (ITEMS + 1) / 2);
  return 0;
}
