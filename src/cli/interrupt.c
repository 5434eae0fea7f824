#include "cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/scratch.h"

/* A signal handler can reach nothing but these. */
static volatile int interrupted;
static volatile sig_atomic_t is_looked_at;

static const struct caught {
  int signal;
  bool in_order;                  /* the search may end by itself */
  bool may_be_ignored;            /* by who started the command, as nohup does */
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
  raise (number);                 /* comes when this returns */
}

/* The write fails with EFBIG; a signal that is ignored would be so in programs that are started, too. */
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
