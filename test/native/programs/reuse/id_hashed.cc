// mazurka: assertion "two threads"
// A map that hashes ids: they are compared only where the hashes are equal.
#include <cassert>
#include <thread>
#include <unordered_map>
static std::unordered_map<std::thread::id, int> calls;
int
main ()
{
  for (int i = 0; i < 2; i++)
    std::thread ([] { calls[std::this_thread::get_id ()]++; }).join ();
  assert (calls.size () == 2 && "two threads");
}
