// mazurka: data-race|memory
// The object is destroyed at exit while a detached thread uses it.
#include <pthread.h>

struct counter
{
  int *value = new int (0);
  ~counter () { delete value; }
};

static counter c;

static void *
work (void *)
{
  ++*c.value;
  return nullptr;
}

int
main ()
{
  pthread_t t;
  pthread_create (&t, nullptr, work, nullptr);
  pthread_detach (t);
}
