/* Idea. Engines are good at different things and nobody knows beforehand at which: all are started, and the first answer counts.
 * Source. Portfolio solvers; the share of the time is the operating system's business, which is told whose answers are rarest. What has not
 * been found soon is more often a proof that takes long: where the number of threads has no bound all but the prover step back then.
 * Where we differ. Engines do not exchange anything. Only the winner's files are written (staged.h): a trace belongs to the answer that is told.
 * Why that is sound. Each engine's ok and violation is sound on its own; an engine that is unknown or refuses decides nothing.
 */
#include "cli/portfolio.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/mutant.h"
#include "base/options.h"
#include "cli/command.h"
#include "cli/staged.h"

struct runner {
  pid_t pid;                      /* 0: it has ended */
  FILE *out, *err, *files;        /* what it prints, and what it wants to be in files */
  int code;
};

static void
copy (FILE *from, FILE *to)
{
  char buffer[4096];
  size_t n;
  rewind (from);
  while ((n = fread (buffer, 1, sizeof buffer, from)))
    fwrite (buffer, 1, n, to);
  fflush (to);
}

static void
start (const struct portfolio *p, int i, struct runner *r)
{
  *r = (struct runner) {.out = tmpfile (), .err = tmpfile (), .files = tmpfile (), .code = EXIT_UNKNOWN};
  if (!r->out || !r->err || !r->files)
    return;
  fflush (NULL);
  r->pid = fork ();
  if (r->pid)
    return;
  dup2 (fileno (r->out), STDOUT_FILENO);
  dup2 (fileno (r->err), STDERR_FILENO);
  errno = 0;
  if (nice (MUTANT (cli_portfolio_equal_shares) ? 0 : p->step_back[i]) == -1 && errno)
    perror ("mazurka: warning: nice");     /* the engine only gets a larger share than it should */
  int code = p->run (p->context, p->engines[i], MUTANT (cli_portfolio_all_write) ? NULL : r->files);
  fflush (NULL);
  _exit (code);
}

static void
on_alarm (int signal_number)
{
  (void) signal_number;           /* only the wait is interrupted */
}

static void
step_back (const struct portfolio *p, const struct runner *r)
{
  enum { LAST = 15 };
  for (int i = 0; i < p->count; i++)
    if (r[i].pid > 0 && p->step_back[i])
      setpriority (PRIO_PROCESS, (id_t) r[i].pid, getpriority (PRIO_PROCESS, 0) + LAST);     /* if not, it keeps its share */
}

/* Waits until an engine is sure, or all have ended. The winner's index, or -1. */
static int
wait_for_one (const struct portfolio *p, struct runner *r)
{
  int count = p->count;
  struct sigaction action = {.sa_handler = on_alarm};
  sigaction (SIGALRM, &action, NULL);
  alarm (p->soon);
  for (;;) {
    int status, ended = -1;
    pid_t pid = wait (&status);
    if (pid < 0 && errno == EINTR) {
      if (p->unbounded && *p->unbounded && !MUTANT (cli_portfolio_shares_kept))
        step_back (p, r);
      continue;
    }
    if (pid < 0)
      return -1;
    for (int i = 0; i < count; i++)
      if (r[i].pid == pid)
        ended = i;
    if (ended < 0)
      continue;
    r[ended].pid = 0;
    r[ended].code = WIFEXITED (status) || MUTANT (cli_portfolio_killed_ok) ? WEXITSTATUS (status) : EXIT_UNKNOWN;
    if (r[ended].code == EXIT_OK || r[ended].code == EXIT_VIOLATION || (MUTANT (cli_portfolio_unknown_wins) && r[ended].code == EXIT_UNKNOWN))
      return ended;
  }
}

int
portfolio_run (const struct portfolio *p)
{
  struct runner *r = mem_zalloc ((size_t) p->count * sizeof *r);
  for (int i = 0; i < p->count; i++)
    start (p, i, &r[i]);
  int winner = wait_for_one (p, r);
  for (int i = 0; i < p->count; i++)
    if (r[i].pid > 0) {
      kill (r[i].pid, SIGKILL);
      waitpid (r[i].pid, NULL, 0);
    }
  bool sure = winner >= 0;
  for (int i = 0; i < p->count && winner < 0; i++)
    if ((r[i].code != EXIT_USAGE) != MUTANT (cli_portfolio_refusal_told))
      winner = i;
  winner = winner < 0 ? 0 : winner;
  int code = r[winner].code;
  char name[20];
  if (!p->quiet && sure)
    fprintf (stderr, "portfolio: %s answered first\n", options_choice ("engine", p->engines[winner], name, sizeof name));
  if (r[winner].err)
    copy (r[winner].err, stderr);
  if (r[winner].out)
    copy (r[winner].out, stdout);
  if (r[winner].files && !staged_write (r[winner].files))
    code = EXIT_USAGE;
  for (int i = 0; i < p->count; i++) {
    FILE *files[] = {r[i].out, r[i].err, r[i].files};
    for (int k = 0; k < 3; k++)
      if (files[k])
        fclose (files[k]);
  }
  mem_free (r);
  return code;
}
