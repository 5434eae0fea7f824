// mazurka: ok
// Threads, conditions, local statics, thread-local objects, call_once, exceptions.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static std::atomic<int> n;
static bool ready;
static std::once_flag once;
static int inits;
static std::string text;

struct lazy {
  int v = 7;
  lazy () { inits++; }
};

static lazy &
get ()
{
  static lazy s;
  return s;
}

static thread_local struct local {
  int x = 3;
  ~local () { n++; }
} mine;

static void
work (std::shared_ptr<int> sum, int k)
{
  std::call_once (once, [] { text = "ready"; });
  {
    std::unique_lock<std::mutex> l (m);
    cv.wait (l, [] { return ready; });
    *sum += k;
  }
  assert (get ().v == 7);
  mine.x++;
  try {
    throw std::runtime_error (text);
  } catch (std::exception &) {
    n++;
  }
}

int
main ()
{
  auto sum = std::make_shared<int> (0);
  std::thread a (work, sum, 1), b (work, sum, 2);
  {
    std::lock_guard<std::mutex> l (m);
    ready = true;
  }
  cv.notify_all ();
  a.join ();
  b.join ();
  assert (*sum == 3 && n == 4 && inits == 1);
}
