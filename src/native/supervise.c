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
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/measure.h"
#include "base/mem.h"
#include "native/descendants.h"
#include "native/fence.h"
#include "native/relay.h"

enum { FIRST_FD = 198, TICK = 200 /* ms */ };
enum { SHADOW = 40 };             /* bytes that a byte of the program's heap may cost, with the checker's data about it */

/* Seconds without a record until the program is assumed to loop; and of grace after a request to end. */
static const double silence = 10, grace = 1;

struct run {
  const struct supervise *s;
  struct wire_log *log;
  struct fence fence;
  struct descendants before;
  struct wire_again how;          /* settings of the next start */
  pid_t self, pid;
  int pipe, status;
  int said;                       /* a file for its standard error before main; -1: none */
  struct relay shown[2];          /* of standard output and, if that is another file, standard error; if its output is shown */
  struct rusage usage;
  bool is_gone;                   /* waited for */
  double start, heard, asked;     /* times of the start, the last record, and the request to end (0: none yet) */
  double held_up;                 /* seconds that it had waited for a processor at the last look */
  uint64_t memory;
  enum supervise_end end;
  char *why;
  size_t room;
};

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

/* A file with the orders, positioned at its beginning; its descriptor is far from
 * those of the program's own files. -1: errno is set. */
static int
make_orders (const struct supervise *s, const uint64_t nonce[2])
{
  int made = memfd_create ("mazurka-orders", MFD_CLOEXEC);
  int fd = made < 0 ? -1 : fcntl (made, F_DUPFD, FIRST_FD);
  struct wire_orders orders = s->orders;
  orders.nonce[0] = nonce[0];
  orders.nonce[1] = nonce[1];
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

/* Only these two descriptors are inherited: the program must not get others that this process was started with. */
static void
keep_open (int in, int out)
{
  close_range (3, ~0u, CLOSE_RANGE_CLOEXEC);
  fcntl (in, F_SETFD, 0);
  fcntl (out, F_SETFD, 0);
}

/* The child's part of a start: does not return. An error is written to `trouble`, as an errno. */
static _Noreturn void
become_program (const struct run *r, int in, int out, int trouble, int guard)
{
  const struct supervise *s = r->s;
  struct rlimit no_core = {0, 0};
  int null = open ("/dev/null", O_RDWR);
  sigset_t none;
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPIPE, SIG_DFL);
  setpgid (0, 0);
  child_follow (r->self, SIGKILL);
  setrlimit (RLIMIT_CORE, &no_core);
  personality (ADDR_NO_RANDOMIZE);
  dup2 (null, 0);
  dup2 (s->show_output ? r->shown[0].ends[1] : null, 1);
  dup2 (s->show_output ? r->shown[r->shown[1].runs].ends[1] : r->said >= 0 ? r->said : null, 2);
  if (null > 2)
    close (null);
  say_wire (in, out, 0);
  if (r->how.forked)
    setenv (WIRE_FORKED, "1", 1);
  if (r->how.constructors)
    setenv (WIRE_CONSTRUCTORS, "1", 1);
  keep_open (in, out);
  fence_close (guard, true);
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

/* Repeats what a program has written to standard error if it did not reach main: perhaps the reason. */
static void
repeat_said (const struct run *r)
{
  char text[SAID + 1] = "";
  if (r->said >= 0 && pread (r->said, text, SAID, 0) > 0 && *text)
    fprintf (stderr, "%s%s", text, text[strlen (text) - 1] == '\n' ? "" : "\n");
}

/* Relays standard output and error, with one relay if they are the same file. */
static bool
show (struct run *r)
{
  return relay_open (&r->shown[0], 1) && relay_start (&r->shown[0])
         && (relay_is_same (1, 2) || (relay_open (&r->shown[1], 2) && relay_start (&r->shown[1])));
}

static bool
start (struct run *r)
{
  int pipes[2] = {-1, -1}, trouble[2] = {-1, -1}, guard[2] = {-1, -1}, error = 0;
  uint64_t nonce[2];
  int in = getrandom (nonce, sizeof nonce, 0) == sizeof nonce ? make_orders (r->s, nonce) : -1;
  int out = -1;
  wire_log_restart (r->log, nonce);
  r->said = r->s->show_output ? -1 : make_said ();
  if (in >= 0 && !pipe2 (pipes, O_CLOEXEC) && !pipe2 (trouble, O_CLOEXEC) && !socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, guard))
    out = fcntl (pipes[1], F_DUPFD, FIRST_FD + 1);
  r->self = getpid ();
  if (out >= 0)
    r->pid = fork ();
  if (out < 0 || r->pid < 0)
    error = errno;
  else if (!r->pid)
    become_program (r, in, out, trouble[1], guard[1]);
  for (int i = 0; i < 2; i++)
    if ((i ? guard : trouble)[1] >= 0)
      close ((i ? guard : trouble)[1]);
  if (!error) {
    setpgid (r->pid, r->pid);     /* by both processes, because either may be first */
    fence_watch (&r->fence, r->pid, guard[0]);
    fence_begin (&r->fence);
  }
  if (!error && read (trouble[0], &error, sizeof error) == sizeof error)
    waitpid (r->pid, &r->status, 0);
  int rest[] = {in, out, pipes[1], trouble[0], guard[0]};
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

/* The seconds since the last record, without the time that it had to wait for a processor. */
static double
silent_for (struct run *r, double t)
{
  double all = measure_held_up (r->pid);
  if (all > r->held_up)
    r->heard += all - r->held_up;
  r->held_up = all;
  r->heard = r->heard < t ? r->heard : t;
  return t - r->heard;
}

/* Asks the program to end, once. */
static void
ask (struct run *r, int signal)
{
  if (r->asked)
    return;
  assert (r->pid > 1);
  r->asked = measure_seconds ();
  kill (r->pid, signal);
}

/* Checks time and memory; false if the program must be killed. */
static bool
goes_on (struct run *r)
{
  double t = measure_seconds (), limit = r->s->orders.seconds, patience = r->s->silence > 0 ? r->s->silence : silence, silent = silent_for (r, t);
  if (r->s->interrupt && *r->s->interrupt && r->end != SUPERVISE_INTERRUPTED) {
    fail (r, SUPERVISE_INTERRUPTED, "interrupted", NULL);
    ask (r, WIRE_SIGNAL_END);
  } else if (limit > 0 && t - r->start > limit + grace && !r->asked) {
    fail (r, SUPERVISE_TIME, "not finished in time (--time)", NULL);
    ask (r, WIRE_SIGNAL_END);
  } else if (silent > patience && !r->asked) {
    fail (r, SUPERVISE_SILENT, "no thread reached an operation for 10 seconds: the program loops, or waits for something outside the checker's control", NULL);
    ask (r, WIRE_SIGNAL_WHERE);
  }
  if (measure_memory (r->pid) > r->memory)
    return fail (r, SUPERVISE_MEMORY, "the program reached the limit on memory (--memory)", NULL);
  return !r->asked || t - r->asked < grace;
}

/* Reads what is in the pipe; false at its end. */
static bool
read_some (struct run *r)
{
  enum wire_log_state state = wire_log_read (r->log, r->pipe);
  if (state == WIRE_LOG_MORE) {
    r->heard = measure_seconds ();
    if (r->s->progress)
      r->s->progress (r->s->progress_context, &r->log->progress);
  }
  return state != WIRE_LOG_END;
}

/* Answers a system call that waits at the fence. Records that the program wrote before are read first, because a fork is allowed
 * only after the exploration has begun. */
static bool
answer (struct run *r)
{
  bool goes_on = read_some (r);
  r->fence.may_fork = r->how.forked && r->log->has_begun;   /* before that the process may execute code of the program */
  fence_answer (&r->fence);
  if (r->fence.denied.count)
    wire_log_deny (r->log);
  return goes_on;
}

/* Waits for records or system calls, and handles them; false at the end of the pipe. */
static bool
listen_once (struct run *r)
{
  struct pollfd p[] = {{.fd = r->pipe, .events = POLLIN}, {.fd = r->fence.listener, .events = POLLIN}};
  if (poll (p, 2, TICK) <= 0)
    return true;
  bool goes_on = p[1].revents & POLLIN ? answer (r) : true;
  return goes_on && p[0].revents ? read_some (r) : goes_on;
}

/* Waits a little for the process to end by itself. */
static void
wait_a_little (struct run *r)
{
  double until = measure_seconds () + grace;
  struct timespec pause = {.tv_nsec = 2000000};
  while (!r->is_gone && measure_seconds () < until) {
    pid_t got = wait4 (r->pid, &r->status, WNOHANG, &r->usage);
    r->is_gone = got == r->pid || (got < 0 && errno != EINTR);
    if (!r->is_gone)
      nanosleep (&pause, NULL);
  }
}

/* Ends all processes of the program: its group, and processes that left the group, which have become children of this process. */
static void
put_away (struct run *r)
{
  assert (r->pid > 1);
  kill (-r->pid, SIGKILL);
  while (!r->is_gone && wait4 (r->pid, &r->status, 0, &r->usage) < 0 && errno == EINTR)
    ;
  descendants_end (&r->before);
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

/* Reports the denied calls: the exploration is not complete. */
static void
take_denied (struct run *r)
{
  struct wire_log *log = r->log;
  for (size_t i = 0; i < r->fence.denied.count; i++) {
    const struct fence_denied *d = &r->fence.denied.data[i];
    const char *name = fence_call_name (d->number);
    char text[80];
    if (name)
      snprintf (text, sizeof text, "denied: %s", name);
    else
      snprintf (text, sizeof text, "denied: system call %d", (int) d->number);
    VEC_PUSH (log->unseen, ((struct wire_log_unseen) {d->pc, mem_strdup (text), mem_strdup ("")}));
    log->done.exhaustive = false;
  }
  if (wire_log_drop_doubtful (log))
    VEC_PUSH (log->notes, mem_strdup ("what was found after a denied call is not reported, as it may come of that"));
}

static void
take_gaps (struct run *r)
{
  char text[240];
  if (fence_gap (&r->fence.has, "the program", text, sizeof text))
    VEC_PUSH (r->log->notes, mem_strdup (text));
}

/* One start of the program, to its end. False: it was not started. */
static bool
run_once (struct run *r)
{
  bool is_listening = true;
  r->is_gone = false;
  r->asked = 0;
  if (!start (r))
    return false;
  r->heard = measure_seconds ();
  while (is_listening && !r->log->is_done && !r->log->is_again && goes_on (r))
    is_listening = listen_once (r);
  if (r->log->is_done || r->log->is_again || (!is_listening && !r->log->malformed))
    wait_a_little (r);
  return true;
}

static void
leave (struct run *r)
{
  assert (r->pipe >= 0);
  put_away (r);
  while (wire_log_read (r->log, r->pipe) == WIRE_LOG_MORE)
    ;                             /* records after the last one are malformed */
  take_denied (r);
  fence_release (&r->fence);
  close (r->pipe);
  r->pipe = -1;
}

/* True if the program asks for another start with new settings. */
static bool
wants_more (struct run *r)
{
  struct wire_log *log = r->log;
  if (!log->is_again || log->malformed || r->end != SUPERVISE_DONE)
    return false;
  struct wire_again how = {r->how.forked | !!log->again.forked, r->how.constructors | !!log->again.constructors};
  bool is_new = how.forked != r->how.forked || how.constructors != r->how.constructors;
  if (!is_new)
    log->malformed = "it asks to be started as it was";
  r->how = how;
  return is_new;
}

/* Sets the reason of an end other than that of a finished exploration. */
static void
judge_end (struct run *r, bool was_gone)
{
  const struct wire_log *log = r->log;
  if (log->is_full)
    fail (r, SUPERVISE_MEMORY, "the program's records reached the limit on memory (--memory)", NULL);
  else if (log->malformed)
    fail (r, SUPERVISE_MALFORMED, "the program's records do not fit (has it damaged the checker's memory inside it?)", log->malformed);
  else if (r->end == SUPERVISE_DONE && !log->is_done && !was_gone)
    fail (r, SUPERVISE_GONE, "the program closed its connection to the checker", NULL);
  else if (r->end == SUPERVISE_DONE && !log->is_done) {
    r->end = SUPERVISE_GONE;
    say_how_it_went (r);
    if (!log->modules.count)
      repeat_said (r);
  }
}

enum supervise_end
supervise_run (const struct supervise *s, struct wire_log *log, char *why, size_t room)
{
  uint64_t memory = s->memory ? s->memory : most_memory ();
  struct run r = {.s = s, .log = log, .end = SUPERVISE_DONE, .why = why, .room = room, .memory = memory, .pipe = -1, .said = -1};
  bool was_gone = false;
  *log = (struct wire_log) {.nobserved = s->orders.nobserved, .most = memory};
  descendants_begin (&r.before);
  r.start = measure_seconds ();
  if (s->show_output && !show (&r))
    fail (&r, SUPERVISE_NOT_STARTED, "the program cannot be started", strerror (errno));
  while (r.end != SUPERVISE_NOT_STARTED) {
    if (r.said >= 0)
      close (r.said);
    if (!run_once (&r))
      break;
    was_gone = r.is_gone;
    leave (&r);
    if (!wants_more (&r))
      break;
  }
  for (int i = 0; i < 2; i++)
    if (r.shown[i].runs)
      relay_end (&r.shown[i]);
  if (r.end != SUPERVISE_NOT_STARTED) {
    log->memory = (uint64_t) r.usage.ru_maxrss * 1024;
    judge_end (&r, was_gone);
    take_gaps (&r);
  }
  if (r.pipe >= 0)
    close (r.pipe);
  if (r.said >= 0)
    close (r.said);
  descendants_release (&r.before);
  assert (r.end != SUPERVISE_DONE || (log->is_done && !log->malformed));
  assert (r.end == SUPERVISE_DONE || *why);
  return r.end;
}

bool
supervise_prepare (const struct supervise *s, char *why, size_t room)
{
  int in = make_orders (s, (uint64_t[2]) {0}), null = open ("/dev/null", O_WRONLY);
  int out = null < 0 ? -1 : fcntl (null, F_DUPFD, FIRST_FD + 1);
  if (in >= 0 && out >= 0) {
    say_wire (in, out, getpid ());
    return true;
  }
  snprintf (why, room, "%s", strerror (errno));
  return false;
}
