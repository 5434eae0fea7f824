/* Constructors of the program run before main, where the exploration has not begun. Most of them work there, because
 * there is one thread and nothing to explore. If one starts a thread, waits, sends a signal or fails, the program is
 * started again: the list of its constructors is then emptied for libc, and the first thread calls them in every
 * execution, before main. (Constructors of libraries are always called by libc.) */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "native/runtime/records/seal.h"
#include "native/runtime/core/sys.h"

typedef void constructor (int, char **, char **);
/* Defined by the linker. */
extern constructor *const __init_array_start[] __attribute__ ((visibility ("hidden")));
extern constructor *const __init_array_end[] __attribute__ ((visibility ("hidden")));

static char **arguments;
static bool deferred;

void
constructors_wanted (void)
{
  if (rt || deferred || !arguments)
    return;
  if (!seal_is_debugged ())
    seal_again (false, true);
  setenv (RT_CONSTRUCTORS, "1", 1);
  SYS_CALL (execve, "/proc/self/exe", arguments, environ);
}

void
constructors_called_by (uint64_t pc)
{
  if (!rt && rt_is_programs (pc))
    constructors_wanted ();
}

static int
empty_list (struct dl_phdr_info *program, size_t size, void *unused)
{
  (void) size, (void) unused;
  for (int i = 0; i < program->dlpi_phnum; i++)
    for (ElfW (Dyn) *e = (void *) (program->dlpi_addr + program->dlpi_phdr[i].p_vaddr);
         program->dlpi_phdr[i].p_type == PT_DYNAMIC && e->d_tag != DT_NULL; e++)
      if (e->d_tag == DT_INIT_ARRAYSZ && sys_mprotect ((void *) ((uintptr_t) e & ~(uintptr_t) 4095), 8192, PROT_READ | PROT_WRITE) == 0) {
        e->d_un.d_val = 0;
        deferred = true;
      }
  return 1;                       /* the first one is the program */
}

void
constructors_begin (char **argv, bool defer)
{
  arguments = argv;
  if (defer)
    dl_iterate_phdr (empty_list, NULL);
}

bool
constructors_are_deferred (void)
{
  return deferred;
}

void
constructors_run (void)
{
  assert (rt->current && !rt->current->id);
  for (constructor *const *c = __init_array_start; deferred && c < __init_array_end; c++)
    (*c) (rt->program.argc, rt->program.argv, rt->program.environ);
}
