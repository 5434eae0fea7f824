// mazurka: ok
// options: --cflags=-std=c++20 --memory-model=sc
#include <atomic>
#include <cassert>
#include <thread>

int
main ()
{
  std::atomic<int> word {0};
  int data = 0;
  std::thread t ([&] {
    data = 5;
    word = 1;
    word.notify_one ();
  });
  word.wait (0);
  assert (data == 5);
  t.join ();
}
