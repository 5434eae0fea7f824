// mazurka: ok
// options: --cflags=-std=c++20 --memory-model=sc
#include <barrier>
#include <cassert>
#include <semaphore>
#include <thread>

int
main ()
{
  int data = 0;
  std::barrier both (2);
  std::binary_semaphore done (0);
  std::thread t ([&] {
    data = 1;
    both.arrive_and_wait ();
    done.release ();
  });
  both.arrive_and_wait ();
  assert (data == 1);
  done.acquire ();
  t.join ();
}
