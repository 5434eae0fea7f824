/* Threads, cancellation, signals; semaphores and message queues with names. */

#include "script.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <unistd.h>

/* ---- threads ---- */

static int
do_join (const struct worker *w, pthread_t other)
{
  void *value = (void *) 7;
  int result = UNKNOWN_CALL;
  if (is_call (w, "join"))
    result = pthread_join (other, &value);
  else if (is_call (w, "tryjoin"))
    result = pthread_tryjoin_np (other, &value);
  else if (is_call (w, "timedjoin"))
    result = pthread_timedjoin_np (other, &value, &past);
  return result ? result : VALUE + (int) (long) value;   /* of one that was cancelled: one less */
}

static int
do_cancellation (const struct worker *w, pthread_t other)
{
  int old = -1, again = -1;
  if (is_call (w, "cancel"))
    return pthread_cancel (other);
  if (is_call (w, "testcancel"))
    return pthread_testcancel (), 0;
  if (is_call (w, "disable") || is_call (w, "enable")) {
    int state = is_call (w, "enable") ? PTHREAD_CANCEL_ENABLE : PTHREAD_CANCEL_DISABLE;
    int result = pthread_setcancelstate (state, &old);
    return result ? result : VALUE + (old == PTHREAD_CANCEL_ENABLE);
  }
  if (is_call (w, "badstate"))
    return pthread_setcancelstate (77, &old);
  if (is_call (w, "badtype"))
    return pthread_setcanceltype (77, &old);
  if (is_call (w, "deferred")) {
    pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, &old);
    return pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, &again) || old != again ? EINVAL : VALUE + old;
  }
  if (is_call (w, "cleaned"))
    return VALUE + GET (mine->cleaned);
  return UNKNOWN_CALL;
}

/* ---- signals: those of the argument's number, which threads begin with blocked ---- */

static void
count_signal (int number)
{
  if (mine)
    SET (mine->workers[my_number].handled, GET (mine->workers[my_number].handled) + number);
}

static sigset_t
set_of (int number)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, number);
  return set;
}

static int
do_mask (const struct worker *w, int number)
{
  sigset_t set = set_of (number), old;
  if (is_call (w, "block") || is_call (w, "unblock")) {
    int result = pthread_sigmask (is_call (w, "block") ? SIG_BLOCK : SIG_UNBLOCK, &set, &old);
    return result ? result : VALUE + sigismember (&old, number);
  }
  if (is_call (w, "badmask"))
    return pthread_sigmask (77, &set, NULL);
  if (is_call (w, "pending"))
    return sigpending (&set) ? errno : VALUE + sigismember (&set, number);
  if (is_call (w, "handled"))
    return VALUE + GET (w->handled);
  return UNKNOWN_CALL;
}

static int
do_signal (const struct worker *w)
{
  int number = w->argument, found = 0;
  sigset_t set = set_of (number), all;
  if (is_call (w, "kill"))
    return pthread_kill (mine->workers[w->argument].thread, w->other);
  if (is_call (w, "raise"))
    return of_errno (raise (number));
  if (is_call (w, "process"))
    return of_errno (kill (getpid (), number));
  if (is_call (w, "sigwait"))
    return sigwait (&set, &found) ? errno : VALUE + found;
  if (is_call (w, "sigtimedwait") || is_call (w, "badsigwait")) {
    static const struct timespec none = {0};
    found = sigtimedwait (&set, NULL, is_call (w, "badsigwait") ? &bad : &none);
    return found < 0 ? errno : VALUE + found;
  }
  if (is_call (w, "sigsuspend")) {
    sigfillset (&all);
    sigdelset (&all, number);
    return of_errno (sigsuspend (&all));
  }
  return do_mask (w, number);
}

static int
do_sleep (const struct worker *w)
{
  static const struct timespec short_time = {.tv_nsec = 1};
  if (is_call (w, "nanosleep"))
    return of_errno (nanosleep (&short_time, NULL));
  if (is_call (w, "badsleep"))
    return of_errno (nanosleep (&bad, NULL));
  if (is_call (w, "negativesleep"))
    return of_errno (nanosleep (&negative, NULL));
  if (is_call (w, "clocksleep"))
    return clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL);
  if (is_call (w, "badclocksleep"))
    return clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &bad, NULL);
  if (is_call (w, "usleep"))
    return of_errno (usleep (1));
  if (is_call (w, "sleep"))
    return VALUE + (int) sleep (0);
  return UNKNOWN_CALL;
}

/* Functions that may be cancellation points, and some that are none. */
static int
do_file (const struct worker *w)
{
  char byte;
  int fd = -1, result = UNKNOWN_CALL;
  if (is_call (w, "open"))
    result = of_errno (fd = open ("/dev/null", O_RDWR));
  else if (is_call (w, "creat"))
    result = of_errno (fd = openat (AT_FDCWD, "/dev/null", O_WRONLY));
  else if (is_call (w, "close"))
    result = of_errno (close (-1));
  else if (is_call (w, "readnull"))
    result = of_errno (read (-1, &byte, 1));
  else if (is_call (w, "writenull"))
    result = of_errno (write (-1, "a", 1));
  else if (is_call (w, "pread"))
    result = of_errno (pread (-1, &byte, 1, 0));
  else if (is_call (w, "pwrite"))
    result = of_errno (pwrite (-1, "a", 1, 0));
  else if (is_call (w, "fsync"))
    result = of_errno (fsync (-1));
  else if (is_call (w, "fdatasync"))
    result = of_errno (fdatasync (-1));
  else if (is_call (w, "getpid"))
    result = getpid () > 0 ? 0 : errno;
  else if (is_call (w, "access"))
    result = of_errno (access ("/dev/null", R_OK));
  else if (is_call (w, "malloc"))
    result = (free (malloc (10)), 0);
  return result;
}

int
do_thread (struct worker *w)
{
  pthread_t other = w->argument >= 1 && w->argument <= WORKERS ? mine->workers[w->argument].thread : 0;
  if (is_call (w, "exit"))
    pthread_exit ((void *) 40);
  int result = do_join (w, other);
  if (result == UNKNOWN_CALL)
    result = do_cancellation (w, other);
  if (result == UNKNOWN_CALL)
    result = do_signal (w);
  if (result == UNKNOWN_CALL)
    result = do_sleep (w);
  return result == UNKNOWN_CALL ? do_file (w) : result;
}

static void *
wait_to_be_cancelled (void *unused)
{
  for (;;)
    pause ();
  return unused;
}

/* That a program cancels, sends signals, changes flags of descriptors and has such semaphores is known late, and begins the execution again: here nothing was printed yet. */
void
others_init (void)
{
  static const int used[] = {SIGUSR1, SIGUSR2, 40};
  sigset_t set;
  pthread_t first;
  sigemptyset (&set);
  for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
    sigaddset (&set, used[i]);
    sigaction (used[i], &(struct sigaction) {.sa_handler = count_signal}, NULL);
  }
  signal (SIGPIPE, SIG_IGN);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  if (pthread_create (&first, NULL, wait_to_be_cancelled, NULL) || pthread_cancel (first) || pthread_join (first, NULL))
    exit (2);
  pthread_kill (pthread_self (), 0);
  int ends[2];
  if (pipe (ends) || fcntl (ends[0], F_SETFL, O_NONBLOCK) || close (ends[0]) || close (ends[1]))
    exit (2);
  sem_t full;
  if (sem_init (&full, 0, SEM_VALUE_MAX) == 0)
    sem_post (&full);
}

/* ---- with names ---- */

static int
do_named_semaphore (const struct worker *w, struct object *o)
{
  sem_t *s = SEM_FAILED;
  int value = -1, n = w->argument;
  if (is_call (w, "open") || is_call (w, "openx") || is_call (w, "openold")) {
    int flags = is_call (w, "open") ? O_CREAT : is_call (w, "openx") ? O_CREAT | O_EXCL : 0;
    s = flags ? sem_open (o->path, flags, 0600, n < 0 ? 0xffffffffu : (unsigned) n) : sem_open (o->path, 0);
    if (s == SEM_FAILED)
      return errno;
    bool is_same = s == GET (o->named);
    SET (o->named, s);
    return VALUE + is_same;
  }
  if (is_call (w, "openbad"))
    return sem_open ("/a/b", O_CREAT, 0600, 1) == SEM_FAILED ? errno : 0;
  if (is_call (w, "openempty"))
    return sem_open ("/", O_CREAT, 0600, 1) == SEM_FAILED ? errno : 0;
  if (is_call (w, "unlinkbad"))
    return of_errno (sem_unlink ("/a/b"));
  if (is_call (w, "unlink"))
    return of_errno (sem_unlink (o->path));
  s = GET (o->named);
  if (!s)
    return SKIPPED;
  if (is_call (w, "close")) {
    SET (o->named, NULL);
    return of_errno (sem_close (s));
  }
  if (is_call (w, "closeone"))
    return of_errno (sem_close (s));
  if (is_call (w, "wait"))
    return of_errno (sem_wait (s));
  if (is_call (w, "trywait"))
    return of_errno (sem_trywait (s));
  if (is_call (w, "post"))
    return of_errno (sem_post (s));
  return is_call (w, "value") && !sem_getvalue (s, &value) ? VALUE + value : UNKNOWN_CALL;
}

static int
open_queue (const struct worker *w, struct object *o)
{
  struct mq_attr a = {.mq_maxmsg = is_call (w, "openbad") ? 0 : 2, .mq_msgsize = 8};
  int flags = is_call (w, "openold") ? 0 : is_call (w, "openx") ? O_CREAT | O_EXCL : O_CREAT;
  flags |= w->argument == 1 ? O_RDONLY : w->argument == 2 ? O_WRONLY : O_RDWR;
  mqd_t q = mq_open (is_call (w, "openplain") ? "a" : is_call (w, "openempty") ? "/" : is_call (w, "opendeep") ? "/a/b" : o->path, flags, 0600, &a);
  if (q < 0)
    return errno;
  SET (o->queue, q + 1);
  return 0;
}

static int
do_message (const struct worker *w, mqd_t q)
{
  char text[16] = "";
  unsigned priority = 0;
  long n = -2;
  if (is_call (w, "receive"))
    n = mq_receive (q, text, sizeof text, &priority);
  else if (is_call (w, "timedreceive") || is_call (w, "badreceive"))
    n = mq_timedreceive (q, text, sizeof text, &priority, is_call (w, "badreceive") ? &bad : &past);
  else if (is_call (w, "shortreceive"))
    n = mq_receive (q, text, 7, &priority);
  else
    return UNKNOWN_CALL;
  return n < 0 ? errno : VALUE + 100 * (int) n + 10 * (int) priority + (text[0] ? text[0] - 'a' : 9);
}

/* The message is the letter of the second number, its priority the first. */
static int
do_queue (const struct worker *w, struct object *o)
{
  char text[16] = {(char) ('a' + w->other)};
  struct mq_attr a = {.mq_flags = O_NONBLOCK};
  if (!strncmp (w->call, "open", 4))
    return open_queue (w, o);
  if (is_call (w, "unlink"))
    return of_errno (mq_unlink (o->path));
  mqd_t q = GET (o->queue) - 1;
  if (q < 0)
    return SKIPPED;
  if (is_call (w, "send"))
    return of_errno (mq_send (q, text, 1 + (size_t) w->other, (unsigned) w->argument));
  if (is_call (w, "timedsend") || is_call (w, "badsend"))
    return of_errno (mq_timedsend (q, text, 1, 0, is_call (w, "badsend") ? &bad : &past));
  if (is_call (w, "count"))
    return mq_getattr (q, &a) ? errno : VALUE + (int) (1000 * !!a.mq_flags + 100 * a.mq_maxmsg + 10 * a.mq_msgsize + a.mq_curmsgs);
  if (is_call (w, "nonblock"))
    return of_errno (mq_setattr (q, &a, NULL));
  if (is_call (w, "close"))
    return of_errno (mq_close (q));
  return do_message (w, q);
}

int
do_named (struct worker *w)
{
  return w->object->kind == QUEUE ? do_queue (w, w->object) : do_named_semaphore (w, w->object);
}

bool
make_named (struct object *o, const char *type, int n)
{
  static int made;
  (void) n;
  if (strcmp (type, "named") && strcmp (type, "queue"))
    return false;
  o->kind = strcmp (type, "queue") ? NAMED : QUEUE;
  /* numbers of processes come again, and names outlive processes: where the stack is makes them differ */
  snprintf (o->path, sizeof o->path, "/mz-%d-%d-%x", (int) getpid (), made++, (unsigned) ((uintptr_t) &n >> 4));
  return true;
}
