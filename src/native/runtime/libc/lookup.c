/* dlsym and dlvsym: a program that looks up a name which the runtime replaces gets the runtime's function, whatever module
 * it asks; calls of libc's function would bypass the checker, and use files of the disk. A function that is not known is
 * reported as uninstrumented at once, because its calls do not go through the global offset table (imports.c).
 *
 * libc's dlsym depends on its return address (RTLD_NEXT), so other look-ups are forwarded by a jump, which keeps the
 * caller's return address. In this file dlsym is not renamed as in the others (Makefile). */

#include "native/runtime/program/exported.h"
#include "native/runtime/libc/imports.h"
#include "native/runtime/core/rt.h"

#include <dlfcn.h>
#include <string.h>

void *(*lookup_libc) (void *, const char *) __attribute__ ((visibility ("hidden")));
void *(*lookup_libc_version) (void *, const char *, const char *) __attribute__ ((visibility ("hidden")));

extern char __start_mz_text[] __attribute__ ((visibility ("hidden")));
extern char __stop_mz_text[] __attribute__ ((visibility ("hidden")));

static int
find_libc (struct dl_phdr_info *module, size_t size, void *context)
{
  struct exported t;
  (void) size, (void) context;
  exported_of (module, &t);
  if (!*module->dlpi_name || lookup_libc)
    return 0;                     /* the program itself exports the runtime's dlsym */
  *(void **) &lookup_libc = exported_find (&t, "dlsym");
  *(void **) &lookup_libc_version = exported_find (&t, "dlvsym");
  return 0;
}

static void
find_real (void)
{
  if (!lookup_libc)
    dl_iterate_phdr (find_libc, NULL);
  if (!lookup_libc)
    rt_internal_error ("the C library has no dlsym");
}

/* The runtime's own calls of dlsym are renamed to this. */
void *rt_dlsym (void *, const char *);
void *
rt_dlsym (void *handle, const char *name)
{
  find_real ();
  return lookup_libc (handle, name);
}

static void *
ours (const char *name)
{
  struct exported t;
  dl_iterate_phdr (exported_read, &t);
  uintptr_t at = (uintptr_t) exported_find (&t, name);
  return at >= (uintptr_t) __start_mz_text && at < (uintptr_t) __stop_mz_text ? (void *) at : NULL;
}

/* Returns the runtime's function; NULL: the call is forwarded to libc. */
void *lookup_answer (void *handle, const char *name, uint64_t pc) __attribute__ ((used));
void *
lookup_answer (void *handle, const char *name, uint64_t pc)
{
  find_real ();
  if (rt_is_alone || !imports_is_seen (pc))
    return NULL;
  void *found = lookup_libc (handle, name), *mine = found && !imports_is_seen ((uintptr_t) found) ? ours (name) : NULL;
  if (mine)
    return mine;
  if (found)
    imports_found (name, found, pc);
  return NULL;
}

/* The argument registers are saved for libc. */
#define LOOKUP(name, real)                             \
  __asm__ (".text\n"                                   \
           ".balign 16\n"                              \
           ".globl " name "\n"                         \
           ".type " name ", @function\n" name ":\n"    \
           "  pushq %rdx\n"                            \
           "  pushq %rsi\n"                            \
           "  pushq %rdi\n"                            \
           "  movq 24(%rsp), %rdx\n"                   \
           "  call lookup_answer\n"                    \
           "  popq %rdi\n"                             \
           "  popq %rsi\n"                             \
           "  popq %rdx\n"                             \
           "  testq %rax, %rax\n"                      \
           "  jne 1f\n"                                \
           "  jmpq *" real "(%rip)\n"                  \
           "1: ret\n"                                  \
           ".size " name ", .-" name "\n")
LOOKUP ("dlsym", "lookup_libc");
LOOKUP ("dlvsym", "lookup_libc_version");
