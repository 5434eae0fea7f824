/* Idea. Engines are good at different problems and the best one is not known beforehand: all are started, and the first
 * answer counts.
 * Source. Portfolio solvers; the operating system divides the time, with priorities for the engines that answer most
 * rarely. A problem not decided soon is more often a long proof: where the number of threads is unbounded all engines but
 * the prover lower their priority then.
 * Where we differ. Engines exchange nothing. Only the winner's files are written (staged.h), so that the trace belongs to
 * the reported answer.
 * Why that is sound. Each engine's violation is sound, and so is its ok under its assumptions; an engine that is unknown or
 * refuses decides nothing. Which of two engines is first must not decide between ok and violation, so an ok waits while an
 * engine runs that checks kinds of errors which no engine with an ok has checked. Two oks together only have the gaps of
 * both: at the first error of an execution all assumptions still hold, so an engine that checks its kind finds it. The wait
 * is bounded (`patience`); what was not checked until then is listed among the verdict's assumptions. */
#include "cli/portfolio.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
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
#include "cli/protocol_child.h"
#include "cli/staged.h"
#include "cli/streams.h"

struct runner {
  pid_t pid;                      /* 0: ended */
  bool said_ok;
  FILE *out, *err, *files;        /* its output, messages and staged files */
  int code;
  volatile uint32_t *finished;    /* shared: 1 and the exit code, set as its last act; an exit without it is no answer */
};

static void
copy (FILE *from, FILE *to)
{
  rewind (from);
  staged_copy (from, to, SIZE_MAX);     /* ends at the end of the file; streams_end reports failures */
  fflush (to);
}

static void
start (const struct portfolio *p, int i, struct runner *r)
{
  *r = (struct runner) {.out = tmpfile (), .err = tmpfile (), .files = tmpfile (), .code = EXIT_UNKNOWN};
  void *shared = mmap (NULL, sizeof *r->finished, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!r->out || !r->err || !r->files || shared == MAP_FAILED)
    return;
  r->finished = shared;
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
    perror ("mazurka: warning: nice");     /* the engine only gets a larger share than intended */
  int code = p->run (p->context, p->engines[i], r->files);
  code = streams_end (code);
  fflush (NULL);
  *r->finished = 1 + (uint32_t) code;     /* of a protocol, in the engine's own child: the engine ends with the same code */
  _exit (protocol_child_finish (code));
}

static void
on_alarm (int signal_number)
{
  (void) signal_number;           /* only interrupts the wait */
}

/* Repeated from then on: a signal just before the wait would be lost. */
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
      setpriority (PRIO_PROCESS, (id_t) r[i].pid, getpriority (PRIO_PROCESS, 0) + LAST);     /* on failure it keeps its share */
}

/* Kinds of errors not checked by any engine that said ok; all bits if there is none. */
static unsigned
open_gaps (const struct portfolio *p, const struct runner *r)
{
  unsigned open = ~0u;
  for (int i = 0; i < p->count; i++)
    if (r[i].said_ok)
      open &= p->gaps ? p->gaps[i] : 0;
  return open;
}

/* A running engine could close one of the gaps. */
static bool
may_close (const struct portfolio *p, const struct runner *r, unsigned open)
{
  assert (p->gaps && open != ~0u);
  for (int i = 0; i < p->count; i++)
    if (r[i].pid > 0 && open & ~p->gaps[i])
      return true;
  return false;
}

/* Waits for the end of an engine. Returns its index; -1: all have ended, or the wait is over. */
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
        r[i].code = WIFEXITED (status) && *r[i].finished == 1 + (uint32_t) WEXITSTATUS (status) ? WEXITSTATUS (status) : EXIT_UNKNOWN;
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
  assert (p->count > 0);
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
report_winner (const struct portfolio *p, const struct runner *r, int winner)
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
  scratch_folder ();              /* shared by all engines and removed by this process, which may have to kill them */
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
  assert (winner < p->count && r[winner].pid <= 0);
  int code = r[winner].code;
  if (!p->quiet && sure)
    report_winner (p, r, winner);
  if (r[winner].err)
    copy (r[winner].err, stderr);
  if (r[winner].out)
    copy (r[winner].out, stdout);
  if (r[winner].files && !staged_write (r[winner].files, NULL, NULL))
    code = EXIT_USAGE;
  for (int i = 0; i < p->count; i++) {
    FILE *files[] = {r[i].out, r[i].err, r[i].files};
    for (int k = 0; k < 3; k++)
      if (files[k])
        fclose (files[k]);
    if (r[i].finished)
      munmap ((void *) (uintptr_t) r[i].finished, sizeof *r[i].finished);
  }
  mem_free (r);
  return code;
}
