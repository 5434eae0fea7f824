/* mazurka: ok */
// A routine that threw has not been run: the next who comes runs it again. So do local statics.
#include <cassert>
#include <mutex>
#include <thread>
#include <pthread.h>
static std::once_flag flag;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static std::mutex m;
static int runs, tries, made;
static bool
first (int *n)
{
  std::lock_guard<std::mutex> held (m);
  return !(*n)++;
}
struct object {
  int ready;
  object () : ready (0) { if (first (&made)) throw 1; ready = 7; }
};
static void
routine ()
{
  if (first (&tries))
    throw 1;
}
static void
work ()
{
  for (int i = 0; i < 2; i++)
    try {
      std::call_once (flag, [] { if (first (&runs)) throw 1; });
    } catch (int) { }
  for (int i = 0; i < 2; i++)
    try {
      pthread_once (&once, routine);
    } catch (int) { }
  for (int i = 0; i < 2; i++)
    try {
      static object o;
      assert (o.ready == 7);
    } catch (int) { }
}
int
main ()
{
  std::thread t (work);
  work ();
  t.join ();
  assert (runs == 2 && tries == 2 && made == 2);
}
