/* A pool of two workers with a queue of jobs. A worker looks for a job, and goes
 * to sleep in a second critical section if there is none. What is said in
 * between wakes nobody: a job waits, or a worker sleeps for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { WORKERS = 2, JOBS = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int waiting, done;         /* jobs */
static bool closed;

static void *
worker (void *unused)
{
  for (;;) {
    pthread_mutex_lock (&lock);
    if (!waiting && !closed) {
      pthread_mutex_unlock (&lock);
      pthread_mutex_lock (&lock);
      pthread_cond_wait (&some, &lock);
    }
    if (!waiting)
      break;
    waiting--;
    done++;
    pthread_mutex_unlock (&lock);
  }
  pthread_mutex_unlock (&lock);
  return unused;
}

static void
submit (void)
{
  pthread_mutex_lock (&lock);
  waiting++;
  pthread_cond_signal (&some);
  pthread_mutex_unlock (&lock);
}

int
main (void)
{
  pthread_t thread[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create (&thread[i], NULL, worker, NULL);
  for (int i = 0; i < JOBS; i++)
    submit ();
  pthread_mutex_lock (&lock);
  closed = true;
  pthread_cond_broadcast (&some);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join (thread[i], NULL);
  assert (done == JOBS);
  return 0;
}
