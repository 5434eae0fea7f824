/* dlsym and dlvsym: who looks up a name that the runtime has gets the runtime's function, whatever module was asked; with
 * libc's own, what is called would not be followed, and files would be the disk's. Of a function that nobody here knows
 * it is said that it is not seen, since its calls go through no table (imports.c).
 *
 * libc looks from where it was called (RTLD_NEXT), so what is not answered here is passed on by a jump: the place to come
 * back to is still the caller's. This file is apart from the others, which call libc's dlsym by another name (Makefile). */

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
    return 0;                     /* the program: what it has of that name is ours */
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

/* What the runtime itself calls. */
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

/* NULL: libc is to answer. */
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

/* The arguments are kept for libc. */
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
