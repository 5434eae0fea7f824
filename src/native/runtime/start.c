/* Where a program under test begins: its main is called by us (--wrap=main),
 * after its constructors have run. */

#include "native/runtime/rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "native/runtime/inside.h"

int __real_main (int, char **, char **);
int __wrap_main (int, char **, char **);

const char mazurka_runtime_version[] = "mazurka runtime 1";

static void
map_stacks (void)
{
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  size_t bytes = (size_t) RT_THREADS * RT_STACK_ROOM;
  if (mmap ((void *) RT_STACKS, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
    mem_out (bytes);
  for (size_t i = 0; i < RT_THREADS; i++)
    mprotect ((char *) RT_STACKS + i * RT_STACK_ROOM, 65536, PROT_NONE);
}

/* The orders' file and the pipe, or -1. */
static int
read_orders (struct wire_orders *orders, struct wire_choice **steps)
{
  const char *where = getenv (WIRE_VARIABLE);
  int in, out;
  if (!where || sscanf (where, "%d,%d", &in, &out) != 2)
    return -1;
  if (pread (in, orders, sizeof *orders, 0) != sizeof *orders || orders->version != WIRE_VERSION)
    return -1;
  size_t bytes = orders->nsteps * sizeof **steps;
  *steps = mem_alloc (bytes);
  if (pread (in, *steps, bytes, sizeof *orders) != (ssize_t) bytes)
    return -1;
  close (in);
  unsetenv (WIRE_VARIABLE);
  return out;
}

int
__wrap_main (int argc, char **argv, char **environment)
{
  struct wire_choice *steps = NULL;
  heap_init ();
  rt = own_alloc (sizeof *rt);
  rt->explorer_fs = rt_fs_get ();
  int out = read_orders (&rt->orders, &steps);
  if (out < 0)
    rt->orders = (struct wire_orders) {.version = WIRE_VERSION, .mode = WIRE_REPLAY, .max_events = UINT64_MAX,
                                       .max_executions = 1, .preemptions = UINT64_MAX};
  rt->main = __real_main;
  rt->argc = argc;
  rt->argv = argv;
  rt->environ = environment;
  map_stacks ();
  undo_init ();
  race_init ();
  tls_init ();
  signals_init ();
  setvbuf (stdout, NULL, _IOLBF, 0);
  heap_take ();
  snapshot_take ();
  _Exit (inside_run (native_exec_new (), &rt->orders, steps, out));
}
