// mazurka: ok
// options: --cflags=-std=c++20 --memory-model=sc
// A latch and a promise wait by futexes.
#include <cassert>
#include <future>
#include <latch>
#include <thread>

int
main ()
{
  int data = 0;
  std::latch ready (1);
  std::promise<int> p;
  std::future<int> f = p.get_future ();
  std::thread t ([&] {
    data = 1;
    ready.count_down ();
    p.set_value (7);
  });
  ready.wait ();
  assert (data == 1);
  assert (f.get () == 7);
  t.join ();
}
