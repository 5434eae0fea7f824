#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler can reach nothing but this: the one variable of the program. */
static volatile int interrupted;

static void
on_signal (int signal)
{
  (void) signal;
  interrupted = 1;
}

volatile const int *
interrupt_catch (void)
{
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int) SA_RESETHAND};
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  return &interrupted;
}
