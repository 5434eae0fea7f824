/* Idea. Engines are good at different things and nobody knows beforehand at which: all are started, and the first answer counts.
 * Source. Portfolio solvers; the share of the time is the operating system's business, which is told whose answers are rarest. What has not
 * been found soon is more often a proof that takes long: where the number of threads has no bound all but the prover step back then.
 * Where we differ. Engines do not exchange anything. Only the winner's files are written (staged.h): a trace belongs to the answer that is told.
 * Why that is sound. Each engine's violation is sound on its own, and its ok, as far as what it assumes is true; an engine that is unknown
 * or refuses decides nothing. Which of two engines is the first must not decide between ok and violation, so an ok waits while an engine runs that
 * looks for what nobody who said ok has looked for. Two oks together have only the gaps that both have: of the mistakes of an execution
 * the first is made while all that is assumed still holds, so that an engine that looks for its kind finds it. The wait has an end
 * (`patience`); what was not checked until then is among what the verdict says it assumes.
 */
#include "cli/portfolio.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/mem.h"
#include "base/options.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "cli/staged.h"
#include "cli/streams.h"

struct runner {
  pid_t pid;                      /* 0: it has ended */
  bool said_ok;
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
  pid_t self = getpid ();
  r->pid = fork ();
  if (r->pid)
    return;
  child_follow (self, SIGKILL);
  dup2 (fileno (r->out), STDOUT_FILENO);
  dup2 (fileno (r->err), STDERR_FILENO);
  errno = 0;
  if (nice (p->step_back[i]) == -1 && errno)
    perror ("mazurka: warning: nice");     /* the engine only gets a larger share than it should */
  int code = p->run (p->context, p->engines[i], r->files);
  code = streams_end (code);
  fflush (NULL);
  _exit (code);
}

static void
on_alarm (int signal_number)
{
  (void) signal_number;           /* only the wait is interrupted */
}

/* Again and again from then on: one that comes just before a wait would be lost. */
static void
ring_after (unsigned seconds)
{
  struct itimerval when = {.it_value.tv_sec = seconds, .it_interval.tv_sec = 1};
  setitimer (ITIMER_REAL, &when, NULL);
}

static void
step_back (const struct portfolio *p, const struct runner *r)
{
  enum { LAST = 15 };
  for (int i = 0; i < p->count; i++)
    if (r[i].pid > 0 && p->step_back[i])
      setpriority (PRIO_PROCESS, (id_t) r[i].pid, getpriority (PRIO_PROCESS, 0) + LAST);     /* if not, it keeps its share */
}

/* What no engine that said ok has looked for; all bits, if there is none. */
static unsigned
open_gaps (const struct portfolio *p, const struct runner *r)
{
  unsigned open = ~0u;
  for (int i = 0; i < p->count; i++)
    if (r[i].said_ok)
      open &= p->gaps ? p->gaps[i] : 0;
  return open;
}

/* An engine still runs that could close one of them. */
static bool
may_close (const struct portfolio *p, const struct runner *r, unsigned open)
{
  for (int i = 0; i < p->count; i++)
    if (r[i].pid > 0 && open & ~p->gaps[i])
      return true;
  return false;
}

/* Waits for the end of an engine. Its index; -1: all have ended, or nobody is waited for any longer. */
static int
wait_for_end (const struct portfolio *p, struct runner *r, bool has_ok)
{
  for (;;) {
    int status;
    pid_t pid = wait (&status);
    if (pid < 0 && errno == EINTR && !has_ok) {
      if (p->unbounded && *p->unbounded)
        step_back (p, r);
      continue;
    }
    if (pid < 0)
      return -1;
    for (int i = 0; i < p->count; i++)
      if (r[i].pid == pid) {
        r[i].pid = 0;
        r[i].code = WIFEXITED (status) ? WEXITSTATUS (status) : EXIT_UNKNOWN;
        r[i].said_ok = r[i].code == EXIT_OK;
        return i;
      }
  }
}

/* The index of the engine that answers, or -1. */
static int
find_winner (const struct portfolio *p, struct runner *r)
{
  struct sigaction action = {.sa_handler = on_alarm};
  time_t begun = time (NULL);
  int first = -1, ended;
  sigaction (SIGALRM, &action, NULL);
  ring_after (p->soon);
  while ((ended = wait_for_end (p, r, first >= 0)) >= 0) {
    if (r[ended].code == EXIT_VIOLATION)
      return ended;
    if (r[ended].said_ok && first < 0) {
      first = ended;
      ring_after (p->patience + (unsigned) (time (NULL) - begun));
    }
    unsigned open = open_gaps (p, r);
    if (first >= 0 && !(open && may_close (p, r, open)))
      return first;
  }
  return first;
}

static void
say_who (const struct portfolio *p, const struct runner *r, int winner)
{
  static const char *const gaps[] = {"pointers that leave their object", "livelocks", "failures by overflow as it is compiled"};
  char name[20];
  unsigned closed = (p->gaps && r[winner].said_ok ? p->gaps[winner] : 0) & ~open_gaps (p, r);
  fprintf (stderr, "portfolio: %s answered first", options_choice ("engine", p->engines[winner], name, sizeof name));
  for (int i = 0; i < p->count; i++)
    for (unsigned k = 0; k < sizeof gaps / sizeof *gaps; k++)
      if (r[i].said_ok && p->gaps && closed & ~p->gaps[i] & 1u << k) {
        fprintf (stderr, "; %s has looked for %s and found none", options_choice ("engine", p->engines[i], name, sizeof name), gaps[k]);
        closed &= ~(1u << k);
      }
  fputc ('\n', stderr);
}

int
portfolio_run (const struct portfolio *p)
{
  struct runner *r = mem_zalloc ((size_t) p->count * sizeof *r);
  scratch_folder ();              /* one for all of them, removed by this process: it may have to kill them */
  for (int i = 0; i < p->count; i++)
    start (p, i, &r[i]);
  int winner = find_winner (p, r);
  ring_after (0);
  for (int i = 0; i < p->count; i++)
    if (r[i].pid > 0) {
      kill (r[i].pid, SIGKILL);
      waitpid (r[i].pid, NULL, 0);
    }
  bool sure = winner >= 0;
  for (int i = 0; i < p->count && winner < 0; i++)
    if (r[i].code != EXIT_USAGE)
      winner = i;
  winner = winner < 0 ? 0 : winner;
  int code = r[winner].code;
  if (!p->quiet && sure)
    say_who (p, r, winner);
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
