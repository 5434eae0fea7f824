/* mazurka: unknown "the process of an execution is gone without a word" */
/* A process for each execution (it has a socket), which ends by a system call of its own. */
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
static void *f (void *p) { return p; }
int main (void)
{
  pthread_t t;
  int s = socket (AF_INET, SOCK_STREAM, 0);
  pthread_create (&t, NULL, f, NULL);
  __asm__ volatile ("syscall" : : "a" (231), "D" (5) : "rcx", "r11");
  pthread_join (t, NULL);
  close (s);
  return 0;
}
