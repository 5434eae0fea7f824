// mazurka: data-race
// options: --cflags=-std=c++20
// The other thread writes after the barrier, not before it.
#include <barrier>
#include <cassert>
#include <thread>

int
main ()
{
  int data = 0;
  std::barrier both (2);
  std::thread t ([&] {
    both.arrive_and_wait ();
    data = 1;
  });
  both.arrive_and_wait ();
  int seen = data;
  t.join ();
  assert (seen >= 0);
}
