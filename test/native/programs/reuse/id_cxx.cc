/* mazurka: assertion */
#include <cassert>
#include <thread>
int main () {
  std::thread::id a, b;
  { std::thread t ([] {}); a = t.get_id (); t.join (); }
  { std::thread t ([] {}); b = t.get_id (); t.join (); }
  assert (a != b);
}
