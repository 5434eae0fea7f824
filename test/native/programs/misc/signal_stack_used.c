/* mazurka: unknown "a signal handler on the stack of sigaltstack" */
#define _GNU_SOURCE
#include <signal.h>

static char stack[1 << 16];
static void handle (int unused) { (void) unused; }

int
main (void)
{
  stack_t new = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction a = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaltstack (&new, NULL);
  sigaction (SIGUSR1, &a, NULL);
  raise (SIGUSR1);
}
