/* mazurka: ok */
/* C++'s thread-local objects are destroyed before the values of keys. */
#include <cassert>
#include <pthread.h>

static int when, of_object, of_key;

struct object {
  int value = 1;
  ~object () { of_object = ++when; }
};

static thread_local object mine;
static pthread_key_t key;

static void
destroy (void *)
{
  of_key = ++when;
}

static void *
work (void *unused)
{
  mine.value = 2;
  pthread_setspecific (key, &key);
  return unused;
}

int
main ()
{
  pthread_t t;
  pthread_key_create (&key, destroy);
  pthread_create (&t, nullptr, work, nullptr);
  pthread_join (t, nullptr);
  assert (of_object == 1 && of_key == 2);
  return 0;
}
