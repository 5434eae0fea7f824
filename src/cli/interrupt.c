#include "cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/scratch.h"

/* A signal handler has no context argument. */
static volatile int interrupted;
static volatile sig_atomic_t is_looked_at;

static const struct caught {
  int signal;
  bool in_order;                  /* the search may end regularly */
  bool may_be_ignored;            /* ignored by the parent process, as with nohup */
} all_caught[] = {
  {SIGINT, true, false}, {SIGTERM, true, false}, {SIGHUP, true, true}, {SIGPIPE, false, true}, {SIGXCPU, false, true}, {SIGQUIT, false, true},
};
enum { NCAUGHT = sizeof all_caught / sizeof *all_caught };

static void
on_signal (int number)
{
  for (int i = 0; i < NCAUGHT; i++)
    if (all_caught[i].signal == number && all_caught[i].in_order && is_looked_at && !interrupted) {
      interrupted = 1;
      return;
    }
  scratch_remove ();
  signal (number, SIG_DFL);
  raise (number);                 /* delivered when this returns */
}

/* Makes the write fail with EFBIG; ignoring the signal would be inherited by child processes. */
static void
on_large_file (int number)
{
  (void) number;
}

static void
catch (int number, void (*handler) (int))
{
  struct sigaction action = {.sa_handler = handler};
  sigemptyset (&action.sa_mask);
  sigaction (number, &action, NULL);
}

void
interrupt_begin (void)
{
  for (int i = 0; i < NCAUGHT; i++) {
    struct sigaction before;
    sigaction (all_caught[i].signal, NULL, &before);
    if (before.sa_handler != SIG_IGN || !all_caught[i].may_be_ignored)
      catch (all_caught[i].signal, on_signal);
  }
  catch (SIGXFSZ, on_large_file);
}

volatile const int *
interrupt_catch (void)
{
  is_looked_at = true;
  return &interrupted;
}
