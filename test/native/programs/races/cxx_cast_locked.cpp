/* mazurka: ok */
// As cxx_cast.cpp, but one after the other. The thread looks at the object that stands for it, which join changes later.
#include <mutex>
#include <new>
#include <thread>

struct base { virtual ~base () {} };
struct derived : base { int x = 0; };
struct other : base { };
alignas (derived) static char room[sizeof (derived)];
static std::mutex mutex;
static std::thread t;

int
main ()
{
  base *b = new (room) derived;
  mutex.lock ();
  t = std::thread ([] { std::lock_guard<std::mutex> guard (mutex); new (room) derived; if (!t.joinable ()) throw 1; });
  bool is_other = dynamic_cast<other *> (b);
  mutex.unlock ();
  t.join ();
  return is_other || t.joinable ();
}
