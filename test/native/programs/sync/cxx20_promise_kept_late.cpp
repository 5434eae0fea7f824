// mazurka: assertion "late"
// options: --cflags=-std=c++20
// The time may be over before the promise is kept.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int
main ()
{
  std::promise<int> p;
  std::future<int> f = p.get_future ();
  std::thread t ([&] { p.set_value (7); });
  bool late = f.wait_for (std::chrono::seconds (1)) == std::future_status::timeout;
  assert (!late);
  t.join ();
}
