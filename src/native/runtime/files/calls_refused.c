/* Functions of libc that change something outside of the program: the network, other processes, terminals, the machine.
 * None is executed: the execution is cut there, and the verdict names the function. System calls of functions that are
 * missing here are denied by the fence around the program (native/fence.h).
 *
 * They are declared without parameters, which are not used. A function of that name in the program takes precedence. */

#include "native/runtime/core/rt.h"

#define REFUSED(name)                            \
  _Noreturn void refused_##name (void) __asm__ (#name); \
  EXPORT _Noreturn void                          \
  refused_##name (void)                          \
  {                                              \
    if (rt && rt->current)                       \
      rt->failure.pc = CALLER;                   \
    rt_unsupported (#name);                      \
  }

REFUSED (bind) REFUSED (connect) REFUSED (listen) REFUSED (sendto) REFUSED (sendmmsg) REFUSED (getaddrinfo)
REFUSED (getnameinfo) REFUSED (gethostbyname) REFUSED (gethostbyname2) REFUSED (gethostbyaddr)
REFUSED (gethostbyname_r) REFUSED (gethostbyname2_r) REFUSED (gethostbyaddr_r) REFUSED (rcmd) REFUSED (rcmd_af)
REFUSED (rexec) REFUSED (rexec_af) REFUSED (setxattr) REFUSED (lsetxattr) REFUSED (fsetxattr) REFUSED (removexattr)
REFUSED (lremovexattr) REFUSED (fremovexattr) REFUSED (mkfifoat) REFUSED (mknodat) REFUSED (lchmod) REFUSED (futimesat)
REFUSED (lutimes) REFUSED (open_by_handle_at) REFUSED (pututline) REFUSED (pututxline) REFUSED (updwtmp)
REFUSED (updwtmpx) REFUSED (logwtmp) REFUSED (login) REFUSED (logout) REFUSED (lckpwdf) REFUSED (ulckpwdf)
REFUSED (shmget) REFUSED (shmat) REFUSED (shmdt) REFUSED (shmctl) REFUSED (semget) REFUSED (semop) REFUSED (semtimedop)
REFUSED (semctl) REFUSED (msgget) REFUSED (msgsnd) REFUSED (msgrcv) REFUSED (msgctl) REFUSED (ptrace)
REFUSED (process_vm_readv) REFUSED (process_vm_writev) REFUSED (pidfd_open) REFUSED (pidfd_getfd)
REFUSED (pidfd_send_signal) REFUSED (process_madvise) REFUSED (process_mrelease) REFUSED (setns) REFUSED (unshare)
REFUSED (mount) REFUSED (umount) REFUSED (umount2) REFUSED (pivot_root) REFUSED (chroot) REFUSED (swapon)
REFUSED (swapoff) REFUSED (acct) REFUSED (quotactl) REFUSED (fsopen) REFUSED (fsmount) REFUSED (fsconfig)
REFUSED (fspick) REFUSED (move_mount) REFUSED (open_tree) REFUSED (mount_setattr) REFUSED (sethostname)
REFUSED (setdomainname) REFUSED (sethostid) REFUSED (reboot) REFUSED (vhangup) REFUSED (klogctl) REFUSED (init_module)
REFUSED (delete_module) REFUSED (iopl) REFUSED (ioperm) REFUSED (adjtimex) REFUSED (clock_adjtime)
REFUSED (ntp_adjtime) REFUSED (setpgrp) REFUSED (setreuid) REFUSED (setregid) REFUSED (setresuid) REFUSED (setresgid)
REFUSED (setgroups) REFUSED (initgroups) REFUSED (setfsuid) REFUSED (setfsgid) REFUSED (tcsetattr) REFUSED (tcsetpgrp)
REFUSED (tcsendbreak) REFUSED (tcflush) REFUSED (tcflow) REFUSED (tcdrain) REFUSED (posix_openpt) REFUSED (getpt)
REFUSED (grantpt) REFUSED (unlockpt) REFUSED (openpty) REFUSED (forkpty) REFUSED (login_tty) REFUSED (fanotify_init)
REFUSED (fanotify_mark) REFUSED (syslog) REFUSED (vsyslog) REFUSED (wordexp) REFUSED (revoke)
