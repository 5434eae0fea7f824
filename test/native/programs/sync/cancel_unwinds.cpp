// mazurka: ok
// The destructors of what is on the stack run, in C++ and after pthread_exit too.
#include <cassert>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int trail;

struct note
{
  int digit;
  ~note () { trail = 10 * trail + digit; }
};

static void *
wait (void *)
{
  note a {1};
  try {
    note b {2};
    sem_wait (&never);
  } catch (...) {
    trail = 10 * trail + 3;
    throw;
  }
  return nullptr;
}

static void *
leave (void *)
{
  note a {4};
  pthread_exit (&never);
}

int
main ()
{
  pthread_t t;
  void *result;
  sem_init (&never, 0, 0);
  pthread_create (&t, nullptr, wait, nullptr);
  pthread_cancel (t);
  pthread_join (t, &result);
  assert (result == PTHREAD_CANCELED && trail == 231);
  trail = 0;
  pthread_create (&t, nullptr, leave, nullptr);
  pthread_join (t, &result);
  assert (result == &never && trail == 4);
}
