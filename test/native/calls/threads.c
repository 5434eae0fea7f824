/* Threads: names, keys, ends, cancellation. */

#include "say.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static pthread_key_t key;
static tss_t slot;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag once11 = ONCE_FLAG_INIT;
static int ran;
static void run (void) { ran++; }
static void destroy (void *value) { printf ("destroyed %ld\n", (long) value); }
static void *nothing (void *value) { return value; }
static int nothing11 (void *value) { return (int) (long) value; }
static int exits11 (void *unused) { (void) unused; thrd_exit (5); }

static void *
says_keys (void *unused)
{
  SAY (pthread_getspecific (key) == NULL);
  SAY (pthread_setspecific (key, (void *) 5));
  SAY ((long) pthread_getspecific (key));
  SAY (tss_get (slot) == NULL);
  SAY (tss_set (slot, (void *) 6));
  SAY ((long) tss_get (slot));
  return unused;
}

static void
say_keys (void)
{
  pthread_t t;
  SAY (pthread_key_create (&key, destroy));
  SAY (tss_create (&slot, destroy));
  pthread_create (&t, NULL, says_keys, NULL);
  pthread_join (t, NULL);
  SAY (pthread_getspecific (key) == NULL);
  SAY (pthread_key_delete (key));
  SAY (pthread_key_delete (key));
  SAY (pthread_setspecific (key, NULL));
  SAY (pthread_getspecific (key) == NULL);
  SAY (pthread_key_delete (100000));
  SAY (pthread_setspecific (100000, NULL));
  tss_delete (slot);
  SAY (tss_set (slot, NULL));
  SAY (pthread_once (&once, run));
  SAY (pthread_once (&once, run));
  call_once (&once11, run);
  call_once (&once11, run);
  SAY (ran);
}

static void
say_names (void)
{
  char name[20];
  memset (name, 'x', sizeof name);
  SAY (pthread_setname_np (pthread_self (), "fifteen letters"));
  SAY (pthread_getname_np (pthread_self (), name, sizeof name));
  SAY_TEXT (name);
  SAY (pthread_setname_np (pthread_self (), "sixteen letters!"));
  SAY (pthread_getname_np (pthread_self (), name, 15));
  SAY (pthread_getname_np (pthread_self (), name, 16));
  SAY_TEXT (name);
  SAY (pthread_setname_np (pthread_self (), ""));
  SAY (pthread_getname_np (pthread_self (), name, 16));
  SAY_TEXT (name);
}

static void
say_ends (void)
{
  pthread_t t;
  thrd_t u;
  void *value = NULL;
  int result = 77;
  struct timespec past = {.tv_sec = 1};
  clockid_t clock;
  SAY (pthread_create (&t, NULL, nothing, (void *) 7));
  SAY (pthread_equal (t, pthread_self ()));
  SAY (pthread_join (t, &value));
  SAY ((long) value);
  pthread_create (&t, NULL, nothing, (void *) 7);
  SAY (pthread_clockjoin_np (t, &value, 77, &past));
  pthread_detach (t);
  SAY (pthread_tryjoin_np (pthread_self (), NULL));
  SAY (pthread_join (pthread_self (), NULL));
  SAY (pthread_timedjoin_np (pthread_self (), NULL, &past));
  pthread_create (&t, NULL, nothing, NULL);
  SAY (pthread_detach (t));
  SAY (thrd_create (&u, nothing11, (void *) 3));
  SAY (thrd_join (u, &result));
  SAY (result);
  SAY (thrd_create (&u, exits11, NULL));
  SAY (thrd_join (u, &result));
  SAY (result);
  SAY (thrd_create (&u, nothing11, NULL));
  SAY (thrd_detach (u));
  SAY (thrd_equal (thrd_current (), pthread_self ()) != 0);
  thrd_yield ();
  SAY (pthread_getcpuclockid (pthread_self (), &clock));
  SAY (clock_gettime (clock, &past));
  SAY (pthread_atfork (run, NULL, NULL));
}

static void *
waits (void *unused)
{
  int old = 77;
  SAY (pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old));
  SAY (old);
  SAY (pthread_cancel (pthread_self ()));
  pthread_testcancel ();
  SAY (pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &old));
  SAY (old);
  fflush (stdout);
  pthread_testcancel ();
  printf ("not cancelled\n");
  return unused;
}

static void
say_cancellation (void)
{
  pthread_t t;
  void *value = NULL;
  int old = 77;
  SAY (pthread_setcancelstate (77, &old));
  SAY (pthread_setcancelstate (-1, NULL));
  SAY (pthread_setcanceltype (77, &old));
  SAY (old);
  SAY (pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, &old));
  SAY (old);
  SAY (pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, NULL));
  pthread_create (&t, NULL, waits, NULL);
  pthread_join (t, &value);
  SAY (value == PTHREAD_CANCELED);
}

static void *exits (void *value) { pthread_exit (value); }

void
say_threads (void)
{
  pthread_t t;
  void *value = NULL;
  say_keys ();
  say_names ();
  say_ends ();
  pthread_create (&t, NULL, exits, (void *) 9);
  SAY (pthread_join (t, &value));
  SAY ((long) value);
  say_cancellation ();
}
