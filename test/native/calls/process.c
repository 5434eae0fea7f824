/* The process, its limits and privileges; clocks and sleep. */

#include "say.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void
say_limits (void)
{
  struct rlimit old, new, got;
  struct rlimit64 got64;
  SAY (getrlimit (77, &old));
  SAY (setrlimit (77, &old));
  SAY (prlimit (0, 77, NULL, &old));
  SAY (getrlimit (RLIMIT_CORE, &old));
  new = (struct rlimit) {.rlim_cur = 5, .rlim_max = 3};
  SAY (setrlimit (RLIMIT_CORE, &new));
  new = (struct rlimit) {.rlim_cur = 0, .rlim_max = old.rlim_max};
  SAY (setrlimit (RLIMIT_CORE, &new));
  SAY (getrlimit (RLIMIT_CORE, &got));
  SAY (got.rlim_cur);
  SAY (got.rlim_max == old.rlim_max);
  SAY (prlimit (getpid (), RLIMIT_CORE, &old, &got));
  SAY (got.rlim_cur);
  SAY (getrlimit64 (RLIMIT_CORE, &got64));
  SAY (got64.rlim_cur == old.rlim_cur);
  SAY (setrlimit64 (RLIMIT_CORE, &got64));
  SAY (prlimit64 (0, RLIMIT_CORE, NULL, &got64));
  SAY (getrlimit (RLIMIT_NOFILE, &got));
  SAY (got.rlim_cur > 8);
}

static void
say_numbers (void)
{
  SAY (getpid () > 0);
  SAY (getppid () > 0);
  SAY (getpid () == gettid ());
  SAY (syscall (SYS_gettid) == gettid ());
  SAY (getpgid (0) == getpgrp ());
  SAY (getpgid (getpid ()) == getpgrp ());
  SAY (getsid (0) == getsid (getpid ()));
  SAY (getpgid (-1));
  SAY (getsid (-1));
  SAY (setuid (geteuid ()));
  SAY (seteuid (geteuid ()));
  SAY (setgid (getegid ()));
  SAY (setegid (getegid ()));
  SAY (umask (027));
  SAY (umask (022));
  SAY (sysconf (_SC_PAGESIZE));
  SAY (sysconf (-1));
  SAY (sysconf (100000));
}

static void
say_random (void)
{
  char bytes[8] = {0};
  SAY (getentropy (bytes, 8));
  SAY (getentropy (bytes, 257));
  SAY (getrandom (bytes, 8, 0));
  SAY (getrandom (bytes, 8, 77));
  arc4random ();
  srand (5);
  int a = rand ();
  srand (5);
  SAY (rand () == a);
  srandom (5);
  long b = random ();
  srandom (5);
  SAY (random () == b);
  srand48 (5);
  b = lrand48 () ^ mrand48 ();
  double x = drand48 ();
  srand48 (5);
  SAY ((lrand48 () ^ mrand48 ()) == b);
  SAY (drand48 () == x);
}

void
say_process (void)
{
  say_numbers ();
  say_limits ();
  say_random ();
}

/* ---- time ---- */

void
say_time (void)
{
  static const clockid_t clocks[] = {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 77};
  struct timespec t, some = {.tv_nsec = 1000}, bad = {.tv_nsec = 1000000000}, negative = {.tv_sec = -1}, left = {.tv_sec = 77};
  struct timeval v;
  struct tms tms;
  time_t s;
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
    printf ("clock %d\n", clocks[i]);
    SAY (clock_gettime (clocks[i], &t));
    SAY (clock_getres (clocks[i], &t));
    SAY (clock_getres (clocks[i], NULL));
    SAY (clock_nanosleep (clocks[i], 0, &bad, NULL));
    if (clocks[i] != CLOCK_PROCESS_CPUTIME_ID)   /* ends when so much was computed */
      SAY (clock_nanosleep (clocks[i], 0, &some, NULL));
  }
  SAY (clock_nanosleep (CLOCK_MONOTONIC, 0, &negative, NULL));
  SAY (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &some, &left));
  SAY (nanosleep (&some, &left));
  SAY (nanosleep (&bad, NULL));
  SAY (nanosleep (&negative, NULL));
  SAY (usleep (1));
  SAY (usleep (1000001));
  SAY (sleep (0));
  SAY (thrd_sleep (&some, NULL));
  SAY (thrd_sleep (&bad, NULL));
  SAY (gettimeofday (&v, NULL));
  SAY (timespec_get (&t, TIME_UTC));
  SAY (timespec_get (&t, 77));
  SAY (time (NULL) > 0);
  SAY (time (&s) > 0);
  SAY (times (&tms) == -1);
  SAY (clock () >= 0);
}
