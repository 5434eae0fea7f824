// mazurka: ok
// options: --cflags=-std=c++20
// Who waits for a promise sees what was done before it was kept.
#include <cassert>
#include <future>
#include <thread>

static int data;

int
main ()
{
  std::promise<int> p;
  std::future<int> f = p.get_future ();
  std::thread t ([&] { data = 1; p.set_value (7); });
  assert (f.get () == 7 && data == 1);
  t.join ();
}
