/* As ways.c, for what only C++ has: static and thread-local objects, exceptions that nobody catches. */
#include <cassert>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <thread>
#include <unistd.h>

static char said[100];
static size_t nsaid;
static const char *expected, *phase;

static void
say (char c)
{
  said[nsaid++] = c;
  if (!phase)
    (void) !write (1, &c, 1);
  else if (!strcmp (phase, "same"))
    assert (strncmp (said, expected, nsaid) == 0);
  else
    assert (strcmp (said, expected) != 0);
}

struct speaker {
  char letter;
  explicit speaker (char c) : letter (c) {}
  ~speaker () { say (letter); }
};

static int kind;

struct at_end {                    /* a static object: its destructor does what the kind says */
  ~at_end ()
  {
    if (kind < 0)
      return;
    say ('s');
    if (kind == 1)
      exit (11);
    if (kind == 2)
      std::thread ([] { say ('t'); }).join ();
    if (kind == 3)
      throw std::runtime_error ("from a destructor");
    if (kind == 4)
      _exit (12);
    if (kind == 5)
      static speaker late ('L');
  }
};
static at_end object;
enum { KINDS = 6 };

static pthread_t main_thread;

static void
use_local (char c)
{
  static thread_local speaker local (c);
  (void) local;
}

static void *
last (void *p)
{
  use_local ('b');
  pthread_join (main_thread, nullptr);
  say ('m');
  return p;
}

static void *
last_exits (void *p)
{
  speaker on_stack ('u');
  last (p);
  pthread_exit (p);
}

static void *throws (void *) { throw 1; }

static int
beside_main (void *(*routine) (void *))
{
  pthread_t t;
  main_thread = pthread_self ();
  pthread_create (&t, nullptr, routine, nullptr);
  pthread_exit (nullptr);
}

static void terminates () { say ('T'); abort (); }
static void terminates_well () { say ('T'); _exit (0); }
static int way_return () { speaker x ('x'); use_local ('a'); return 0; }
static int way_exit () { speaker x ('x'); use_local ('a'); exit (3); }
static int way_exit_now () { use_local ('a'); _exit (4); }
static int way_quick () { use_local ('a'); quick_exit (5); }
static int way_last_main () { speaker x ('x'); pthread_exit (nullptr); }
static int way_last () { return beside_main (last); }
static int way_last_exits () { return beside_main (last_exits); }
static int way_throw () { speaker x ('x'); throw std::runtime_error ("nobody catches it"); }
static int way_throw_in_thread () { pthread_t t; pthread_create (&t, nullptr, throws, nullptr); pthread_join (t, nullptr); return 0; }
static int way_throw_std_thread () { std::thread t ([] { throw 2; }); t.join (); return 0; }
static int way_terminate () { std::set_terminate (terminates); throw 3; }
static int way_terminate_well () { std::set_terminate (terminates_well); std::terminate (); }
static int way_not_joined () { std::thread t ([] {}); return 0; }
static int way_noexcept () { [] () noexcept { throw 4; } (); return 0; }
static int way_thread_locals () { std::thread ([] { use_local ('c'); use_local ('-'); }).join (); use_local ('a'); return 0; }

static int
way_other_exits ()
{
  std::thread ([] { use_local ('c'); exit (6); }).join ();
  return 0;
}

static int (*const ways[]) () = {
  way_return, way_exit, way_exit_now, way_quick, way_last_main, way_last, way_last_exits, way_throw, way_throw_in_thread, way_throw_std_thread,
  way_terminate, way_terminate_well, way_not_joined, way_noexcept, way_thread_locals, way_other_exits};

int
main (int argc, char **argv)
{
  kind = -1;
  if (argc < 3) {
    printf ("%d %d\n", (int) (sizeof ways / sizeof *ways), KINDS);
    return 0;
  }
  phase = argc > 4 ? argv[3] : nullptr;
  expected = argc > 4 ? argv[4] : nullptr;
  kind = atoi (argv[2]);
  return ways[atoi (argv[1])] ();
}
