/* One thread touches an object in the way that the first argument names, another pokes at a byte of it: it
 * reads where the first writes, and writes where the first reads. A race, unless the second argument is
 * "locked". The file that includes this has
 *     CASES     READS or WRITES (name, the byte that is poked, how the object is touched)
 *     PREPARE   what main does before
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum {
#define READS(name, ...) CASE_##name,
#define WRITES READS
  CASES
#undef READS
#undef WRITES
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_locked, chosen;

static void
touch (void)
{
  switch (chosen) {
#define READS(name, place, ...) case CASE_##name: { __VA_ARGS__; } break;
#define WRITES READS
    CASES
#undef READS
#undef WRITES
  }
}

static void
poke (void)
{
  switch (chosen) {
#define READS(name, place, ...) case CASE_##name: *(char *) &(place) = 1; break;
#define WRITES(name, place, ...) case CASE_##name: poked = *(char *) &(place); break;
    CASES
#undef READS
#undef WRITES
  }
}

static void *
thread (void *f)
{
  if (is_locked)
    pthread_mutex_lock (&mutex);
  ((void (*) (void)) f) ();
  if (is_locked)
    pthread_mutex_unlock (&mutex);
  return NULL;
}

int
main (int argc, char **argv)
{
  static const char *const names[] = {
#define READS(name, ...) #name,
#define WRITES READS
    CASES
  };
  int count = (int) (sizeof names / sizeof *names);
  if (argc < 2)
    for (int i = 0; i < count; i++)
      puts (names[i]);
  else {
    pthread_t t, u;
    while (chosen < count && strcmp (names[chosen], argv[1]))
      chosen++;
    if (chosen == count)
      return 2;
    PREPARE
    is_locked = argc > 2;
    pthread_create (&t, NULL, thread, (void *) touch);
    pthread_create (&u, NULL, thread, (void *) poke);
    pthread_join (t, NULL);
    pthread_join (u, NULL);
  }
  return 0;
}
