// mazurka: deadlock
// options: --cflags=-std=c++20
// The latch waits for one more than there are.
#include <latch>
#include <thread>

int
main ()
{
  std::latch ready (2);
  std::thread t ([&] { ready.count_down (); });
  ready.wait ();
  t.join ();
}
