/* Idea: a list of the system calls that only read, or change nothing but the caller's own memory, descriptors and process;
 * with conditions on arguments where a call can do more. Every call that is not on it is denied, also calls that future
 * kernels add. Paths are never examined, because a program can change them before the kernel reads them again.
 *
 * The parent allows only calls whose arguments are numbers, or whose caller has not executed the program yet: the first
 * execve, fork if each execution has a process, kill within the program's own group. */
#define _GNU_SOURCE
#include "native/fence.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "native/fence_names.h"

/* ---- allowed calls ---- */

/* A condition on a half of an argument: (half & mask) == value. */
struct condition { uint8_t half; uint32_t mask, value; };
struct row { uint32_t number; struct condition conditions[2]; };   /* mask 0: none */

#define LOW(argument) (2 * (argument))
#define HIGH(argument) (2 * (argument) + 1)
#define IS(argument, value) {LOW (argument), UINT32_MAX, value}
#define WITHOUT(argument, bits) {LOW (argument), bits, 0}
#define ALLOW(name) {SYS_##name, {{0}}}
#define ALLOW_IF(name, ...) {SYS_##name, {__VA_ARGS__}}

/* Flags of open for writing or making a file. O_TMPFILE contains O_DIRECTORY. */
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY))

static const struct row allowed[] = {
  /* memory */
  ALLOW (mmap), ALLOW (munmap), ALLOW (mprotect), ALLOW (mremap), ALLOW (madvise), ALLOW (mincore), ALLOW (msync), ALLOW (brk),
  ALLOW (mlock), ALLOW (mlock2), ALLOW (munlock), ALLOW (mlockall), ALLOW (munlockall), ALLOW (membarrier), ALLOW (memfd_create),
  ALLOW (pkey_alloc), ALLOW (pkey_free), ALLOW (pkey_mprotect),
  /* open descriptors */
  ALLOW (read), ALLOW (pread64), ALLOW (readv), ALLOW (preadv), ALLOW (preadv2), ALLOW (write), ALLOW (pwrite64), ALLOW (writev),
  ALLOW (pwritev), ALLOW (pwritev2), ALLOW (lseek), ALLOW (close), ALLOW (close_range), ALLOW (dup), ALLOW (dup2), ALLOW (dup3),
  ALLOW (ftruncate), ALLOW (fallocate), ALLOW (fsync), ALLOW (sync), ALLOW (syncfs), ALLOW (fdatasync), ALLOW (fadvise64), ALLOW (readahead), ALLOW (pipe), ALLOW (pipe2),
  ALLOW (poll), ALLOW (ppoll), ALLOW (select), ALLOW (pselect6), ALLOW (epoll_create), ALLOW (epoll_create1), ALLOW (epoll_ctl),
  ALLOW (epoll_wait), ALLOW (epoll_pwait), ALLOW (epoll_pwait2), ALLOW (eventfd), ALLOW (eventfd2), ALLOW (signalfd), ALLOW (signalfd4),
  ALLOW (timerfd_create), ALLOW (timerfd_settime), ALLOW (timerfd_gettime), ALLOW (sendfile), ALLOW (splice), ALLOW (tee), ALLOW (vmsplice),
  ALLOW (copy_file_range), ALLOW (inotify_init), ALLOW (inotify_init1), ALLOW (inotify_add_watch), ALLOW (inotify_rm_watch),
  ALLOW_IF (fcntl, IS (1, F_DUPFD)), ALLOW_IF (fcntl, IS (1, F_DUPFD_CLOEXEC)), ALLOW_IF (fcntl, IS (1, F_GETFD)), ALLOW_IF (fcntl, IS (1, F_SETFD)),
  ALLOW_IF (fcntl, IS (1, F_GETFL)), ALLOW_IF (fcntl, IS (1, F_SETFL), WITHOUT (2, O_ASYNC)), ALLOW_IF (fcntl, IS (1, F_GETLK)),
  ALLOW_IF (fcntl, IS (1, F_GETPIPE_SZ)), ALLOW_IF (fcntl, IS (1, F_SETPIPE_SZ)), ALLOW_IF (fcntl, IS (1, F_ADD_SEALS)), ALLOW_IF (fcntl, IS (1, F_GET_SEALS)),
  ALLOW_IF (ioctl, IS (1, 0x5401 /* TCGETS */)), ALLOW_IF (ioctl, IS (1, 0x5413 /* TIOCGWINSZ */)), ALLOW_IF (ioctl, IS (1, 0x541b /* FIONREAD */)),
  ALLOW_IF (ioctl, IS (1, 0x5421 /* FIONBIO */)), ALLOW_IF (ioctl, IS (1, 0x5450 /* FIONCLEX */)), ALLOW_IF (ioctl, IS (1, 0x5451 /* FIOCLEX */)),
  ALLOW_IF (ioctl, IS (1, 0x540f /* TIOCGPGRP */)),
  /* names */
  ALLOW_IF (open, WITHOUT (1, WRITES)), ALLOW_IF (openat, WITHOUT (2, WRITES)), ALLOW (stat), ALLOW (lstat), ALLOW (fstat), ALLOW (newfstatat), ALLOW (statx), ALLOW (access), ALLOW (faccessat),
  ALLOW (faccessat2), ALLOW (readlink), ALLOW (readlinkat), ALLOW (getdents), ALLOW (getdents64), ALLOW (getcwd), ALLOW (chdir), ALLOW (fchdir),
  ALLOW (umask), ALLOW (statfs), ALLOW (fstatfs), ALLOW (getxattr), ALLOW (lgetxattr), ALLOW (fgetxattr), ALLOW (listxattr), ALLOW (llistxattr),
  ALLOW (flistxattr),
  /* sockets that are not connected to another process */
  ALLOW_IF (socket, IS (0, AF_UNIX)), ALLOW_IF (socket, IS (0, AF_INET), {LOW (1), 0xf, SOCK_STREAM}), ALLOW_IF (socket, IS (0, AF_INET), {LOW (1), 0xf, SOCK_DGRAM}),
  ALLOW_IF (socket, IS (0, AF_INET6), {LOW (1), 0xf, SOCK_STREAM}), ALLOW_IF (socket, IS (0, AF_INET6), {LOW (1), 0xf, SOCK_DGRAM}),
  ALLOW_IF (socket, {LOW (0), 64, 64}),   /* families that do not exist */
  ALLOW_IF (socketpair, IS (0, AF_UNIX)), ALLOW_IF (sendto, IS (4, 0), {HIGH (4), UINT32_MAX, 0}), ALLOW (recvfrom), ALLOW (recvmsg), ALLOW (recvmmsg), ALLOW (accept), ALLOW (accept4),
  ALLOW (getsockname), ALLOW (getpeername), ALLOW (getsockopt), ALLOW_IF (setsockopt, IS (1, SOL_SOCKET)), ALLOW (shutdown),
  /* the process itself */
  ALLOW (exit), ALLOW (exit_group), ALLOW (wait4), ALLOW (waitid), ALLOW (getpid), ALLOW (getppid), ALLOW (gettid), ALLOW (getpgid), ALLOW (getpgrp),
  ALLOW (getsid), ALLOW (getuid), ALLOW (geteuid), ALLOW (getgid), ALLOW (getegid), ALLOW (getresuid), ALLOW (getresgid), ALLOW (getgroups), ALLOW (capget),
  ALLOW (getrlimit), ALLOW (setrlimit), ALLOW_IF (prlimit64, IS (0, 0)), ALLOW (getrusage), ALLOW (times), ALLOW (sysinfo), ALLOW (uname), ALLOW (getpriority),
  ALLOW (sched_yield), ALLOW (sched_getaffinity), ALLOW (sched_getparam), ALLOW (sched_getscheduler), ALLOW (sched_getattr), ALLOW (sched_rr_get_interval),
  ALLOW (sched_get_priority_max), ALLOW (sched_get_priority_min), ALLOW_IF (sched_setaffinity, IS (0, 0)), ALLOW (getcpu), ALLOW (set_tid_address),
  ALLOW (set_robust_list), ALLOW (rseq), ALLOW (arch_prctl), ALLOW (futex), ALLOW_IF (personality, IS (0, UINT32_MAX)), ALLOW (getrandom),
  ALLOW_IF (prctl, IS (0, PR_SET_PDEATHSIG), IS (1, SIGKILL)), ALLOW_IF (prctl, IS (0, PR_SET_NAME)), ALLOW_IF (prctl, IS (0, PR_GET_NAME)),
  ALLOW_IF (prctl, IS (0, 59 /* PR_SET_SYSCALL_USER_DISPATCH */)), ALLOW_IF (prctl, IS (0, PR_GET_DUMPABLE)), ALLOW_IF (prctl, IS (0, 0x53564d41 /* PR_SET_VMA */)),
  ALLOW_IF (prctl, IS (0, PR_CAPBSET_READ)), ALLOW_IF (prctl, IS (0, PR_GET_PDEATHSIG)),
  /* time, and its own signals */
  ALLOW (gettimeofday), ALLOW (time), ALLOW (clock_gettime), ALLOW (clock_getres), ALLOW (clock_nanosleep), ALLOW (nanosleep), ALLOW (pause), ALLOW (restart_syscall),
  ALLOW (rt_sigaction), ALLOW (rt_sigprocmask), ALLOW (rt_sigreturn), ALLOW (rt_sigpending), ALLOW (rt_sigsuspend), ALLOW (rt_sigtimedwait), ALLOW (sigaltstack),
  ALLOW (alarm), ALLOW (setitimer), ALLOW (getitimer), ALLOW (timer_settime), ALLOW (timer_gettime), ALLOW (timer_getoverrun), ALLOW (timer_delete),
};

/* Allowed as well if there is no listener, because no program could run without them. */
static const struct row allowed_blindly[] = {ALLOW (execve), ALLOW (fork), ALLOW (kill), ALLOW (tgkill), ALLOW (tkill)};

/* ---- the filter ---- */

enum { MOST = 2048 };
struct filter { struct sock_filter code[MOST]; unsigned short count; };

static void
put (struct filter *f, uint16_t what, uint32_t value, unsigned yes, unsigned no)
{
  assert (f->count < MOST && yes <= UINT8_MAX && no <= UINT8_MAX);
  if (f->count < MOST)
    f->code[f->count++] = (struct sock_filter) {what, (uint8_t) yes, (uint8_t) no, value};
}

static void
load (struct filter *f, size_t at)
{
  put (f, BPF_LD | BPF_W | BPF_ABS, (uint32_t) at, 0, 0);
}

/* The number of instructions after the comparison of the number. */
static unsigned
row_length (const struct row *r)
{
  unsigned n = 1, any = 0;
  for (size_t i = 0; i < 2; i++)
    if (r->conditions[i].mask)
      any = 1, n += 2 + (r->conditions[i].mask != UINT32_MAX);
  return n + any;                 /* the number is loaded again */
}

static void
put_row (struct filter *f, const struct row *r)
{
  unsigned left = row_length (r);
  put (f, BPF_JMP | BPF_JEQ | BPF_K, r->number, 0, left);
  for (size_t i = 0; i < 2; i++) {
    const struct condition *c = &r->conditions[i];
    if (!c->mask)
      continue;
    load (f, offsetof (struct seccomp_data, args) + 4u * c->half);
    left--;
    if (c->mask != UINT32_MAX) {
      put (f, BPF_ALU | BPF_AND | BPF_K, c->mask, 0, 0);
      left--;
    }
    left--;
    put (f, BPF_JMP | BPF_JEQ | BPF_K, c->value, 0, left - 1);
  }
  assert (left == 1u + (r->conditions[0].mask != 0) && (r->conditions[0].mask || !r->conditions[1].mask));
  put (f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  if (r->conditions[0].mask)
    load (f, offsetof (struct seccomp_data, nr));
}

static void
put_head (struct filter *f)
{
  load (f, offsetof (struct seccomp_data, arch));
  put (f, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  put (f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
  load (f, offsetof (struct seccomp_data, nr));
}

static long
install (struct filter *f, unsigned flags)
{
  struct sock_fprog program = {f->count, f->code};
  return f->count < MOST ? syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) : -1;
}

/* `otherwise`: the action for calls that are not on the list. sendmsg is allowed for sending the listener to the parent. */
static long
install_list (uint32_t otherwise, unsigned flags, bool executes)
{
  struct filter f = {.count = 0};
  struct row more[] = {ALLOW (sendmsg), ALLOW (seccomp)};
  uint32_t self = (uint32_t) getpid ();
  struct row own[] = {ALLOW_IF (kill, IS (0, self)), ALLOW_IF (tkill, IS (0, self)), ALLOW_IF (tgkill, IS (0, self), IS (1, self))};
  put_head (&f);
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    put_row (&f, &allowed[i]);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    put_row (&f, &own[i]);
  for (size_t i = 0; i < sizeof allowed_blindly / sizeof *allowed_blindly && executes && otherwise != SECCOMP_RET_USER_NOTIF; i++)
    put_row (&f, &allowed_blindly[i]);
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    put_row (&f, &more[i]);       /* needed by fence_close; install_rest forbids them again */
  put (&f, BPF_RET | BPF_K, otherwise, 0, 0);
  return install (&f, flags);
}

/* The last filter, after the listener was sent to the parent. */
static void
install_rest (void)
{
  struct filter f = {.count = 0};
  put_head (&f);
  put (&f, BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmsg, 1, 0);
  put (&f, BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1);
  put (&f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
  put (&f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  install (&f, 0);
}

/* ---- Landlock ---- */

/* The structure of version 7; headers may be older. */
struct landlock { uint64_t files, net, scoped; };
enum { EXECUTE = 1 << 0, READ_FILE = 1 << 2, READ_DIR = 1 << 3 };

static int
restrict_files (void)
{
  static const uint64_t files[] = {(1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1};   /* of versions 1 .. 5 */
  long version = syscall (SYS_landlock_create_ruleset, NULL, 0, 1u /* which version */);
  if (version <= 0)
    return 0;
  struct landlock all = {.files = files[version < 5 ? version - 1 : 4] & ~(uint64_t) (EXECUTE | READ_FILE | READ_DIR),
                         .net = version >= 4 ? 3 : 0, .scoped = version >= 6 ? 3 : 0};
  size_t bytes = version >= 6 ? sizeof all : version >= 4 ? 2 * sizeof all.files : sizeof all.files;
  int rules = (int) syscall (SYS_landlock_create_ruleset, &all, bytes, 0);
  bool done = rules >= 0 && !syscall (SYS_landlock_restrict_self, rules, 0);
  if (rules >= 0)
    close (rules);
  return done ? (int) version : 0;
}

/* ---- the child ---- */

static void
send_listener (int to, int listener, const struct fence_has *has)
{
  union { struct cmsghdr head; char room[CMSG_SPACE (sizeof (int))]; } control = {0};
  struct iovec part = {(void *) (uintptr_t) has, sizeof *has};
  struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
  if (listener >= 0) {
    m.msg_control = &control;
    m.msg_controllen = sizeof control.room;
    control.head = (struct cmsghdr) {.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN (sizeof listener)};
    memcpy (CMSG_DATA (&control.head), &listener, sizeof listener);
  }
  sendmsg (to, &m, MSG_NOSIGNAL);
}

void
fence_close (int to, bool executes)
{
  struct fence_has has = {0};
  long listener = -1;
  if (!prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
    has.landlock = restrict_files ();
    if (to >= 0)
      listener = install_list (SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER, executes);
    if (listener >= 0)
      has.seccomp = FENCE_SECCOMP;
    else if (!install_list (SECCOMP_RET_KILL_PROCESS, 0, executes))
      has.seccomp = FENCE_SECCOMP_BLIND;
  }
  if (to >= 0)
    send_listener (to, (int) listener, &has);
  if (listener >= 0)
    close ((int) listener);
  if (has.seccomp)
    install_rest ();
}

/* ---- the parent ---- */

void
fence_watch (struct fence *f, pid_t pid, int from)
{
  union { struct cmsghdr head; char room[CMSG_SPACE (sizeof (int))]; } control;
  *f = (struct fence) {.listener = -1, .pid = pid};
  struct iovec part = {&f->has, sizeof f->has};
  struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
  ssize_t n;
  while ((n = recvmsg (from, &m, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
    ;
  f->is_closed = n == sizeof f->has;
  if (!f->is_closed)
    f->has = (struct fence_has) {0};
  else if (CMSG_FIRSTHDR (&m) && CMSG_FIRSTHDR (&m)->cmsg_type == SCM_RIGHTS)
    memcpy (&f->listener, CMSG_DATA (CMSG_FIRSTHDR (&m)), sizeof f->listener);
}

/* Nothing else happens before the program is executed. */
void
fence_begin (struct fence *f)
{
  while (f->listener >= 0 && !f->has_begun) {
    struct pollfd p = {.fd = f->listener, .events = POLLIN};
    if (poll (&p, 1, -1) < 0 && errno == EINTR)
      continue;
    if (!(p.revents & POLLIN))
      break;
    fence_answer (f);
  }
}

bool
fence_gap (const struct fence_has *has, const char *what, char *text, size_t room)
{
  const char *root = geteuid () ? "" : ", and it runs as root";
  *text = 0;
  if (has->seccomp == FENCE_SECCOMP_NONE)
    snprintf (text, room, "seccomp cannot be used here: system calls that %s makes by itself %s%s", what,
              has->landlock ? "can reach other processes and sockets" : "can change files and reach other processes", root);
  else if (has->landlock < 6 && has->seccomp == FENCE_SECCOMP_BLIND)
    snprintf (text, room, "seccomp reports to somebody else here, and Landlock is not there or old: %s can send signals to other processes%s", what, root);
  return *text;
}

static bool
is_in_group (const struct fence *f, uint64_t target)
{
  return (int64_t) target > 0 && target <= INT32_MAX && getpgid ((pid_t) target) == f->pid;
}

static bool
is_granted (struct fence *f, const struct seccomp_notif *n)
{
  bool first = !f->has_begun, is_explorer = n->pid == (uint32_t) f->pid;
  switch (n->data.nr) {
  case SYS_execve:
    f->has_begun = true;
    return first && is_explorer;
  case SYS_fork:
    return f->may_fork && is_explorer;
  case SYS_kill:
  case SYS_tkill:
  case SYS_tgkill:
    return is_in_group (f, n->data.args[0]) && (n->data.nr != SYS_tgkill || is_in_group (f, n->data.args[1]));
  default:
    return false;
  }
}

static bool
read_memory (uint32_t pid, uint64_t from, void *to, size_t bytes)
{
  char path[40];
  snprintf (path, sizeof path, "/proc/%u/mem", pid);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool done = fd >= 0 && pread (fd, to, bytes, (off_t) from) == (ssize_t) bytes;
  if (fd >= 0)
    close (fd);
  return done;
}

/* libc's functions for users, groups and hosts connect to a daemon first, and read files if there is none: connect fails with ENOENT. */
static bool
asks_name_service (const struct seccomp_notif *n)
{
  static const char socket_name[] = "/var/run/nscd/socket";
  struct { uint16_t family; char path[sizeof socket_name]; } to;
  return n->data.nr == SYS_connect && read_memory (n->pid, n->data.args[1], &to, sizeof to) && to.family == AF_UNIX
         && !memcmp (to.path, socket_name, sizeof socket_name);
}

/* /dev/null may be opened for writing. The parent opens it and gives the descriptor to the program, so it does not matter if the
 * program changes the path meanwhile. */
static bool
gives_null_device (const struct fence *f, const struct seccomp_notif *n)
{
  static const char name[] = "/dev/null";
  bool is_at = n->data.nr == SYS_openat;
  char path[sizeof name];
  if ((!is_at && n->data.nr != SYS_open) || !read_memory (n->pid, n->data.args[is_at], path, sizeof path) || memcmp (path, name, sizeof name))
    return false;
  uint32_t flags = (uint32_t) n->data.args[is_at + 1];
  int device = (flags & O_DIRECTORY) ? -1 : open (name, (int) (flags & (O_ACCMODE | O_NONBLOCK)) | O_CLOEXEC);
  struct seccomp_notif_addfd given = {.id = n->id, .srcfd = (uint32_t) device, .newfd_flags = flags & O_CLOEXEC};
  int in_program = device >= 0 ? ioctl (f->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &given) : -1;
  if (device >= 0)
    close (device);
  struct seccomp_notif_resp answer = {.id = n->id, .val = in_program};
  return in_program >= 0 && !ioctl (f->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* A function of libc that only makes the call has its return address at the top of the stack. 0: not readable. */
static uint64_t
caller_of (const struct seccomp_notif *n)
{
  char path[40];
  unsigned long long sp = 0, found = 0;
  snprintf (path, sizeof path, "/proc/%d/syscall", (int) n->pid);
  FILE *f = fopen (path, "re");
  if (f && fscanf (f, "%*s %*s %*s %*s %*s %*s %*s %llx", &sp) != 1)
    sp = 0;
  if (f)
    fclose (f);
  return sp && read_memory (n->pid, sp, &found, sizeof found) ? found : 0;
}

static void
note_denied (struct fence *f, const struct seccomp_notif *n)
{
  enum { MOST_DENIED = 64 };
  assert (f->denied.count <= MOST_DENIED);
  f->ndenied++;
  if (f->denied.count == MOST_DENIED)
    return;
  struct fence_denied d = {n->data.nr, n->data.instruction_pointer};
  for (size_t i = 0; i < f->denied.count; i++)
    if (f->denied.data[i].number == d.number)
      return;
  uint64_t caller = caller_of (n);
  d.pc = caller ? caller : d.pc;
  VEC_PUSH (f->denied, d);
}

void
fence_answer (struct fence *f)
{
  struct seccomp_notif n = {0};
  if (ioctl (f->listener, SECCOMP_IOCTL_NOTIF_RECV, &n))
    return;                       /* the caller was killed meanwhile */
  if (gives_null_device (f, &n))
    return;
  bool granted = is_granted (f, &n);
  bool is_absent = !granted && asks_name_service (&n);
  struct seccomp_notif_resp answer = {.id = n.id, .error = granted ? 0 : is_absent ? -ENOENT : -EPERM, .flags = granted ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0};
  if (!granted && !is_absent)
    note_denied (f, &n);
  if (!granted && !is_absent && f->ends)
    kill (f->pid, SIGKILL);       /* not answered: it gets no further */
  else
    ioctl (f->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

void
fence_release (struct fence *f)
{
  if (f->listener >= 0)
    close (f->listener);
  f->listener = -1;
  VEC_FREE (f->denied);
}

const char *
fence_call_name (int number)
{
#define X(n, name) [n] = name,
  static const char *const names[] = {FENCE_NAMES (X)};
#undef X
  return number >= 0 && (size_t) number < sizeof names / sizeof *names ? names[number] : NULL;
}
