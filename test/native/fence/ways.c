/* Functions of the C library, called and looked up. */
#include "ways.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pty.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <termios.h>
#include <unistd.h>
#include <utmpx.h>

static void
put (int fd)
{
  if (fd >= 0 && write (fd, "got in", 6) > 0)
    close (fd);
}

#define WAY(name) static void way_##name (void)
/* the disk */
WAY (open) { put (open (at ("file"), O_WRONLY | O_TRUNC)); }
WAY (creat) { put (creat (at ("new"), 0600)); }
WAY (fopen) { FILE *f = fopen (at ("file"), "a"); if (f) { fputs ("got in", f); fclose (f); } }
WAY (freopen) { if (freopen (at ("new"), "w", stdout)) puts ("got in"); }
WAY (mkdir) { mkdir (at ("new"), 0700); }
WAY (rmdir) { rmdir (at ("empty")); }
WAY (unlink) { unlink (at ("file")); }
WAY (remove) { remove (at ("empty")); }
WAY (rename) { rename (at ("file"), at ("new")); }
WAY (link) { link (at ("file"), at ("new")); }
WAY (symlink) { symlink ("file", at ("new")); }
WAY (chmod) { chmod (at ("file"), 0777); }
WAY (lchown) { lchown (at ("file"), getuid (), getgid ()); }
WAY (truncate) { truncate (at ("file"), 1); }
WAY (utimes) { utimes (at ("file"), NULL); }
WAY (mkstemp) { char path[4096]; put (mkstemp (strcpy (path, at ("newXXXXXX")))); }
WAY (mkfifo) { mkfifo (at ("new"), 0600); }
WAY (mkfifoat) { mkfifoat (AT_FDCWD, at ("new"), 0600); }
WAY (mknod) { mknod (at ("new"), S_IFREG | 0600, 0); }
WAY (lchmod) { lchmod (at ("file"), 0777); }
WAY (setxattr) { setxattr (at ("file"), "user.got", "in", 2, 0); }
WAY (fsetxattr) { fsetxattr (open (at ("file"), O_RDONLY), "user.got", "in", 2, 0); }
WAY (removexattr) { removexattr (at ("file"), "user.here"); }
WAY (renameat2) { renameat2 (AT_FDCWD, at ("file"), AT_FDCWD, at ("new"), 0); }
WAY (shm_open) { put (shm_open ("/mazurka-got-in", O_CREAT | O_RDWR, 0600)); }
WAY (sem_open) { sem_open ("/mazurka-got-in", O_CREAT, 0600, 1); }
WAY (mq_open) { mq_open ("/mazurka-got-in", O_CREAT | O_RDWR, 0600, NULL); }
WAY (updwtmpx) { struct utmpx u = {0}; updwtmpx (at ("file"), &u); }
WAY (pututxline) { struct utmpx u = {.ut_type = USER_PROCESS}; utmpxname (at ("file")); pututxline (&u); }
WAY (lutimes) { lutimes (at ("file"), (struct timeval[2]) {0}); }
WAY (mount) { mount ("none", at ("empty"), "tmpfs", 0, ""); }
WAY (syslog) { syslog (LOG_ERR, "got in"); }
/* looked up */
WAY (dlsym_open) { int (*f) (const char *, int, ...) = dlsym (RTLD_NEXT, "open"); put (f (at ("new"), O_CREAT | O_WRONLY, 0600)); }
WAY (dlsym_mkdir) { int (*f) (const char *, mode_t) = dlsym (RTLD_DEFAULT, "mkdir"); f (at ("new"), 0700); }
WAY (dlvsym_unlink) { int (*f) (const char *) = dlvsym (RTLD_NEXT, "unlink", "GLIBC_2.2.5"); f (at ("file")); }
WAY (dlsym_hidden) { int (*f) (const char *, int, ...) = dlsym (RTLD_NEXT, "__open"); put (f (at ("new"), O_CREAT | O_WRONLY, 0600)); }
WAY (dlsym_syscall) { long (*f) (long, ...) = dlsym (RTLD_NEXT, "syscall"); f (SYS_mkdir, at ("new"), 0700); }
WAY (address) { int (*f) (const char *, mode_t) = (int (*) (const char *, mode_t)) ((char *) dlsym (RTLD_NEXT, "__open") - 0); f (at ("new"), O_CREAT); }
/* the network */
static struct sockaddr_in here (void) { return (struct sockaddr_in) {.sin_family = AF_INET, .sin_port = htons ((uint16_t) port), .sin_addr = {htonl (INADDR_LOOPBACK)}}; }
WAY (connect) { struct sockaddr_in a = here (); connect (socket (AF_INET, SOCK_STREAM, 0), (void *) &a, sizeof a); }
WAY (bind) { struct sockaddr_in a = {.sin_family = AF_INET}; bind (socket (AF_INET, SOCK_STREAM, 0), (void *) &a, sizeof a); }
WAY (listen) { listen (socket (AF_INET, SOCK_STREAM, 0), 1); }
WAY (sendto) { struct sockaddr_un a = {.sun_family = AF_UNIX}; strncpy (a.sun_path, at ("mail"), sizeof a.sun_path - 1); sendto (socket (AF_UNIX, SOCK_DGRAM, 0), "got in", 6, 0, (void *) &a, sizeof a); }
WAY (sendmsg) { struct msghdr m = {0}; sendmsg (socket (AF_UNIX, SOCK_DGRAM, 0), &m, 0); }
WAY (getaddrinfo) { struct addrinfo *found; getaddrinfo ("localhost", "1", NULL, &found); }
/* other processes */
WAY (kill) { kill (victim, SIGKILL); }
WAY (sigqueue) { sigqueue (victim, SIGUSR1, (union sigval) {0}); }
WAY (killpg) { killpg (victim, SIGKILL); }
WAY (ptrace) { ptrace (PTRACE_ATTACH, victim, 0, 0); }
WAY (process_vm_writev) { struct iovec v = {"x", 1}; process_vm_writev (victim, &v, 1, &v, 1, 0); }
WAY (setpriority) { setpriority (PRIO_PROCESS, (id_t) victim, 19); }
WAY (prlimit) { struct rlimit r = {1, 1}; prlimit (victim, RLIMIT_CPU, &r, NULL); }
WAY (sched_setaffinity) { cpu_set_t s; CPU_ZERO (&s); CPU_SET (0, &s); sched_setaffinity (victim, sizeof s, &s); }
WAY (fork) { if (!fork ()) for (;;) sleep (1000); }
WAY (system) { system ("sleep 1000 &"); }
WAY (posix_spawn) { pid_t p; char *v[] = {"sleep", "1000", NULL}; posix_spawnp (&p, "sleep", NULL, NULL, v, NULL); }
WAY (execve) { char *v[] = {"touch", (char *) (size_t) at ("new"), NULL}; execve ("/usr/bin/touch", v, NULL); }
WAY (setsid) { setsid (); }
WAY (shmget) { shmget (0x6d7a, 4096, IPC_CREAT | 0600); }
WAY (semget) { semget (0x6d7a, 1, IPC_CREAT | 0600); }
WAY (msgget) { msgget (0x6d7a, IPC_CREAT | 0600); }
/* the machine */
WAY (settimeofday) { struct timeval t = {1, 0}; settimeofday (&t, NULL); }
WAY (adjtimex) { struct timex t = {0}; adjtimex (&t); }
WAY (sethostname) { sethostname ("got-in", 6); }
WAY (tcsetattr) { struct termios t; memset (&t, 0, sizeof t); tcsetattr (0, TCSANOW, &t); }
WAY (posix_openpt) { posix_openpt (O_RDWR); }
/* the supervisor */
WAY (write_channel) { char b[200] = {5}; write (channel, b, sizeof b); exit (0); }
WAY (channel_by_name) { char p[40]; snprintf (p, sizeof p, "/proc/self/fd/%d", channel); put (open (p, O_WRONLY)); }
WAY (kill_parent) { kill (getppid (), SIGKILL); }

static void __attribute__ ((constructor))
begins (void)
{
  if (getenv ("WAY_BEGINS")) {
    mkdir (getenv ("WAY_BEGINS"), 0700);
    FILE *f = fopen (getenv ("WAY_BEGINS_FILE"), "w");
    if (f)
      fclose (f);
  }
}

#define MEMORY(name) {#name, "memory", way_##name}
#define SAID(name) {#name, #name, way_##name}
static const struct way ways[] = {
  MEMORY (open), MEMORY (creat), MEMORY (fopen), SAID (freopen), MEMORY (mkdir), MEMORY (rmdir), MEMORY (unlink), MEMORY (remove),
  MEMORY (rename), MEMORY (link), MEMORY (symlink), MEMORY (chmod), MEMORY (lchown), MEMORY (truncate), MEMORY (utimes),
  MEMORY (mkstemp), SAID (mkfifo), SAID (mkfifoat), SAID (mknod), SAID (lchmod), SAID (setxattr), SAID (fsetxattr), SAID (removexattr),
  SAID (renameat2), MEMORY (shm_open), MEMORY (sem_open), MEMORY (mq_open), SAID (updwtmpx), SAID (pututxline), SAID (lutimes), SAID (mount),
  SAID (syslog), MEMORY (dlsym_open), MEMORY (dlsym_mkdir), MEMORY (dlvsym_unlink), {"dlsym_hidden", "__open", way_dlsym_hidden},
  {"dlsym_syscall", "syscall", way_dlsym_syscall}, {"address", "__open", way_address}, SAID (connect), SAID (bind), SAID (listen), SAID (sendto), SAID (sendmsg),
  SAID (getaddrinfo), {"kill", "kill", way_kill}, SAID (sigqueue), SAID (killpg), SAID (ptrace), SAID (process_vm_writev),
  {"setpriority", "memory", way_setpriority}, {"prlimit", "prlimit", way_prlimit}, {"sched_setaffinity", "memory", way_sched_setaffinity}, SAID (fork), SAID (system),
  {"posix_spawn", "posix_spawn", way_posix_spawn}, SAID (execve), SAID (setsid), SAID (shmget), SAID (semget), SAID (msgget), SAID (settimeofday),
  SAID (adjtimex), SAID (sethostname), SAID (tcsetattr), SAID (posix_openpt), {"write_channel", "memory", way_write_channel},
  {"channel_by_name", "memory", way_channel_by_name}, {"kill_parent", "kill", way_kill_parent}, {"begins", "memory", way_mkdir},
};

int
main (int argc, char **argv)
{
  return go_way (ways, sizeof ways / sizeof *ways, argc, argv);
}
