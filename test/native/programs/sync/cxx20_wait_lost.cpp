// mazurka: deadlock
// options: --cflags=-std=c++20
// The word changes, and nobody is told.
#include <atomic>
#include <thread>

int
main ()
{
  std::atomic<int> word {0};
  std::thread t ([&] { word = 1; });
  word.wait (0);
  t.join ();
}
