#define _GNU_SOURCE
#include "native/supervise.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

enum { FIRST_FD = 198, TICK = 200 /* ms */ };
enum { SHADOW = 40 };             /* bytes that a byte of the program's heap may cost with all that is kept about it */

/* Seconds: until silence counts as a loop; of grace after a request to end. */
static const double silence = 10, grace = 1;

struct run {
  const struct supervise *s;
  struct wire_log *log;
  pid_t pid;
  int pipe, status;
  int said;                       /* a file of what it writes to standard error before main; -1: none */
  struct rusage usage;
  bool is_gone;                   /* waited for */
  double start, heard, asked;     /* when; asked is 0 before */
  uint64_t memory;
  enum supervise_end end;
  char *why;
  size_t room;
};

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* ---- starting ---- */

static bool
write_all (int fd, const void *data, size_t bytes)
{
  const char *p = data;
  while (bytes) {
    ssize_t n = write (fd, p, bytes);
    if (n < 0 && errno != EINTR)
      return false;
    p += n > 0 ? n : 0;
    bytes -= n > 0 ? (size_t) n : 0;
  }
  return true;
}

static uint64_t
most_memory (void)
{
  return mem_of_machine () / 4 * 3;
}

/* A file with the orders, at its beginning; its number is far from those that
 * the program's own files will have. -1: errno says why. */
static int
make_orders (const struct supervise *s)
{
  int made = memfd_create ("mazurka-orders", MFD_CLOEXEC);
  int fd = made < 0 ? -1 : fcntl (made, F_DUPFD, FIRST_FD);
  struct wire_orders orders = s->orders;
  orders.memory = (s->memory ? s->memory : most_memory ()) / SHADOW;
  if (fd >= 0 && (!write_all (fd, &orders, sizeof orders) ||
                  !write_all (fd, s->steps, s->orders.nsteps * sizeof *s->steps) || lseek (fd, 0, SEEK_SET) < 0)) {
    close (fd);
    fd = -1;
  }
  if (made >= 0)
    close (made);
  return fd;
}

static void
say_wire (int in, int out, pid_t keeper)
{
  char value[60];
  snprintf (value, sizeof value, keeper ? "%d,%d,%d" : "%d,%d", in, out, (int) keeper);
  setenv (WIRE_VARIABLE, value, 1);
}

/* The child's part: does not return. Errors go to `trouble` as an errno. */
static _Noreturn void
become_program (const struct supervise *s, int in, int out, int trouble, int said)
{
  struct rlimit no_core = {0, 0};
  int null = open ("/dev/null", O_RDWR);
  sigset_t none;
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPIPE, SIG_DFL);
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CORE, &no_core);
  personality (ADDR_NO_RANDOMIZE);
  for (int fd = 0; fd < (s->show_output ? 1 : 3); fd++)
    dup2 (fd == 2 && said >= 0 ? said : null, fd);
  if (null > 2)
    close (null);
  say_wire (in, out, 0);
  execv (s->program, s->argv);
  int error = errno;
  write_all (trouble, &error, sizeof error);
  _exit (127);
}

static bool
fail (struct run *r, enum supervise_end end, const char *what, const char *detail)
{
  r->end = end;
  snprintf (r->why, r->room, "%s%s%s", what, detail ? ": " : "", detail ? detail : "");
  return false;
}

enum { SAID = 4096 };             /* bytes: it cannot grow */

static int
make_said (void)
{
  int fd = memfd_create (WIRE_SAID, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd >= 0 && (ftruncate (fd, SAID) || fcntl (fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK))) {
    close (fd);
    fd = -1;
  }
  return fd;
}

/* A program that does not come to main says why, if it says anything. */
static void
repeat_said (const struct run *r)
{
  char text[SAID + 1] = "";
  if (r->said >= 0 && pread (r->said, text, SAID, 0) > 0 && *text)
    fprintf (stderr, "%s%s", text, text[strlen (text) - 1] == '\n' ? "" : "\n");
}

static bool
start (struct run *r)
{
  int pipes[2] = {-1, -1}, trouble[2] = {-1, -1}, error = 0;
  int in = make_orders (r->s);
  int out = -1;
  r->said = r->s->show_output ? -1 : make_said ();
  if (in >= 0 && !pipe2 (pipes, O_CLOEXEC) && !pipe2 (trouble, O_CLOEXEC))
    out = fcntl (pipes[1], F_DUPFD, FIRST_FD + 1);
  if (out >= 0)
    r->pid = fork ();
  if (out < 0 || r->pid < 0)
    error = errno;
  else if (!r->pid)
    become_program (r->s, in, out, trouble[1], r->said);
  if (trouble[1] >= 0)
    close (trouble[1]);
  if (!error)
    setpgid (r->pid, r->pid);     /* both do it, whoever comes first */
  if (!error && read (trouble[0], &error, sizeof error) == sizeof error)
    waitpid (r->pid, &r->status, 0);
  int rest[] = {in, out, pipes[1], trouble[0]};
  for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
    if (rest[i] >= 0)
      close (rest[i]);
  r->pipe = pipes[0];
  if (error)
    return fail (r, SUPERVISE_NOT_STARTED, "the program cannot be started", strerror (error));
  fcntl (r->pipe, F_SETFL, O_NONBLOCK);
  return true;
}

/* ---- watching ---- */

/* Bytes of memory in use; 0 if nobody knows. */
static uint64_t
memory_of (pid_t pid)
{
  char path[40];
  unsigned long long size, resident = 0;
  snprintf (path, sizeof path, "/proc/%d/statm", (int) pid);
  FILE *f = fopen (path, "r");
  if (!f)
    return 0;
  if (fscanf (f, "%llu %llu", &size, &resident) != 2)
    resident = 0;
  fclose (f);
  return resident * (uint64_t) sysconf (_SC_PAGESIZE);
}

/* Asks the program to come to an end, once. */
static void
ask (struct run *r, int signal)
{
  if (r->asked)
    return;
  r->asked = now ();
  kill (r->pid, signal);
}

/* Looks at clocks and memory; false if the program must be killed. */
static bool
goes_on (struct run *r)
{
  double t = now (), limit = r->s->orders.seconds, patience = r->s->silence > 0 ? r->s->silence : silence;
  if (r->s->interrupt && *r->s->interrupt && r->end != SUPERVISE_INTERRUPTED) {
    fail (r, SUPERVISE_INTERRUPTED, "interrupted", NULL);
    ask (r, WIRE_SIGNAL_END);
  } else if (limit > 0 && t - r->start > limit + grace && !r->asked) {
    fail (r, SUPERVISE_TIME, "not finished in time (--time)", NULL);
    ask (r, WIRE_SIGNAL_END);
  } else if (t - r->heard > patience && !r->asked) {
    fail (r, SUPERVISE_SILENT, "no thread reached an operation for 10 seconds: the program loops, or waits for something outside the checker's control", NULL);
    ask (r, WIRE_SIGNAL_WHERE);
  }
  if (memory_of (r->pid) > r->memory)
    return fail (r, SUPERVISE_MEMORY, "the program reached the limit on memory (--memory)", NULL);
  return !r->asked || t - r->asked < grace;
}

/* Everything that is said now; false at the end of it. */
static bool
listen_once (struct run *r)
{
  struct pollfd p = {.fd = r->pipe, .events = POLLIN};
  if (poll (&p, 1, TICK) <= 0)
    return true;
  enum wire_log_state state = wire_log_read (r->log, r->pipe);
  if (state == WIRE_LOG_MORE) {
    r->heard = now ();
    if (r->s->progress)
      r->s->progress (r->s->progress_context, &r->log->progress);
  }
  return state != WIRE_LOG_END;
}

/* Waits a little for the process to end by itself. */
static void
wait_a_little (struct run *r)
{
  double until = now () + grace;
  struct timespec pause = {.tv_nsec = 2000000};
  while (!r->is_gone && now () < until) {
    pid_t got = wait4 (r->pid, &r->status, WNOHANG, &r->usage);
    r->is_gone = got == r->pid || (got < 0 && errno != EINTR);
    if (!r->is_gone)
      nanosleep (&pause, NULL);
  }
}

/* Nothing of the program is left afterwards, whatever processes it made. */
static void
put_away (struct run *r)
{
  kill (-r->pid, SIGKILL);
  while (!r->is_gone && wait4 (r->pid, &r->status, 0, &r->usage) < 0 && errno == EINTR)
    ;
}

static void
say_how_it_went (struct run *r)
{
  const char *when = r->log->modules.count ? "before the exploration was over" : "before it reached main";
  if (WIFSIGNALED (r->status))
    snprintf (r->why, r->room, "the program was killed by signal %d (%s) %s", WTERMSIG (r->status),
              strsignal (WTERMSIG (r->status)), when);
  else
    snprintf (r->why, r->room, "the program ended with exit code %d %s", WEXITSTATUS (r->status), when);
}

enum supervise_end
supervise_run (const struct supervise *s, struct wire_log *log, char *why, size_t room)
{
  struct run r = {.s = s, .log = log, .end = SUPERVISE_DONE, .why = why, .room = room,
                  .memory = s->memory ? s->memory : most_memory ()};
  *log = (struct wire_log) {.nobserved = s->orders.nobserved};
  if (!start (&r)) {
    if (r.pipe >= 0)
      close (r.pipe);
    return r.end;
  }
  r.start = r.heard = now ();
  bool is_listening = true;
  while (is_listening && !log->is_done && goes_on (&r))
    is_listening = listen_once (&r);
  if (log->is_done || (!is_listening && !log->malformed))
    wait_a_little (&r);
  bool was_gone = r.is_gone;
  put_away (&r);
  close (r.pipe);
  log->memory = (uint64_t) r.usage.ru_maxrss * 1024;
  if (log->malformed)
    fail (&r, SUPERVISE_MALFORMED, "the program has damaged the checker's memory inside it", log->malformed);
  else if (r.end == SUPERVISE_DONE && !log->is_done && !was_gone)
    fail (&r, SUPERVISE_GONE, "the program closed its connection to the checker", NULL);
  else if (r.end == SUPERVISE_DONE && !log->is_done) {
    r.end = SUPERVISE_GONE;
    say_how_it_went (&r);
    if (!log->modules.count)
      repeat_said (&r);
  }
  if (r.said >= 0)
    close (r.said);
  assert (r.end != SUPERVISE_DONE || (log->is_done && !log->malformed));
  assert (r.end == SUPERVISE_DONE || *why);
  return r.end;
}

bool
supervise_prepare (const struct supervise *s, char *why, size_t room)
{
  int in = make_orders (s), null = open ("/dev/null", O_WRONLY);
  int out = null < 0 ? -1 : fcntl (null, F_DUPFD, FIRST_FD + 1);
  if (in >= 0 && out >= 0) {
    say_wire (in, out, getpid ());
    return true;
  }
  snprintf (why, room, "%s", strerror (errno));
  return false;
}
