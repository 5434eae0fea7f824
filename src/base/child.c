/* Helper programs. See child.h. */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/measure.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/scratch.h"

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void
limit (int resource, uint64_t most)
{
  struct rlimit r;
  if (getrlimit (resource, &r))
    return;
  if (r.rlim_cur == RLIM_INFINITY || r.rlim_cur > most)
    r.rlim_cur = most;
  setrlimit (resource, &r);
}

void
child_follow (pid_t parent, int signal)
{
  prctl (PR_SET_PDEATHSIG, signal);
  if (getppid () != parent)
    raise (signal);
}

/* Remains as a process between this one and the command, in the group of both, so that everything a driver has started ends
 * when this process ends, for whatever reason. Returns in the process that becomes the command. */
static void
stay_between (const char *name, pid_t parent)
{
  sigset_t waited;
  siginfo_t info;
  int status = 0;
  pid_t self = getpid (), command = fork ();
  if (!command) {
    child_follow (self, SIGKILL);
    return;
  }
  sigemptyset (&waited);
  sigaddset (&waited, SIGCHLD);
  sigaddset (&waited, SIGTERM);
  signal (SIGTERM, SIG_DFL);
  prctl (PR_SET_NAME, path_name (name));   /* process lists show the name of the command */
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  sigprocmask (SIG_SETMASK, &waited, NULL);
  pid_t ended = 0;
  while (command > 0 && getppid () == parent && !(ended = waitpid (command, &status, WNOHANG)))
    sigwaitinfo (&waited, &info);
  if (ended != command)
    kill (0, SIGKILL);
  if (WIFEXITED (status))
    _exit (WEXITSTATUS (status));
  signal (WTERMSIG (status), SIG_DFL);
  raise (WTERMSIG (status));
  _exit (126);
}

static _Noreturn void
become (const struct child *c, pid_t parent, const sigset_t *before)
{
  int null = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  setpgid (0, 0);
  stay_between (c->argv[0], parent);
  dup2 (null, STDIN_FILENO);
  if (c->out)
    dup2 (fileno (c->out), STDOUT_FILENO);
  if (c->said)
    dup2 (fileno (c->said), STDERR_FILENO);
  for (const char *const *e = c->environment; e && *e; e++)
    putenv ((char *) *e);
  scratch_pass_on ();
  sigprocmask (SIG_SETMASK, before, NULL);
  uint64_t half = mem_of_machine () / 2;
  limit (RLIMIT_FSIZE, c->most_bytes ? c->most_bytes : child_bytes);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_AS, c->most_memory ? c->most_memory : half < child_bytes ? half : child_bytes);   /* set last: after this no memory can be allocated here */
  execvp (c->argv[0], c->argv);
  _exit (errno == ENOENT ? 127 : 126);
}

/* Waits for the end of the child, or for a reason to end it: the signal, or -1 for the time limit. 0: it has ended; its
 * process number is still reserved. */
static int
wait_for (pid_t pid, const sigset_t *waited, double end)
{
  for (;;) {
    siginfo_t info = {0};
    if (waitid (P_PID, (id_t) pid, &info, WEXITED | WNOHANG | WNOWAIT) ? errno != EINTR : info.si_pid == pid)
      return 0;
    double left = end - measure_seconds ();
    if (left <= 0)
      return -1;
    left = left < 1e6 ? left : 1e6;
    struct timespec t = {.tv_sec = (time_t) left, .tv_nsec = (long) ((left - floor (left)) * 1e9)};
    int s = sigtimedwait (waited, NULL, &t);
    if (s > 0 && s != SIGCHLD)
      return s;
  }
}

static enum child_end
end_of (int status)
{
  if (WIFSIGNALED (status) && WTERMSIG (status) == SIGXFSZ)
    return CHILD_TOO_MUCH;
  if (!WIFEXITED (status))
    return CHILD_FAILED;
  return WEXITSTATUS (status) == 127 ? CHILD_MISSING : WEXITSTATUS (status) ? CHILD_FAILED : CHILD_DONE;
}

/* The signals that end this process, unless they were ignored when it was started. */
static void
signals_of (sigset_t *set)
{
  struct sigaction now;
  sigemptyset (set);
  sigaddset (set, SIGCHLD);
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
    if (!sigaction (ending[i], NULL, &now) && now.sa_handler != SIG_IGN)
      sigaddset (set, ending[i]);
}

enum child_end
child_run (const struct child *c)
{
  sigset_t waited, before;
  struct sigaction noticed = {.sa_handler = SIG_DFL}, children;
  int status = 0, why = 0;
  double end = measure_seconds () + (c->seconds > 0 ? c->seconds : CHILD_SECONDS);
  signals_of (&waited);
  fflush (NULL);
  sigaction (SIGCHLD, &noticed, &children);
  sigprocmask (SIG_BLOCK, &waited, &before);
  pid_t parent = getpid (), pid = fork ();
  if (!pid)
    become (c, parent, &before);
  if (pid > 0) {
    setpgid (pid, pid);           /* also in the parent: whichever process runs first */
    why = wait_for (pid, &waited, end);
    kill (-pid, SIGKILL);         /* also processes left behind by a driver that has ended */
    while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
      ;
  }
  sigprocmask (SIG_SETMASK, &before, NULL);
  sigaction (SIGCHLD, &children, NULL);
  if (why > 0)
    raise (why);                  /* returns if the signal is caught */
  return pid < 0 ? CHILD_NO_PROCESS : why > 0 ? CHILD_STOPPED : why < 0 ? CHILD_LATE : end_of (status);
}

const char *
child_why (enum child_end end)
{
  switch (end) {
  case CHILD_NO_PROCESS: return "no process can be started for it";
  case CHILD_LATE: return "it did not end in time and was stopped";
  case CHILD_TOO_MUCH: return "it wrote too much and was stopped";
  case CHILD_STOPPED: return "it was interrupted";
  default: return NULL;
  }
}

void
child_complain (enum child_end end, const char *what, struct diag *diag, struct pos pos)
{
  const char *why = child_why (end);
  if (end == CHILD_LATE)
    diag_late (diag, pos, "%s: %s", what, why);
  else if (why)
    diag_error (diag, pos, "%s: %s", what, why);
}

void
child_repeat (FILE *said, FILE *to, bool (*skips) (void *, const char *), void *context)
{
  enum { MOST = 16 << 20 };       /* limit on repeated messages */
  struct str clean = {0};
  char *line = NULL;
  size_t room = 0, all = 0;
  ssize_t n;
  rewind (said);
  while (to && all < MOST && (n = getline (&line, &room, said)) > 0) {
    all += (size_t) n;
    if (skips && skips (context, line))
      continue;
    str_clear (&clean);
    add_clean_lines (&clean, line);
    fputs (str_text (&clean), to);
  }
  free (line);
  str_release (&clean);
}
