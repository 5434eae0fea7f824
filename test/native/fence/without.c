/* Runs a command where the fence cannot be had as a whole, as in a container that forbids it:
 *
 *     without seccomp|landlock|both|listener COMMAND ARGS...
 *
 * listener: seccomp is there, but another filter reports to somebody already, and there can be only one such. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  const char *what = argc > 2 ? argv[1] : "";
  int no_seccomp = !strcmp (what, "seccomp") || !strcmp (what, "both"), no_landlock = !strcmp (what, "landlock") || !strcmp (what, "both"),
      listener = !strcmp (what, "listener");
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, no_seccomp ? SYS_seccomp : 9999, 2, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, no_landlock ? 444 /* landlock_create_ruleset */ : 9999, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
  };
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  long fd;
  if (argc < 3 || prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      (fd = syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, listener ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0, &program)) < 0)
    return 2;
  if (listener)
    fcntl ((int) fd, F_SETFD, 0);
  execvp (argv[2], argv + 2);
  return 2;
}
