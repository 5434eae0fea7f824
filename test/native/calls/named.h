#define _GNU_SOURCE 1
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <fts.h>
#include <glob.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

static char *words[] = {"x", NULL};
static char text[64];
static struct iovec part = {text, 1};
static struct msghdr message;
static struct sigevent event;
static struct itimerval timer;
static struct stat status;
static ucontext_t context;
static union sigval value;
static sigset_t set;
static int file (void) { return open ("f", O_RDWR | O_CREAT, 0600); }
static int child (void *unused) { return unused != NULL; }
static void nothing (void) {}
static int pipe_end (void) { static int p[2]; pipe (p); return p[1]; }
static FILE *stream (void) { return fopen ("s", "w+"); }
static int print_wide (FILE *f, const wchar_t *format, ...) { va_list args; va_start (args, format); int n = vfwprintf (f, format, args); va_end (args); return n; }
#define REFUSED(name) do { extern long call_##name (void) __asm__ (#name); call_##name (); } while (0)
