/* mazurka: data-race "room" */
// The library's __dynamic_cast reads what the constructor writes: which class the object is of.
#include <new>
#include <thread>

struct base { virtual ~base () {} };
struct derived : base { int x = 0; };
struct other : base { };
alignas (derived) static char room[sizeof (derived)];

int
main ()
{
  base *b = new (room) derived;
  std::thread t ([] { new (room) derived; });
  bool is_other = dynamic_cast<other *> (b);
  t.join ();
  return is_other;
}
