/* The start of a program under test: the linker replaces its main by __wrap_main
 * (--wrap=main), which is called after the constructors. */

#include "native/runtime/core/rt.h"
#include "native/runtime/memory/reuse.h"
#include "native/runtime/memory_model/robust.h"

#include <assert.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/exec.h"
#include "native/runtime/core/explorer.h"
#include "native/runtime/libc/imports.h"
#include "native/runtime/libc/libc.h"
#include "native/runtime/files/files.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/state/kernel.h"
#include "native/runtime/program/proposition.h"
#include "native/runtime/records/seal.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/state/undo.h"
#include "native/runtime/state/watch.h"

int __real_main (int, char **, char **);
int __wrap_main (int, char **, char **);

EXPORT const char mazurka_runtime_version[] = "mazurka runtime 1";

/* Nested functions of GNU C whose addresses are taken are called through code on the stack. */
static int
wants_executable_stack (struct dl_phdr_info *module, size_t bytes, void *found)
{
  (void) bytes;
  for (int i = 0; i < module->dlpi_phnum; i++)
    *(bool *) found |= module->dlpi_phdr[i].p_type == PT_GNU_STACK && module->dlpi_phdr[i].p_flags & PF_X;
  return 0;
}

static void
map_stacks (void)
{
  bool is_executable = false;
  dl_iterate_phdr (wants_executable_stack, &is_executable);
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  size_t bytes = (size_t) RT_THREADS * RT_STACK_ROOM;
  if (sys_mmap ((void *) RT_STACKS, bytes, PROT_READ | PROT_WRITE | (is_executable ? PROT_EXEC : 0), flags, -1, 0) < 0)
    mem_out (bytes);
  for (size_t i = 0; i < RT_THREADS; i++)
    sys_mprotect ((char *) RT_STACKS + i * RT_STACK_ROOM, RT_STACK_GUARD, PROT_NONE);
}

/* Standard error was kept for the supervisor until main; now it is redirected to /dev/null. */
static void
close_said (void)
{
  char path[60] = "";
  const char said[] = "/memfd:" WIRE_SAID;
  long n = sys_readlink ("/proc/self/fd/2", path, sizeof path);
  if (n >= (long) sizeof said - 1 && !strncmp (path, said, sizeof said - 1))
    SYS_CALL (dup3, 1, 2, 0);     /* standard output is /dev/null in this case */
}

/* A copy on the program's heap, which is restored for each execution, because a
 * program may change the strings and the array. */
static char **
copy_strings (char **strings)
{
  size_t n = 0;
  while (strings[n])
    n++;
  char **copy = heap_alloc ((n + 1) * sizeof *copy, 16, 0);
  for (size_t i = 0; i < n; i++) {
    size_t bytes = strlen (strings[i]) + 1;
    copy[i] = rt_memcpy (heap_alloc (bytes, 16, 0), strings[i], bytes);
  }
  copy[n] = NULL;
  return copy;
}

_Noreturn void
rt_restart (enum wire_restart reason)
{
  assert (rt->snapshot && reason < WIRE_RESTART_COUNT);
  rt->restarts[reason]++;
  rt_fs_set (rt->fs_now = rt->explorer_fs);
  if (rt->current)
    rt->current->sp = __builtin_frame_address (0);   /* its frames are abandoned; zones_leave_stacks needs the pointer */
  rt->current = NULL;
  rt->trial = NULL;
  robust_again ();
  rt->replaying = false;
  rt_floating_restore ();
  __builtin_longjmp (rt->again, 1);
}

void
rt_need (enum rt_mode mode)
{
  assert (mode && !(mode & ~RT_MODES) && !(mode & (mode - 1)));
  if (rt->modes & mode)
    return;
  rt->modes |= mode;
  rt_restart (WIRE_RESTART_modes);
}

/* The modes with which the trace was written. RT_COMPARED is added, because a replay compares more loops and cannot be restarted. */
static uint32_t
modes_of_trace (const struct wire_choice *steps)
{
  if (rt->orders.mode != WIRE_REPLAY)
    return 0;
  return RT_COMPARED | (rt->orders.nsteps ? steps[0].alternative & RT_MODES : 0);
}

EXPORT int
__wrap_main (int argc, char **argv, char **environment)
{
  struct wire_choice *steps = NULL;
  if (rt_is_alone)
    return __real_main (argc, argv, environment);
  close_said ();
  heap_init ();
  rt = own_alloc (sizeof *rt);
  rt->explorer_fs = rt_fs_get ();
  rt_floating_keep ();
  rt->forked.explorer_pid = (int) SYS_CALL (getpid, 0);
  rt->forked.active = getenv (RT_FORKED);
  unsetenv (RT_FORKED);
  unsetenv (RT_CONSTRUCTORS);
  unsetenv (WIRE_VARIABLE);
  rt->supervisor.out = seal_take_orders (&rt->orders, &steps);
  if (rt->supervisor.out < 0)
    rt_internal_error ("this program was built by another version of mazurka, or " WIRE_VARIABLE " is none of mazurka's own");
  rt->modes = rt->forked.active ? RT_MODES : modes_of_trace (steps);
  rt->given = steps;
  rt->program.main = __real_main;
  rt->program.argc = argc;
  rt->program.argv = copy_strings (argv);
  rt->program.environ = environ = copy_strings (environ);   /* constructors may have changed libc's */
  __libc_single_threaded = 0;     /* otherwise C++ counts references without atomics */
  map_stacks ();
  undo_init ();
  clocks_init ();
  race_init ();
  robust_init ();
  tls_init ();
  signals_init ();
  kernel_watch ();
  files_init ();
  libc_init ();
  imports_watch ();
  handlers_init ();
  streams_init ();
  named_init ();
  if (rt->orders.stateful && rt->forked.active && rt->orders.mode == WIRE_EXPLORE)
    rt_internal_error ("states cannot be stored of a program whose executions have processes of their own, because of sockets and the like (--stateful=off)");
  if (rt->orders.stateful && !rt->forked.active)
    fingerprint_init ();
  reuse_init ();
  watch_begin ();
  propositions_init ();
  rt_fs_set (rt_fs_get ());       /* initialises its static variable */
  setvbuf (stdout, NULL, _IOLBF, 0);
  fingerprint_warm_up ();
  heap_take ();
  if (!rt->forked.active)   /* only the snapshot makes rewinding in one process possible */
    snapshot_take ();
  (void) __builtin_setjmp (rt->again);
  struct exec *exec = native_exec_new ();
  rt_quit (explorer_run (exec, &rt->orders, steps, rt->supervisor.out));
}
