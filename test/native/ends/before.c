/* Functions of pthreads, C11, semaphores, signals and stdio before main and after it: in a preinit function, a constructor, and for
 * half of it a destructor. What each gives is written down; natively main prints it, in a check it must be the same. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static char seen[10000], *end = seen;
static void add (const char *name, long value) { end += sprintf (end, "%s=%ld ", name, value); }
#define IS(call) add (#call, (long) (call))

static pthread_key_t key;
static tss_t tss;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, recursive, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER, held_shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static mtx_t mtx;
static cnd_t cnd;
static once_flag flag = ONCE_FLAG_INIT;
static atomic_int number;
static int called, handled, given;
static FILE *file;
static struct timespec past;

static void call (void) { called++; }
static void handle (int n) { handled += n; }
static void gone (void *p) { (void) p; }

static void
locks (void)
{
  pthread_mutexattr_t attributes;
  IS (pthread_mutex_lock (&mutex)); IS (pthread_mutex_trylock (&mutex)); IS (pthread_mutex_unlock (&mutex));
  IS (pthread_mutex_timedlock (&mutex, &past)); IS (pthread_mutex_timedlock (&mutex, &past)); IS (pthread_mutex_unlock (&mutex));
  IS (pthread_mutexattr_init (&attributes)); IS (pthread_mutexattr_settype (&attributes, PTHREAD_MUTEX_RECURSIVE));
  IS (pthread_mutex_init (&recursive, &attributes)); IS (pthread_mutex_lock (&recursive)); IS (pthread_mutex_lock (&recursive));
  IS (pthread_mutex_unlock (&recursive)); IS (pthread_mutex_unlock (&recursive)); IS (pthread_mutex_destroy (&recursive));
  IS (pthread_rwlock_rdlock (&rwlock)); IS (pthread_rwlock_tryrdlock (&rwlock)); IS (pthread_rwlock_trywrlock (&rwlock));
  IS (pthread_rwlock_unlock (&rwlock)); IS (pthread_rwlock_unlock (&rwlock)); IS (pthread_rwlock_wrlock (&rwlock));
  IS (pthread_rwlock_tryrdlock (&rwlock)); IS (pthread_rwlock_unlock (&rwlock));
  IS (pthread_spin_init (&spin, 0)); IS (pthread_spin_lock (&spin)); IS (pthread_spin_trylock (&spin)); IS (pthread_spin_unlock (&spin));
  IS (pthread_barrier_init (&barrier, NULL, 1)); IS (pthread_barrier_wait (&barrier)); IS (pthread_barrier_destroy (&barrier));
  IS (pthread_cond_signal (&condition)); IS (pthread_cond_broadcast (&condition));
  IS (pthread_mutex_lock (&mutex)); IS (pthread_cond_timedwait (&condition, &mutex, &past)); IS (pthread_mutex_unlock (&mutex));
  IS (mtx_init (&mtx, mtx_plain)); IS (mtx_lock (&mtx)); IS (mtx_trylock (&mtx)); IS (mtx_unlock (&mtx));
  IS (cnd_init (&cnd)); IS (cnd_signal (&cnd)); IS (cnd_broadcast (&cnd));
  IS (mtx_lock (&mtx)); IS (cnd_timedwait (&cnd, &mtx, &past)); IS (mtx_unlock (&mtx));
  IS (sem_init (&semaphore, 0, 1)); IS (sem_wait (&semaphore)); IS (sem_trywait (&semaphore)); IS (errno); IS (sem_post (&semaphore));
  IS (sem_getvalue (&semaphore, &given)); IS (given); IS (sem_timedwait (&semaphore, &past)); IS (sem_timedwait (&semaphore, &past)); IS (errno);
  IS (sem_destroy (&semaphore));
}

static void
threads (void)
{
  IS (pthread_equal (pthread_self (), pthread_self ())); IS (thrd_equal (thrd_current (), thrd_current ()));
  IS (pthread_key_create (&key, gone)); IS (pthread_getspecific (key)); IS (pthread_setspecific (key, "v")); IS (*(char *) pthread_getspecific (key));
  IS (tss_create (&tss, gone)); IS (tss_get (tss)); IS (tss_set (tss, "t")); IS (*(char *) tss_get (tss));
  IS (pthread_once (&once, call)); IS (pthread_once (&once, call)); IS ((call_once (&flag, call), 0)); IS (called);
  IS (pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &given)); IS (given); IS (pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &given)); IS (given);
  IS (pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, &given)); IS ((pthread_testcancel (), 0));
  IS (pthread_setname_np (pthread_self (), "early")); char name[16]; IS (pthread_getname_np (pthread_self (), name, 16)); IS (name[0]); IS (name[4]);
  IS (sched_yield ()); IS (thrd_sleep (&past, NULL)); IS ((thrd_yield (), 0)); IS (nanosleep (&past, NULL)); IS (time (NULL) > 0);
  struct timespec now; IS (clock_gettime (CLOCK_MONOTONIC, &now)); IS (timespec_get (&now, TIME_UTC));
  IS (atomic_fetch_add (&number, 2)); IS (atomic_load (&number)); atomic_store (&number, 7); IS (atomic_exchange (&number, 3));
  int wanted = 3; IS (atomic_compare_exchange_strong (&number, &wanted, 9)); IS (atomic_compare_exchange_strong (&number, &wanted, 9)); IS (wanted);
  pthread_attr_t attributes; IS (pthread_attr_init (&attributes)); IS (pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED)); IS (pthread_attr_destroy (&attributes));
}

static void
signals (void)
{
  sigset_t set, old;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  IS (signal (SIGUSR1, handle) == SIG_DFL); IS (raise (SIGUSR1)); IS (handled); IS (pthread_kill (pthread_self (), SIGUSR1)); IS (handled);
  IS (kill (getpid (), SIGUSR1)); IS (handled); IS (pthread_kill (pthread_self (), 0));
  IS (pthread_sigmask (SIG_BLOCK, &set, &old)); IS (sigismember (&old, SIGUSR1)); IS (raise (SIGUSR1)); IS (handled);
  IS (sigpending (&old)); IS (sigismember (&old, SIGUSR1)); IS (pthread_sigmask (SIG_UNBLOCK, &set, NULL)); IS (handled);
  IS (signal (SIGUSR2, SIG_IGN) == SIG_DFL); IS (raise (SIGUSR2)); IS (sigprocmask (SIG_SETMASK, NULL, &old)); IS (sigismember (&old, SIGUSR1));
}

static void
files (void)
{
  char name[] = "/tmp/mazurka-before-XXXXXX", text[20] = "";
  int fd = mkstemp (name), ends[2];
  struct stat s;
  IS (fd >= 0); IS (write (fd, "12 ab\n", 6)); IS (lseek (fd, 0, SEEK_SET)); IS (read (fd, text, 2)); IS (text[0]); IS (fstat (fd, &s)); IS (s.st_size);
  IS (close (fd)); file = fopen (name, "r+"); IS (file != NULL); IS (fscanf (file, "%d", &given)); IS (given); IS (fgetc (file)); IS (ungetc ('x', file));
  IS (fgetc (file)); IS (fgets (text, 20, file) == text); IS (text[0]); IS (feof (file)); IS (fgetc (file)); IS (feof (file)); IS (ferror (file));
  IS (fseek (file, 0, SEEK_SET)); IS (fprintf (file, "%d", 77)); IS (fflush (file)); IS (ftell (file)); IS (fputs ("z", file)); IS (fclose (file));
  IS (stat (name, &s)); IS (s.st_size); IS (access (name, R_OK)); IS (unlink (name)); IS (access (name, R_OK)); IS (pipe (ends)); IS (write (ends[1], "p", 1));
  IS (read (ends[0], text, 1)); IS (text[0]); IS (close (ends[0])); IS (close (ends[1])); IS (setvbuf (stdout, NULL, _IOFBF, 100) == 0);
  void *p = malloc (3), *q = calloc (2, 2); IS (p != NULL); p = realloc (p, 100); IS (p != NULL); free (p); free (q); IS (posix_memalign (&p, 64, 10)); free (p);
  IS (sprintf (text, "%s", "q")); IS (atoi ("12")); IS (strtol ("0x1f", NULL, 16)); IS (setenv ("EARLY", "1", 1)); IS (getenv ("EARLY")[0]); IS (setlocale (LC_ALL, "C") != NULL);
}

static void
everything (void)
{
  locks ();
  threads ();
  signals ();
}

__attribute__ ((constructor)) static void
construct (void)
{
  everything ();
  files ();
  IS (pthread_mutex_lock (&held)); IS (pthread_rwlock_rdlock (&held_shared)); IS (sem_init (&semaphore, 0, 0)); IS (sem_post (&semaphore)); IS (atexit (call));
}

static const char *expected;

__attribute__ ((destructor)) static void
destruct (void)
{
  end = seen;
  once = PTHREAD_ONCE_INIT;
  handled = called = 0;
  number = 0;
  signal (SIGUSR1, SIG_DFL);
  signal (SIGUSR2, SIG_DFL);
  pthread_setname_np (pthread_self (), "later");
  everything ();
  files ();
  if (!expected)
    (void) !write (1, seen, (size_t) (end - seen));
  else
    assert (strcmp (expected, seen) == 0);
}

int
main (int argc, char **argv)
{
  IS (*(char *) pthread_getspecific (key)); IS (*(char *) tss_get (tss)); IS (pthread_mutex_trylock (&held)); IS (pthread_mutex_unlock (&held));
  IS (pthread_rwlock_trywrlock (&held_shared)); IS (pthread_rwlock_unlock (&held_shared)); IS (sem_wait (&semaphore)); IS (atomic_load (&number)); IS (raise (SIGUSR2));
  if (argc < 3) {
    (void) !write (1, seen, (size_t) (end - seen));
    (void) !write (1, "\n", 1);
    return 0;
  }
  expected = argv[2];
  assert (strcmp (argv[1], seen) == 0);
  return 0;
}
