/* Idea. What the child may change it has before the protocol is loaded: pipes, from which its standard output and error are
 * passed on here, and a file in memory, to which it appends output files (staged.h). Of these only such are written whose
 * names are on the command line, or are that of a trace. What the child says of the function being called is read as a
 * stranger's text.
 * Why that is sound. A system call that the fence denies ends the child before it acts, so no verdict comes after it. */
#define _GNU_SOURCE
#include "cli/protocol_child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "cli/complaint.h"
#include "cli/output.h"
#include "cli/streams.h"
#include "native/fence.h"
#include "native/relay.h"

struct apart {
  const char *file;
  const struct options *options;
  struct protocol_now *now;       /* shared */
  struct relay out, err;          /* err has no pipe if both are one file */
  FILE *files;                    /* staged */
  int guard[2];                   /* the listener's way; [1] is the child's, until the fence is closed */
};
static struct apart *apart;       /* of the child: there is one */

/* ---- the child ---- */

/* What was open when this command was started is none of the protocol's business: such descriptors stay open in programs that
 * are executed, and ours do not. */
static void
close_inherited (void)
{
  DIR *all = opendir ("/proc/self/fd");
  for (struct dirent *e; all && (e = readdir (all));) {
    int fd = atoi (e->d_name);
    if (*e->d_name != '.' && fd > STDERR_FILENO && fd != complaint_stderr () && !(fcntl (fd, F_GETFD) & FD_CLOEXEC))
      close (fd);
  }
  if (all)
    closedir (all);
}

static void
use_pipes (struct apart *a)
{
  bool is_terminal = isatty (STDOUT_FILENO);
  /* opened anew for reading: with the description of others it could write, truncate and set flags */
  int input = a->options->interactive ? open ("/proc/self/fd/0", O_RDONLY | O_CLOEXEC | O_NOCTTY) : -1;
  if (input < 0)
    input = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2 (input, STDIN_FILENO);
  close (input);
  dup2 (a->out.ends[1], STDOUT_FILENO);
  dup2 (a->err.ends[1] >= 0 ? a->err.ends[1] : a->out.ends[1], complaint_stderr ());
  for (int i = 0; i < 2; i++) {
    close (a->out.ends[i]);
    if (a->err.ends[i] >= 0)
      close (a->err.ends[i]);
  }
  if (is_terminal)
    setvbuf (stdout, NULL, _IOLBF, BUFSIZ);
}

void
protocol_child_close (void)
{
  struct rlimit no_core = {0, 0};
  if (apart->guard[1] < 0)
    return;
  setrlimit (RLIMIT_CORE, &no_core);
  fflush (NULL);
  fence_close (apart->guard[1], false);
  close (apart->guard[1]);
  apart->guard[1] = -1;
}

int
protocol_child_finish (int code)
{
  if (apart)
    apart->now->finished = 1 + (uint32_t) code;
  return code;
}

/* ---- the parent ---- */

/* Interrupts: the child ends in order after the first, and at once after the second if it can still be interrupted. */
static volatile sig_atomic_t interrupts;

static void
on_interrupt (int number)
{
  (void) number;
  interrupts++;
}

static const char *
name_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* FILE.trace, and FILE.NAME.trace where NAME is the protocol's. */
static bool
is_trace_of (const char *path, const char *file)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  const char *name = name_of (file), *dot = strrchr (path, '.');
  size_t n = strlen (name);
  return !strncmp (path, name, n) && path[n] == '.' && !path[n + strspn (path + n, letters)] && !strcmp (dot, ".trace");
}

static enum staged_fate
may_write (void *context, const char *path)
{
  const struct apart *a = context;
  if (output_is_named (a->options, path))
    return a->options->trace && !strcmp (path, a->options->trace) ? STAGED_OPTIONAL : STAGED_WANTED;
  return !a->options->trace && is_trace_of (path, a->file) ? STAGED_OPTIONAL : STAGED_REFUSED;
}

/* Looks whether a function of the protocol waits for ever: the alarm for functions that do not return counts processor time. */
struct stillness {
  uint32_t row;
  double used, since;             /* processor time of the child; when it was last seen to grow */
};

static double
now_seconds (void)
{
  struct timespec t = {0};
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static bool
is_stuck (struct stillness *s, const struct protocol_now *now, pid_t child)
{
  enum { PATIENCE = 10 /* s */ };
  clockid_t clock;
  struct timespec used = {0};
  if (clock_getcpuclockid (child, &clock) || clock_gettime (clock, &used))
    return false;
  double seconds = (double) used.tv_sec + 1e-9 * (double) used.tv_nsec, at = now_seconds ();
  uint32_t row = now->row;
  if (!row || row != s->row || seconds > s->used || s->since <= 0)
    *s = (struct stillness) {row, seconds, at};
  return at - s->since > PATIENCE;
}

/* Limits that the child keeps itself, unless the protocol prevents it: with ample room. The compiler and the search each have the
 * whole of --time. */
static bool
is_beyond (const struct options *o, double begun, pid_t child)
{
  enum { GRACE = 20 /* s */ };
  unsigned long all, resident = 0;
  char path[40];
  if (interrupts > 1 || (o->time > 0 && now_seconds () - begun > 2 * o->time + GRACE))
    return true;
  snprintf (path, sizeof path, "/proc/%d/statm", (int) child);
  FILE *f = fopen (path, "re");
  if (!f || fscanf (f, "%lu %lu", &all, &resident) != 2)
    resident = 0;
  if (f)
    fclose (f);
  return o->memory && (double) resident * (double) sysconf (_SC_PAGESIZE) > 2.0 * (double) o->memory + (256 << 20);
}

/* Until the child has ended, or is to end. True: a function of the protocol waits or does not keep a limit, and the child was
 * ended. */
static bool
watch (struct fence *f, const struct protocol_now *now, const struct options *o)
{
  enum { TICK = 100, LOOK = 1000 /* ms */ };
  struct stillness still = {0};
  double begun = now_seconds ();
  bool is_ended = false;
  int end = (int) syscall (SYS_pidfd_open, f->pid, 0);
  struct pollfd p[] = {{.fd = f->listener, .events = POLLIN}, {.fd = end, .events = POLLIN}};
  siginfo_t info = {0};
  while (!f->denied.count && (waitid (P_PID, (id_t) f->pid, &info, WEXITED | WNOHANG | WNOWAIT) ? errno == EINTR : !info.si_pid)) {
    if (!is_ended && (is_stuck (&still, now, f->pid) || is_beyond (o, begun, f->pid)))
      is_ended = !kill (f->pid, SIGKILL);
    if (poll (p, 2, end < 0 ? TICK : LOOK) <= 0)
      continue;
    if (p[0].revents & POLLIN)
      fence_answer (f);
    else if (p[0].revents)
      p[0].fd = -1;
  }
  if (end >= 0)
    close (end);
  return is_ended;
}

/* What is denied, or NULL. */
static const char *
denied_by (const struct fence *f, char *text, size_t room)
{
  if (!f->denied.count)
    return NULL;
  const char *name = fence_call_name (f->denied.data[0].number);
  if (name)
    return name;
  snprintf (text, room, "system call %d", (int) f->denied.data[0].number);
  return text;
}

/* The shared memory as it is now, with texts that end. */
static struct protocol_now *
take_now (const struct protocol_now *shared)
{
  struct protocol_now *now = mem_alloc (sizeof *now);
  memcpy (now, shared, sizeof *now);
  for (size_t i = 0; i < PROTOCOL_ROWS; i++)
    now->rows[i].name[sizeof now->rows[i].name - 1] = now->rows[i].file[sizeof now->rows[i].file - 1] = 0;
  now->error.text[sizeof now->error.text - 1] = now->error.file[sizeof now->error.file - 1] = 0;
  return now;
}

/* The exit code. */
static int
judge (const struct apart *a, const struct protocol_now *now, const struct fence *f, bool waits, int status)
{
  struct diag diag = {.out = stderr};
  uint32_t row = now->row < PROTOCOL_ROWS ? now->row : 0;
  bool is_known = row && row != PROTOCOL_LAST_ROW;
  struct pos pos = {is_known ? now->rows[row].file : a->file, is_known ? now->rows[row].line : 0, 0};
  const char *name = !row ? "something" : row == PROTOCOL_LAST_ROW ? "a function of the protocol" : now->rows[row].name;
  char text[40];
  const char *denied = denied_by (f, text, sizeof text);
  if (!denied && WIFEXITED (status) && !now->row && now->finished == 1 + (uint32_t) WEXITSTATUS (status) && WEXITSTATUS (status) <= EXIT_UNKNOWN)
    return !staged_write (a->files, may_write, (void *) (uintptr_t) a) ? EXIT_USAGE : WEXITSTATUS (status);
  if (denied)
    diag_error (&diag, pos, "%s ended the check: denied: %s; a protocol's functions make no system calls", name, denied);
  else if (waits || (WIFSIGNALED (status) && WTERMSIG (status) == SIGVTALRM))
    diag_error (&diag, pos, "%s does not return, or needs more than the limits on time and memory", name);
  else if (WIFSIGNALED (status))
    diag_error (&diag, pos, "%s ended the check: %s", name, strsignal (WTERMSIG (status)));
  else
    diag_error (&diag, pos, "%s ended the process: a protocol's functions must return", name);
  return EXIT_UNKNOWN;
}

static void
release (struct apart *a)
{
  for (int i = 0; i < 2; i++)
    if (a->guard[i] >= 0)
      close (a->guard[i]);
  if (a->files)
    fclose (a->files);
  if (a->now)
    munmap (a->now, sizeof *a->now);
}

/* Reports how the child ended, and ends in the same way; returns only if a declaration is wrong, which is an error of the
 * input. */
static void
follow (struct apart *a, pid_t child, struct diag *input)
{
  int status = 0;
  char gap[240];
  struct fence fence;
  sigaction (SIGINT, &(struct sigaction) {.sa_handler = on_interrupt}, NULL);     /* the child reports its results */
  close (a->guard[1]);
  a->guard[1] = -1;
  if (!relay_start (&a->out) || (a->err.ends[1] >= 0 && !relay_start (&a->err)))
    kill (child, SIGKILL);        /* its output could not be shown */
  fence_watch (&fence, child, a->guard[0]);
  fence.has_begun = fence.ends = true;
  bool waits = watch (&fence, a->now, a->options);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  int error = relay_end (&a->out);
  relay_end (&a->err);
  if (!*a->now->error.text || fence.denied.count)
    complaint_pass_all ();
  if (fence.is_closed && fence_gap (&fence.has, "the protocol", gap, sizeof gap))
    diag_note (&(struct diag) {.out = stderr}, (struct pos) {.file = a->file}, "%s", gap);
  struct protocol_now *now = take_now (a->now);
  if (!fence.denied.count && *now->error.text)
    diag_error (input, (struct pos) {now->error.file, now->error.line, 0}, "%s", now->error.text);
  else {
    int code = judge (a, now, &fence, waits, status);
    if (error == EPIPE)
      raise (SIGPIPE);            /* as if we had written it */
    code = error ? streams_lost (code, error) : code;
    scratch_remove ();
    fflush (NULL);
    _exit (code);
  }
  mem_free (now);
  fence_release (&fence);
}

static bool
prepare (struct apart *a)
{
  a->now = mmap (NULL, sizeof *a->now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (a->now == MAP_FAILED) {
    a->now = NULL;
    return false;
  }
  a->files = staged_new ();
  return a->files && !socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, a->guard) && relay_open (&a->out, STDOUT_FILENO)
         && (relay_is_same (STDOUT_FILENO, complaint_stderr ()) || relay_open (&a->err, complaint_stderr ()));
}

struct protocol_now *
protocol_child_begin (const char *file, const struct options *o, struct diag *diag)
{
  static struct apart all;
  struct apart *a = &all;
  if (apart)
    return apart->now;
  *a = (struct apart) {.file = file, .options = o, .guard = {-1, -1}, .out.ends = {-1, -1}, .err.ends = {-1, -1}};
  scratch_folder ();              /* created by the parent, which outlives the child and removes it */
  fflush (NULL);
  bool ok = prepare (a);
  pid_t self = getpid (), child = ok ? fork () : -1;
  if (!child) {
    child_follow (self, SIGKILL); /* a check whose parent was killed must not go on */
    close (a->guard[0]);
    a->guard[0] = -1;
    close_inherited ();
    use_pipes (a);
    staged_into (a->files);
    apart = a;
    return a->now;
  }
  if (child < 0) {
    diag_error (diag, (struct pos) {.file = file}, "cannot start a process for the protocol: %s", strerror (errno));
    relay_end (&a->out);
    relay_end (&a->err);
  } else
    follow (a, child, diag);
  release (a);
  return NULL;
}
