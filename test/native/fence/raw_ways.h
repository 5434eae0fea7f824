/* Ways out by system calls: for programs (raw.c) and for protocols (raw_protocol.c), which define
 *
 *     call (number, a, b, c, d, e, f)           as the kernel numbers calls
 *     call_of_32_bits (number, low, b)          as int $0x80 does, with an address below 4 GiB */
#ifndef RAW_WAYS_H
#define RAW_WAYS_H

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>

#include "native/wire.h"

static long call (long number, long a, long b, long c, long d, long e, long f);
static void call_of_32_bits (long number, const char *low, long b);
#define CALL(number, ...) CALL_6 (number, __VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define CALL_6(n, a, b, c, d, e, f, ...) call (n, (long) (a), (long) (b), (long) (c), (long) (d), (long) (e), (long) (f))
#define SYS(name, ...) CALL (SYS_##name, __VA_ARGS__)
#define WAY(name) static void way_##name (void)

/* the disk */
static long file (void) { return SYS (open, at ("file"), O_RDONLY, 0); }
WAY (open) { long fd = SYS (open, at ("file"), O_WRONLY | O_TRUNC, 0); SYS (write, fd, "got in", 6); }
/* The null device is given, by exactly this name. */
WAY (null)
{
  long fd = SYS (open, "/dev/null", O_WRONLY | O_APPEND, 0), at_fd = SYS (openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0);
  if (fd < 0 || at_fd < 0 || SYS (write, fd, "away", 4) != 4 || SYS (fcntl, at_fd, F_GETFD) != FD_CLOEXEC)
    abort ();
}
WAY (null_folder) { SYS (open, "/dev/null/", O_WRONLY, 0); }
WAY (openat) { SYS (openat, AT_FDCWD, at ("new"), O_CREAT | O_RDONLY, 0600); }
WAY (open_truncates) { SYS (open, at ("file"), O_RDONLY | O_TRUNC, 0); }
WAY (openat_truncates) { SYS (openat, AT_FDCWD, at ("file"), O_RDONLY | O_TRUNC, 0); }
WAY (openat2) { struct open_how h = {.flags = O_CREAT | O_WRONLY, .mode = 0600}; SYS (openat2, AT_FDCWD, at ("new"), &h, sizeof h); }
WAY (tmpfile) { SYS (openat, AT_FDCWD, folder, O_TMPFILE | O_RDWR, 0600); }
WAY (creat) { SYS (creat, at ("new"), 0600); }
WAY (mkdir) { SYS (mkdir, at ("new"), 0700); }
WAY (mkdirat) { SYS (mkdirat, AT_FDCWD, at ("new"), 0700); }
WAY (unlink) { SYS (unlink, at ("file"), 0); }
WAY (unlinkat) { SYS (unlinkat, AT_FDCWD, at ("empty"), AT_REMOVEDIR); }
WAY (rename) { SYS (rename, at ("file"), at ("new")); }
WAY (link) { SYS (link, at ("file"), at ("new")); }
WAY (symlink) { SYS (symlink, "file", at ("new")); }
WAY (mknod) { SYS (mknod, at ("new"), S_IFIFO | 0600, 0); }
WAY (chmod) { SYS (chmod, at ("file"), 0777); }
WAY (fchmod) { SYS (fchmod, file (), 0777); }
WAY (fchown) { SYS (fchown, file (), -1, -1); }
WAY (utimensat) { SYS (utimensat, file (), NULL, NULL, 0); }
WAY (truncate) { SYS (truncate, at ("file"), 1); }
WAY (setxattr) { SYS (setxattr, at ("file"), "user.got", "in", 2, 0); }
WAY (fremovexattr) { SYS (fremovexattr, file (), "user.here"); }
WAY (setflags) { long flags = 0x80; SYS (ioctl, file (), FS_IOC_SETFLAGS, &flags); }
WAY (flock) { SYS (flock, file (), 2); }
WAY (lease) { SYS (fcntl, file (), F_SETLEASE, F_RDLCK); }
WAY (async) { SYS (fcntl, SYS (eventfd2, 0, 0), F_SETFL, O_ASYNC); }
WAY (lock) { struct flock l = {.l_type = F_RDLCK}; SYS (fcntl, file (), F_SETLK, &l); }
WAY (mount) { SYS (mount, "none", at ("empty"), "tmpfs", 0, ""); }
WAY (chroot) { SYS (chroot, folder, 0); }
WAY (io_uring) { char p[120] = {0}; CALL (425, 4, p); }
/* the network */
static struct sockaddr_in here (void) { return (struct sockaddr_in) {.sin_family = AF_INET, .sin_port = __builtin_bswap16 ((uint16_t) port), .sin_addr = {__builtin_bswap32 (INADDR_LOOPBACK)}}; }
WAY (connect) { struct sockaddr_in a = here (); SYS (connect, SYS (socket, AF_INET, SOCK_STREAM, 0), &a, sizeof a); }
WAY (bind) { struct sockaddr_in a = {.sin_family = AF_INET}; SYS (bind, SYS (socket, AF_INET, SOCK_STREAM, 0), &a, sizeof a); }
WAY (sendto) { struct sockaddr_un a = {.sun_family = AF_UNIX}; strncpy (a.sun_path, at ("mail"), sizeof a.sun_path - 1); SYS (sendto, SYS (socket, AF_UNIX, SOCK_DGRAM, 0), "got in", 6, 0, &a, sizeof a); }
WAY (sendmsg) { struct sockaddr_un a = {.sun_family = AF_UNIX}; struct iovec v = {"got in", 6}; struct msghdr m = {.msg_name = &a, .msg_namelen = sizeof a, .msg_iov = &v, .msg_iovlen = 1}; strncpy (a.sun_path, at ("mail"), sizeof a.sun_path - 1); SYS (sendmsg, SYS (socket, AF_UNIX, SOCK_DGRAM, 0), &m, 0); }
WAY (netlink) { SYS (socket, AF_NETLINK, SOCK_RAW, 0); }
/* other processes */
WAY (kill) { SYS (kill, victim, SIGKILL); }
WAY (tgkill) { SYS (tgkill, victim, victim, SIGKILL); }
WAY (kill_all) { SYS (kill, -1, SIGWINCH); }
WAY (sigqueue) { siginfo_t i = {.si_code = SI_QUEUE}; SYS (rt_sigqueueinfo, victim, SIGUSR1, &i); }
WAY (pidfd) { CALL (434, victim, 0); }
WAY (ptrace) { SYS (ptrace, PTRACE_ATTACH, victim, 0, 0); }
WAY (vm_write) { struct iovec v = {&(int) {0}, 1}; SYS (process_vm_writev, victim, &v, 1, &v, 1, 0); }
WAY (setpriority) { SYS (setpriority, PRIO_PROCESS, victim, 19); }
WAY (prlimit) { struct rlimit r = {1, 1}; SYS (prlimit64, victim, RLIMIT_CPU, &r, NULL); }
WAY (affinity) { unsigned long m = 1; SYS (sched_setaffinity, victim, sizeof m, &m); }
WAY (fork) { if (!SYS (fork, 0)) { SYS (setsid, 0); for (;;) SYS (pause, 0); } }
WAY (vfork) { SYS (clone, 0x4111 /* CLONE_VFORK | CLONE_VM | SIGCHLD, and a stack: none */, 0); }
WAY (clone) { if (!SYS (clone, SIGCHLD, 0)) for (;;) SYS (pause, 0); }
WAY (clone3) { uint64_t a[8] = {[4] = SIGCHLD}; if (!CALL (435, a, sizeof a)) for (;;) SYS (pause, 0); }
WAY (execve) { char *v[] = {"touch", (char *) (size_t) at ("new"), NULL}; SYS (execve, "/usr/bin/touch", v, NULL); }
WAY (memfd_exec) { long fd = SYS (memfd_create, "x", 0); SYS (write, fd, "#!/bin/sh\n", 10); char *v[] = {"x", NULL}; SYS (execveat, fd, "", v, NULL, 0x1000 /* AT_EMPTY_PATH */); }
WAY (execveat) { char *v[] = {"touch", (char *) (size_t) at ("new"), NULL}; SYS (execveat, AT_FDCWD, "/usr/bin/touch", v, NULL, 0); }
WAY (setsid) { SYS (setsid, 0); }
WAY (setpgid) { SYS (setpgid, 0, 0); }
WAY (unshare) { SYS (unshare, CLONE_NEWUSER); }
WAY (shmget) { SYS (shmget, 0x6d7a, 4096, 01600); }
WAY (msgget) { SYS (msgget, 0x6d7a, 01600); }
WAY (mq_open) { SYS (mq_open, "mazurka-got-in", O_CREAT | O_RDWR, 0600, NULL); }
/* the machine */
WAY (settimeofday) { struct timeval t = {1, 0}; SYS (settimeofday, &t, NULL); }
WAY (keyctl) { SYS (add_key, "user", "got", "in", 2, -2); }
WAY (bpf) { char a[120] = {0}; SYS (bpf, 0, a, sizeof a); }
WAY (perf) { char a[120] = {0}; SYS (perf_event_open, a, 0, -1, -1, 0); }
WAY (userfaultfd) { SYS (userfaultfd, 0); }
WAY (secret) { CALL (447, 0); }
WAY (pdeathsig) { SYS (prctl, PR_SET_PDEATHSIG, 0); }
WAY (dumpable) { SYS (prctl, PR_SET_DUMPABLE, 0); }
WAY (seccomp) { SYS (seccomp, 1, 0, NULL); }
WAY (x32) { CALL (0x40000000 + SYS_mkdir, at ("new"), 0700); }
WAY (unknown) { CALL (5000, 0); }
/* mkdir, of 32-bit programs */
WAY (int80)
{
  char *low = (char *) SYS (mmap, 0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  strncpy (low, at ("new"), 4000);
  call_of_32_bits (39, low, 0700);
}
/* the supervisor: an end that was not earned, with the pipe's number, by its name, by a copy; an assertion fails afterwards */
static void
forge (int fd)
{
  struct { struct wire_record head; struct wire_done done; } end = {{WIRE_DONE, sizeof end.done, 0}, {.exhaustive = 1, .executions = 1}};
  struct { struct wire_record head; } begin = {{WIRE_HELLO, 0, 0}};
  SYS (write, fd, &begin, sizeof begin);
  SYS (write, fd, &end, sizeof end);
  SYS (exit_group, 0);
}
WAY (forge) { forge (channel); }
WAY (forge_dup) { forge ((int) SYS (dup, channel)); }
WAY (forge_named) { char p[40]; snprintf (p, sizeof p, "/proc/self/fd/%d", channel); forge ((int) SYS (open, p, O_WRONLY)); }
WAY (forge_given) { forge ((int) CALL (438, 3, channel, 0)); }
WAY (forge_parent) { char p[40]; snprintf (p, sizeof p, "/proc/%d/mem", (int) SYS (getppid, 0)); SYS (open, p, O_RDWR); }
WAY (steal) { char p[40], b[4096]; snprintf (p, sizeof p, "/proc/self/fd/%d", channel); SYS (read, SYS (open, p, O_RDONLY | O_NONBLOCK), b, sizeof b); }
WAY (read_orders) { static struct wire_orders o; SYS (pread64, orders, &o, sizeof o, 0); if (o.nonce[0] | o.nonce[1]) forge (channel); SYS (exit_group, 7); }
WAY (flood) { static char b[1 << 20]; struct wire_record r = {WIRE_NOTE, sizeof b, 0}; for (int i = 0; i < 300; i++) { SYS (write, channel, &r, sizeof r); SYS (write, channel, b, sizeof b); } }
WAY (leave) { SYS (exit_group, 0); }
WAY (close_channel) { SYS (close, channel); }
WAY (kill_parent) { SYS (kill, SYS (getppid, 0), SIGKILL); }
WAY (vm_write_parent) { struct iovec v = {&(int) {0}, 1}; SYS (process_vm_writev, SYS (getppid, 0), &v, 1, &v, 1, 0); }
/* what the checker was started with, or uses itself */
WAY (descriptors)
{
  for (long fd = 0; fd < 1024; fd = fd ? fd + 1 : 3) {
    SYS (write, fd, "got in", 6);
    SYS (ftruncate, fd, 0);
    SYS (lseek, fd, 0, SEEK_SET);
    SYS (fcntl, fd, F_SETFL, O_NONBLOCK);
  }
  for (long fd = 1; fd < 3; fd++) {
    SYS (ftruncate, fd, 0);
    SYS (fcntl, fd, F_SETFL, O_NONBLOCK);
  }
}
WAY (ptrace_parent) { SYS (ptrace, PTRACE_ATTACH, SYS (getppid, 0), 0, 0); }

#define SAID(name) {#name, "denied: " #name, way_##name}
#define AS(name, call) {#name, "denied: " call, way_##name}
#define SOMEHOW(name) {#name, "-", way_##name}
#define RAW_WAYS \
  SAID (open), SAID (openat), {"null", "memory", way_null}, AS (null_folder, "open"), AS (open_truncates, "open"), AS (openat_truncates, "openat"), SAID (openat2), AS (tmpfile, "openat"), SAID (creat), SAID (mkdir), SAID (mkdirat), SAID (unlink), SAID (unlinkat), SAID (rename), \
  SAID (link), SAID (symlink), SAID (mknod), SAID (chmod), SAID (fchmod), SAID (fchown), SAID (utimensat), SAID (truncate), SAID (setxattr), \
  SAID (fremovexattr), AS (setflags, "ioctl"), SAID (flock), AS (lease, "fcntl"), AS (async, "fcntl"), AS (lock, "fcntl"), SAID (mount), SAID (chroot), AS (io_uring, "io_uring_setup"), SAID (connect), \
  SAID (bind), SAID (sendto), {"sendmsg", "signal 31", way_sendmsg}, AS (netlink, "socket"), SAID (kill), SAID (tgkill), AS (kill_all, "kill"), \
  AS (sigqueue, "rt_sigqueueinfo"), AS (pidfd, "pidfd_open"), SAID (ptrace), AS (vm_write, "process_vm_writev"), SAID (setpriority), \
  AS (prlimit, "prlimit64"), AS (affinity, "sched_setaffinity"), SAID (fork), AS (vfork, "clone"), SAID (clone), SAID (clone3), SAID (execve), SAID (execveat), AS (memfd_exec, "execveat"), \
  SAID (setsid), SAID (setpgid), SAID (unshare), SAID (shmget), SAID (msgget), SAID (mq_open), SAID (settimeofday), AS (keyctl, "add_key"), \
  SAID (bpf), AS (perf, "perf_event_open"), SAID (userfaultfd), AS (secret, "memfd_secret"), AS (pdeathsig, "prctl"), AS (dumpable, "prctl"), \
  {"seccomp", "signal 31", way_seccomp}, AS (x32, "system call"), AS (unknown, "system call 5000"), {"int80", "another kind", way_int80}, \
  SOMEHOW (forge), SOMEHOW (forge_dup), AS (forge_named, "open"), AS (forge_given, "pidfd_getfd"), AS (forge_parent, "open"), {"steal", "any", way_steal}, \
  {"read_orders", "exit code 7", way_read_orders}, SOMEHOW (flood), SOMEHOW (leave), SOMEHOW (close_channel), AS (kill_parent, "kill"), AS (ptrace_parent, "ptrace"), AS (vm_write_parent, "process_vm_writev"), {"descriptors", "any", way_descriptors}

#endif
