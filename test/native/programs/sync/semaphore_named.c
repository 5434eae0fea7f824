/* mazurka: unknown "sem_open is not supported" */
#include <fcntl.h>
#include <semaphore.h>
int
main (void)
{
  return sem_open ("/x", O_CREAT, 0600, 1) == SEM_FAILED;
}
