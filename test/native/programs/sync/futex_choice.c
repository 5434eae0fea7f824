/* mazurka: assertion "first" */
/* options: --all */
/* Two wait, one is woken: that may be either, whoever came first. */
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, queued, woken[2];

static void *
work (void *argument)
{
  int i = *(int *) argument;
  while (atomic_load (&queued) != i) {
  }
  atomic_store (&queued, i + 1);
  syscall (SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  atomic_store (&woken[i], 1);
  return NULL;
}

int
main (void)
{
  pthread_t t[2];
  int number[2] = {0, 1};
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, &number[i]);
  if (syscall (SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) == 1) {
    atomic_store (&word, 1);
    syscall (SYS_futex, &word, FUTEX_WAKE, 2, NULL, NULL, 0);
    int first = atomic_load (&woken[0]) && !atomic_load (&woken[1]);
    assert (!first);
  } else {
    atomic_store (&word, 1);
    syscall (SYS_futex, &word, FUTEX_WAKE, 2, NULL, NULL, 0);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
