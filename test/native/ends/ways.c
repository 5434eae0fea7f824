/* Every way for a process to end, with every kind of function that runs then: argv has the way and the kind, and for a
 * check what the same program has said natively. A program says letters. In a check each must be the next one of those
 * said natively ("same"), or the last of them must not be reached ("all", which has to be refuted).
 *
 *     ways                    how many ways and kinds there are
 *     ways WAY KIND           says and ends
 *     ways WAY KIND same|all TEXT
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
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

/* ---- what runs at the end ---- */

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int has_destructor;

static void first (void) { say ('1'); }
static void second (void) { say ('2'); }
static void with_status (int status, void *argument) { say ((char) ('A' + status % 26)); say (*(char *) argument); }
static void quick (void) { say ('q'); }
static void exits (void) { say ('e'); exit (11); }
static void exits_at_once (void) { say ('_'); _exit (12); }
static void registers (void) { say ('r'); atexit (second); }
static void *speaks (void *p) { say ('t'); return p; }
static void *posts (void *p) { sem_post (&semaphore); return p; }
static void gone (void *p) { say (*(char *) p); }
static void again (void *p) { say (*(char *) p); if (*(char *) p == 'k') pthread_setspecific (key, "K"); }

static void
starts (void)
{
  pthread_t t;
  pthread_create (&t, NULL, speaks, NULL);
  pthread_join (t, NULL);
  say ('j');
}

static void
waits (void)
{
  sem_wait (&semaphore);
  say ('w');
}

static void
locks (void)
{
  pthread_mutex_lock (&lock);
  say ('l');
  pthread_mutex_unlock (&lock);
}

__attribute__ ((destructor)) static void
destructor (void)
{
  if (has_destructor)
    say ('d');
}

__attribute__ ((destructor)) static void
destructor_exits (void)
{
  if (has_destructor == 2)
    exit (13);
}

static void
kind_none (void)
{
}

static void
kind_two (void)
{
  atexit (first);
  atexit (second);
}

static void
kind_status (void)
{
  on_exit (with_status, "x");
  atexit (first);
  on_exit (with_status, "y");
}

static void
kind_quick (void)
{
  atexit (first);
  at_quick_exit (quick);
  at_quick_exit (second);
}

static void
kind_exits (void)
{
  atexit (first);
  on_exit (with_status, "s");
  atexit (exits);
  at_quick_exit (exits_at_once);
}

static void
kind_exits_at_once (void)
{
  atexit (first);
  atexit (exits_at_once);
}

static void
kind_registers (void)
{
  atexit (first);
  atexit (registers);
}

static void
kind_locks (void)
{
  atexit (locks);
  at_quick_exit (locks);
}

static void
kind_key (void)
{
  pthread_key_create (&key, again);
  pthread_setspecific (key, "k");
  atexit (first);
}

static void
kind_destructor (void)
{
  has_destructor = 1;
  atexit (first);
}

static void
kind_destructor_exits (void)
{
  has_destructor = 2;
  atexit (first);
}

/* From here on, natively an end of the last thread ends the process a second time when what they start ends. */
static void
kind_starts (void)
{
  atexit (first);
  atexit (starts);
  at_quick_exit (starts);
}

static void
kind_waits (void)
{
  pthread_t t;
  pthread_create (&t, NULL, posts, NULL);
  atexit (waits);
  pthread_join (t, NULL);
}

static void (*const kinds[]) (void) = {kind_none, kind_two, kind_status, kind_quick, kind_exits, kind_exits_at_once, kind_registers,
                                       kind_locks, kind_key, kind_destructor, kind_destructor_exits, kind_waits, kind_starts};
#define KINDS ((int) (sizeof kinds / sizeof kinds[0]))

/* ---- ways ---- */

static pthread_t main_thread;

static void
on_abort (int number)
{
  (void) number;
  say ('h');
}

static void
on_abort_exit (int number)
{
  (void) number;
  say ('h');
  _exit (0);
}

static int
beside_main (void *(*routine) (void *))
{
  pthread_t t;
  main_thread = pthread_self ();
  pthread_create (&t, NULL, routine, NULL);
  pthread_exit (NULL);
}

static void *
last_returns (void *p)
{
  pthread_setspecific (key, key ? "v" : NULL);
  pthread_join (main_thread, NULL);
  say ('m');
  return p;
}

static void *last_exits (void *p) { last_returns (p); pthread_exit (p); }
static void *last_thrd_exits (void *p) { last_returns (p); thrd_exit (7); }

static void *
last_is_cancelled (void *p)
{
  last_returns (p);
  pthread_cancel (pthread_self ());
  pthread_testcancel ();
  return p;
}

static void *last_calls_exit (void *p) { last_returns (p); exit (9); }
static void *last_aborts (void *p) { last_returns (p); abort (); }
static void *calls_exit (void *p) { (void) p; exit (8); }
static void *calls_quick_exit (void *p) { (void) p; quick_exit (10); }

static void
cleanup (void *p)
{
  say (*(char *) p);
}

static int way_return (void) { return 0; }
static int way_return_3 (void) { return 3; }
static int way_return_wide (void) { return 256 + 14; }
static int way_exit (void) { exit (0); }
static int way_exit_4 (void) { exit (4); }
static int way_exit_now (void) { _exit (5); }
static int way_exit_now_0 (void) { _exit (0); }
static int way_exit_C (void) { _Exit (6); }
static int way_quick (void) { quick_exit (7); }
static int way_quick_0 (void) { quick_exit (0); }
static int way_last_main (void) { pthread_exit (NULL); }
static int way_last_main_thrd (void) { thrd_exit (3); }
static int way_last_returns (void) { return beside_main (last_returns); }
static int way_last_exits (void) { return beside_main (last_exits); }
static int way_last_thrd (void) { return beside_main (last_thrd_exits); }
static int way_last_cancelled (void) { return beside_main (last_is_cancelled); }
static int way_last_exit (void) { return beside_main (last_calls_exit); }
static int way_last_aborts (void) { return beside_main (last_aborts); }
static int way_abort (void) { abort (); }
static int way_abort_handled (void) { signal (SIGABRT, on_abort); abort (); }
static int way_abort_left (void) { signal (SIGABRT, on_abort_exit); abort (); }
static int way_abort_ignored (void) { signal (SIGABRT, SIG_IGN); abort (); }
static int way_raise (void) { raise (SIGTERM); return 0; }
static int way_raise_abrt (void) { raise (SIGABRT); return 0; }
static int way_raise_handled (void) { signal (SIGTERM, on_abort); raise (SIGTERM); return 0; }
static int way_raise_left (void) { signal (SIGUSR1, on_abort_exit); raise (SIGUSR1); return 1; }
static int way_crash (void) { raise (SIGSEGV); return 0; }

static int
way_main_cancelled (void)
{
  pthread_cleanup_push (cleanup, "c");
  pthread_cancel (pthread_self ());
  pthread_testcancel ();
  pthread_cleanup_pop (0);
  return 1;
}

static int
way_abort_blocked (void)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGABRT);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  signal (SIGABRT, on_abort_exit);
  abort ();
}

static int
way_other_exits (void)
{
  pthread_t t;
  pthread_create (&t, NULL, calls_exit, NULL);
  pthread_join (t, NULL);
  return 0;
}

static int
way_other_quick (void)
{
  pthread_t t;
  pthread_create (&t, NULL, calls_quick_exit, NULL);
  pthread_join (t, NULL);
  return 0;
}

static int
way_after_detached (void)
{
  pthread_t t;
  pthread_create (&t, NULL, posts, NULL);
  pthread_detach (t);
  sem_wait (&semaphore);
  sem_post (&semaphore);
  return 0;
}

static int (*const ways[]) (void) = {
  way_return, way_return_3, way_return_wide, way_exit, way_exit_4, way_exit_now, way_exit_now_0, way_exit_C, way_quick, way_quick_0, way_abort,
  way_abort_handled, way_abort_left, way_abort_ignored, way_abort_blocked, way_raise, way_raise_abrt, way_raise_handled, way_raise_left,
  way_crash, way_other_exits, way_other_quick, way_after_detached, way_last_exit, way_last_aborts,
  way_last_main, way_last_main_thrd, way_last_returns, way_last_exits, way_last_thrd, way_last_cancelled, way_main_cancelled};
#define WAYS ((int) (sizeof ways / sizeof ways[0]))

int
main (int argc, char **argv)
{
  if (argc < 3) {
    printf ("%d %d\n", WAYS, KINDS);
    return 0;
  }
  phase = argc > 4 ? argv[3] : NULL;
  expected = argc > 4 ? argv[4] : NULL;
  pthread_key_create (&key, gone);   /* so that others are not 0 */
  sem_init (&semaphore, 0, 0);
  kinds[atoi (argv[2])] ();
  return ways[atoi (argv[1])] ();
}
