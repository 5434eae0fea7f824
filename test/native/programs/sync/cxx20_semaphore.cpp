// mazurka: ok
// options: --cflags=-std=c++20
// libstdc++'s semaphore waits at a futex; what was done before the release is seen after the acquire.
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> s {0};
static int data;

int
main ()
{
  std::thread t ([] { data = 1; s.release (); });
  s.acquire ();
  assert (data == 1);
  t.join ();
}
