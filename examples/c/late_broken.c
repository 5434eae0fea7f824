/* main hands a job to a thread. It frees the job before it has waited for
 * the thread, which may be late. */
#include <pthread.h>
#include <stdlib.h>

struct job {
  int input, output;
};

static void *
worker (void *argument)
{
  struct job *job = argument;
  job->output = job->input * 2;
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  struct job *job = malloc (sizeof *job);
  job->input = 21;
  pthread_create (&thread, NULL, worker, job);
  free (job);
  pthread_join (thread, NULL);
  return 0;
}
