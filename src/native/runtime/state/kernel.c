/* Resources that libc and other libraries take from the kernel while the program runs: mappings (of a locale's files),
 * descriptors, the break. They are released before the next execution begins, when libc's memory was restored.
 *
 * System calls of such code raise a signal (Syscall User Dispatch, Linux 5.11; without it nothing is released). The handler
 * executes the call and records what it has taken. Nothing is unmapped during an execution, because copies of its states
 * (checkpoint.c) may point to it. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "base/digest.h"
#include "native/runtime/state/kernel.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/core/coroutine.h"

enum { DISPATCH = 59, DISPATCH_ON = 1, MOST_MAPS = 4096, MOST_FDS = 1024 };

struct kernel {
  size_t nmaps;
  struct { uintptr_t from; size_t bytes; } maps[MOST_MAPS];
  uint8_t is_open[MOST_FDS];
  uint32_t nopen;
  bool has_writable;              /* there is a writable mapping of this execution, which copies of states lack */
  long brk;
#ifndef NDEBUG
  uint64_t executions, before;    /* digests of /proc/self */
  char *text;                     /* a buffer for that; NULL: not allocated yet */
#endif
};

extern char __start_mz_text[] __attribute__ ((visibility ("hidden")));
extern char __stop_mz_text[] __attribute__ ((visibility ("hidden")));

/* ---- resources of a call ---- */

static void
note_map (struct kernel *k, uintptr_t from, size_t bytes, int protection)
{
  for (size_t i = 0; i < k->nmaps; i++)
    if (from >= k->maps[i].from && from + bytes <= k->maps[i].from + k->maps[i].bytes) {
      k->has_writable |= protection & PROT_WRITE;
      return;                     /* inside of a recorded mapping */
    }
  if (k->nmaps == MOST_MAPS)
    rt_internal_error ("libraries of the program map memory more than %d times in an execution", MOST_MAPS);
  k->maps[k->nmaps].from = from;
  k->maps[k->nmaps++].bytes = bytes;
  k->has_writable |= protection & PROT_WRITE;
}

static void
note_fd (struct kernel *k, long fd, bool open)
{
  if (fd < 0 || fd >= MOST_FDS || k->is_open[fd] == open)
    return;
  assert (open || k->nopen);
  k->is_open[fd] = open;
  k->nopen += open ? 1 : -1u;
}

static void
note (struct kernel *k, long number, const greg_t *r, long result)
{
  if (result < 0)
    return;
  switch (number) {
  case SYS_mmap:
    note_map (k, (uintptr_t) result, ((size_t) r[REG_RSI] + 4095) & ~(size_t) 4095, (int) r[REG_RDX]);
    break;
  case SYS_mprotect:
    k->has_writable |= r[REG_RDX] & PROT_WRITE;
    break;
  case SYS_open: case SYS_openat: case SYS_creat: case SYS_socket: case SYS_dup: case SYS_eventfd2: case SYS_epoll_create1:
  case SYS_memfd_create: case SYS_timerfd_create: case SYS_inotify_init1: case SYS_signalfd4:
    note_fd (k, result, true);
    break;
  case SYS_close:
    note_fd (k, (long) r[REG_RDI], false);
    break;
  default:
    break;
  }
}

/* ---- calls ---- */

/* The kernel fails instead of faulting where it cannot write: pages of the snapshot are made writable for it. */
static bool
make_writable (const greg_t *r)
{
  const uintptr_t at[] = {(uintptr_t) r[REG_RDI], (uintptr_t) r[REG_RSI], (uintptr_t) r[REG_RDX], (uintptr_t) r[REG_R10], (uintptr_t) r[REG_R8]};
  bool done = false;
  for (size_t i = 0; i < sizeof at / sizeof *at; i++)
    for (uintptr_t page = 0; page < 65536; page += 4096)
      done |= snapshot_fault (at[i] + page) || tls_fault (at[i] + page);
  return done;
}

static long
make_call (long number, const greg_t *r)
{
  return sys_call (number, (long) r[REG_RDI], (long) r[REG_RSI], (long) r[REG_RDX], (long) r[REG_R10], (long) r[REG_R8], (long) r[REG_R9]);
}

/* Sets the mask with which the interrupted code continues. It must not block SIGSYS, or the next call would end the process. */
static void
keep_mask (ucontext_t *uc)
{
  uint64_t mask = 0;
  SYS_CALL (rt_sigprocmask, SIG_BLOCK, NULL, &mask, sizeof mask);
  mask &= ~(1ull << (SIGSYS - 1));
  SYS_CALL (rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
  rt_memcpy (&uc->uc_sigmask, &mask, sizeof mask);
}

static void
handle_call (int signal, siginfo_t *info, void *context)
{
  ucontext_t *uc = context;
  greg_t *r = uc->uc_mcontext.gregs;
  long number = info->si_syscall, result;
  struct kernel *k = rt->kernel;
  (void) signal;
  if (info->si_arch != AUDIT_ARCH_X86_64)
    rt_internal_error ("the program makes a system call of another kind of processor or program");
  if (rt->current && number == SYS_munmap)
    result = 0;
  else {
    result = make_call (number, r);
    if (result == -EFAULT && make_writable (r))
      result = make_call (number, r);
    if (number == SYS_rt_sigprocmask)
      keep_mask (uc);
    if (rt->current)
      note (k, number, r, result);
  }
  r[REG_RAX] = result;
}

void
kernel_watch (void)
{
  rt->kernel = own_alloc (sizeof *rt->kernel);
  rt->kernel->brk = SYS_CALL (brk, 0);
  if (rt->orders.mode == WIRE_REPLAY || rt->forked.active)
    return;                       /* one execution, perhaps under a debugger; or a process for each */
  signals_install (SIGSYS, handle_call);
  SYS_CALL (prctl, DISPATCH, DISPATCH_ON, __start_mz_text, __stop_mz_text - __start_mz_text, NULL);
}

/* ---- releasing ---- */

size_t
kernel_maps (void)
{
  return rt->kernel->nmaps;
}

void
kernel_forget_maps (size_t kept)
{
  struct kernel *k = rt->kernel;
  assert (kept <= k->nmaps);
  while (k->nmaps > kept) {
    k->nmaps--;
    sys_munmap ((void *) k->maps[k->nmaps].from, k->maps[k->nmaps].bytes);
  }
}

bool
kernel_holds (void)
{
  return rt->kernel->nopen || rt->kernel->has_writable;
}

#ifndef NDEBUG
static uint64_t
digest_of (const char *path, bool is_folder)
{
  enum { ROOM = 1 << 20 };
  char *text = rt->kernel->text = rt->kernel->text ? rt->kernel->text : own_alloc (ROOM);
  int fd = (int) sys_openat (AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  size_t used = 0;
  long n;
  while (fd >= 0 && used < ROOM - 1 && (n = is_folder ? sys_getdents64 (fd, text + used, ROOM - 1 - used) : sys_read (fd, text + used, ROOM - 1 - used)) > 0)
    used += (size_t) n;
  sys_close (fd);
  text[used] = 0;
  uint64_t h = digest_add (is_folder, is_folder ? used : 0);
  unsigned long last = 0;
  for (char *line = text, *next; !is_folder && *line; line = next) {
    unsigned long from, end;
    next = strchr (line, '\n') ? strchr (line, '\n') + 1 : line + strlen (line);
    if (sscanf (line, "%lx-%lx", &from, &end) != 2 || memmem (line, (size_t) (next - line), "[stack", 6))
      continue;
    if (from != last)             /* adjacent ranges differ in their permissions only */
      h = digest_add (digest_add (h, last), from);
    last = end;
  }
  return digest_add (h, last);
}

/* Checks with /proc that everything was released, for the first executions and some of the later ones. */
static void
check (struct kernel *k)
{
  if (k->executions > 8 && k->executions % 4096)
    return;
  uint64_t now = digest_add (digest_of ("/proc/self/maps", false), digest_of ("/proc/self/fd", true));
  if (!k->executions)
    k->before = now;
  if (now != k->before)
    rt_internal_error ("internal error: mappings or descriptors of an execution are still there after it");
}
#endif

void
kernel_restore (void)
{
  struct kernel *k = rt->kernel;
  kernel_forget_maps (0);
  for (int fd = 0; fd < MOST_FDS && k->nopen; fd++)
    if (k->is_open[fd]) {
      sys_close (fd);
      note_fd (k, fd, false);
    }
  assert (!k->nopen && !k->nmaps);
  if (k->has_writable)
    SYS_CALL (brk, k->brk);
  k->has_writable = false;
#ifndef NDEBUG
  if (rt->snapshot)
    check (k);
  k->executions++;
#endif
}
