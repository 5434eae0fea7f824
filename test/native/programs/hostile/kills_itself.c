/* mazurka: api-misuse|crash|unknown */
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int
main (void)
{
  syscall (SYS_kill, syscall (SYS_getpid), SIGKILL);
  return 0;
}
