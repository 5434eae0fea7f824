/* Functions that run when the process ends: those of atexit, on_exit and at_quick_exit, destructors of static objects, and
 * the destructor functions of the program and its libraries. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#define HANDLERS 1024

/* In the program's memory, so that each execution begins with those registered before main. */
static struct handler {
  enum { ATEXIT, WITH_ARGUMENT, WITH_STATUS, QUICK } kind;
  union { void (*alone) (void); void (*with) (void *); void (*status) (int, void *); } call;
  void *argument;
} handlers[HANDLERS];
static int nhandlers;
static bool destructs;            /* the destructor functions are being called: if one calls exit, the others are not called */

/* Registrations are dependent: functions are called in the reverse order. */
static struct handler *
add_handler (uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  trial_stop ();
  assert (nhandlers >= 0 && nhandlers <= HANDLERS);
  if (t && (t->id || t->children)) {
    rt_need (RT_HANDLERS);
    op_change (handlers, NATIVE_ATEXIT, pc);
  } else if (t)
    spin_broken (t);
  if (nhandlers == HANDLERS)
    rt_unsupported ("registering more than 1024 functions with atexit");
  return &handlers[nhandlers++];
}

EXPORT int
atexit (void (*function) (void))
{
  *add_handler (CALLER) = (struct handler) {.kind = ATEXIT, .call.alone = function};
  return 0;
}

EXPORT int
on_exit (void (*function) (int, void *), void *argument)
{
  *add_handler (CALLER) = (struct handler) {.kind = WITH_STATUS, .call.status = function, .argument = argument};
  return 0;
}

int __cxa_atexit (void (*) (void *), void *, void *);
EXPORT int
__cxa_atexit (void (*function) (void *), void *argument, void *module)
{
  (void) module;
  *add_handler (CALLER) = (struct handler) {.kind = WITH_ARGUMENT, .call.with = function, .argument = argument};
  return 0;
}

/* Called by at_quick_exit, which is linked into the program statically. */
int __cxa_at_quick_exit (void (*) (void *), void *);
EXPORT int
__cxa_at_quick_exit (void (*function) (void *), void *module)
{
  (void) module;
  *add_handler (CALLER) = (struct handler) {.kind = QUICK, .call.with = function};
  return 0;
}

static bool
has_handler (void)
{
  if (rt->modes & RT_HANDLERS)
    op_change (handlers, NATIVE_ATEXIT, 0);
  return nhandlers;
}

static void
call_handler (const struct handler *h, int status)
{
  switch (h->kind) {
  case ATEXIT: h->call.alone (); break;
  case WITH_STATUS: h->call.status (status, h->argument); break;
  default: h->call.with (h->argument);
  }
}

/* ---- destructor functions ---- */

/* Those of the program, then those of its libraries, in the order of calling. They are read once, because no library is
 * loaded while a program is checked. */
static struct {
  void (**all) (void);
  size_t count;
} destructors;

/* Adds those of one module, the last one first, without the first, which is the compiler's own. */
static void
take_all (const ElfW (Addr) *array, size_t count)
{
  for (size_t i = count; i-- > 1; destructors.count++)
    if (destructors.all)
      *(void **) &destructors.all[destructors.count] = (void *) array[i];
}

/* Skips libc and the dynamic linker, whose destructors must not run while the process goes on. */
static int
look_into_module (struct dl_phdr_info *module, size_t size, void *context)
{
  (void) size;
  (void) context;
  const char *slash = strrchr (module->dlpi_name, '/'), *name = slash ? slash + 1 : module->dlpi_name;
  const ElfW (Addr) *array = NULL;
  size_t bytes = 0;
  if (!strncmp (name, "libc.so", 7) || !strncmp (name, "ld-linux", 8) || !strncmp (name, "linux-vdso", 10))
    return 0;
  for (int i = 0; i < module->dlpi_phnum; i++)
    for (const ElfW (Dyn) *e = (const void *) (module->dlpi_addr + module->dlpi_phdr[i].p_vaddr);
         module->dlpi_phdr[i].p_type == PT_DYNAMIC && e->d_tag != DT_NULL; e++) {
      if (e->d_tag == DT_FINI_ARRAY)
        array = (const void *) (module->dlpi_addr + e->d_un.d_ptr);
      bytes = e->d_tag == DT_FINI_ARRAYSZ ? e->d_un.d_val : bytes;
    }
  take_all (array, array ? bytes / sizeof *array : 0);
  return 0;
}

void
handlers_init (void)
{
  assert (!destructors.all && rt && !rt->current);
  dl_iterate_phdr (look_into_module, NULL);
  size_t count = destructors.count;
  destructors.all = own_alloc ((count + 1) * sizeof *destructors.all);
  destructors.count = 0;
  dl_iterate_phdr (look_into_module, NULL);
  assert (destructors.count == count);
}

/* ---- running them ---- */

bool
rt_has_atexit (void)
{
  return nhandlers || (!destructs && destructors.count);
}

void
rt_run_atexit (bool quick, int status)
{
  for (int first = 0; has_handler (); first++) {
    assert (nhandlers > 0 && nhandlers <= HANDLERS);
    nhandlers--;
    struct handler h = handlers[nhandlers];
    if ((h.kind == QUICK) == quick)
      call_handler (&h, status);
  }
  if (quick || destructs || !destructors.count)   /* avoids a write to the snapshot */
    return;
  destructs = true;
  for (size_t i = 0; i < destructors.count; i++)
    destructors.all[i] ();
}
