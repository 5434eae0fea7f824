/* mazurka: deadlock|ok */
/* options: --memory-model=sc --cflags=-std=c++20 */
/* Acquiring tries again on a fresh read; the frame in which it does has a slot that the program never writes. Some libstdc++
 * wake a thread at a futex that another has not yet gone to sleep at. */
#include <semaphore>
#include <thread>

int
main ()
{
  std::binary_semaphore slot (1);
  std::thread other ([&] {
    slot.acquire ();
    slot.release ();
  });
  slot.acquire ();
  slot.release ();
  other.join ();
}
