/* A readers-writer lock in one number: how many readers there are, or 8 for a writer.  */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WRITER = 8 };

static atomic_uchar lock, readers, writers;

static void *
writer (void *argument)
{
  for (;;) {
    unsigned char free = 0;
    while (!atomic_compare_exchange_strong (&lock, &free, WRITER))
      free = 0;
    atomic_fetch_add (&writers, 1);
    assert (atomic_load (&readers) == 0 && atomic_load (&writers) == 1);
    atomic_fetch_sub (&writers, 1);
    atomic_store (&lock, 0);
  }
  return argument;
}

static void *
reader (void *argument)
{
  for (;;) {
    unsigned char seen = atomic_load (&lock);
    if (seen >= WRITER || !atomic_compare_exchange_strong (&lock, &seen, seen + 1))
      continue;
    atomic_fetch_add (&readers, 1);
    assert (atomic_load (&writers) == 0);
    atomic_fetch_sub (&readers, 1);
    atomic_fetch_sub (&lock, 1);
  }
  return argument;
}

int
main (void)
{
  pthread_t thread[2];
  pthread_create (&thread[0], NULL, writer, NULL);
  pthread_create (&thread[1], NULL, reader, NULL);
  reader (NULL);
  return 0;
}
