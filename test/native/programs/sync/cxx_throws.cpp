// mazurka: crash
// An exception that nobody catches, in a thread.
#include <thread>
int
main ()
{
  std::thread t ([] { throw 1; });
  t.join ();
}
