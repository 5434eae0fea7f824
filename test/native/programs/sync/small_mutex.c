/* mazurka: ok */
/* Sources preprocessed for 32-bit machines have smaller mutexes and locks. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static struct {
  _Alignas (8) char mutex[24];
  int after_mutex;
  _Alignas (8) char lock[32];
  int after_lock;
  _Alignas (8) char semaphore[16];
  int after_semaphore;
} g;
static void *
work (void *unused)
{
  pthread_mutex_lock ((pthread_mutex_t *) g.mutex);
  pthread_rwlock_wrlock ((pthread_rwlock_t *) g.lock);
  pthread_rwlock_unlock ((pthread_rwlock_t *) g.lock);
  pthread_mutex_unlock ((pthread_mutex_t *) g.mutex);
  sem_post ((sem_t *) g.semaphore);
  return unused;
}
int
main (void)
{
  pthread_t t;
  g.after_mutex = g.after_lock = g.after_semaphore = 1;
  pthread_mutex_init ((pthread_mutex_t *) g.mutex, NULL);
  pthread_rwlock_init ((pthread_rwlock_t *) g.lock, NULL);
  sem_init ((sem_t *) g.semaphore, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  sem_wait ((sem_t *) g.semaphore);
  pthread_join (t, NULL);
  assert (g.after_mutex == 1 && g.after_lock == 1 && g.after_semaphore == 1);
  return 0;
}
