/* A program that was built for checking also runs without the checker: every function by which the runtime replaces
 * another jumps to the replaced one, of libc or another library. Compiled code calls the runtime's functions directly,
 * not through a table, so the jump is written at their beginning, before any code of the program runs.
 *
 * Functions that no library has (accesses, mz_*, __VERIFIER_*) behave as they do before main. */

#include "native/runtime/core/rt.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "native/runtime/program/exported.h"
#include "native/runtime/records/seal.h"
#include "native/runtime/core/sys.h"

extern char __start_mz_text[] __attribute__ ((visibility ("hidden")));
extern char __stop_mz_text[] __attribute__ ((visibility ("hidden")));
extern void *__dso_handle __attribute__ ((visibility ("hidden")));

bool rt_is_alone;

/* ---- functions that dlsym does not find, because libc links them into programs statically ---- */

static int (*real_cxa_atexit) (void (*) (void *), void *, void *);
static int (*real_register_atfork) (void (*) (void), void (*) (void), void (*) (void), void *);

static int
alone_atexit (void (*function) (void))
{
  return real_cxa_atexit ((void (*) (void *)) (uintptr_t) function, NULL, __dso_handle);
}

static int
alone_atfork (void (*before) (void), void (*parent) (void), void (*child) (void))
{
  return real_register_atfork (before, parent, child, __dso_handle);
}

static void *
real_function (const char *name)
{
  /* aliases of functions of the runtime: the jump is to the function of the other, stricter name */
  static const char *const second[] = {"fflush_unlocked", "fileno_unlocked", "fscanf"};
  for (size_t i = 0; i < sizeof second / sizeof *second; i++)
    if (!strcmp (name, second[i]))
      return NULL;
  if (!strcmp (name, "atexit"))
    return (void *) (uintptr_t) alone_atexit;
  if (!strcmp (name, "pthread_atfork"))
    return (void *) (uintptr_t) alone_atfork;
  return dlsym (RTLD_NEXT, name);
}

/* ---- jumps ---- */

/* movabs $to, %r11; jmp *%r11: fits, because functions are aligned to 16 bytes */
static void
write_jump (unsigned char *at, const void *to)
{
  at[0] = 0x49, at[1] = 0xbb;
  rt_memcpy (at + 2, &to, 8);
  at[10] = 0x41, at[11] = 0xff, at[12] = 0xe3;
}

/* These are replaced first, because a failing dlsym allocates its error message. */
static bool
allocates (const char *name)
{
  return !strcmp (name, "malloc") || !strcmp (name, "calloc") || !strcmp (name, "realloc") || !strcmp (name, "free");
}

static void
replace (const struct exported *t, const ElfW (Sym) *s, bool allocation)
{
  uintptr_t at = t->base + s->st_value;
  const char *name = t->strings + s->st_name;
  void *real;
  if (ELF64_ST_TYPE (s->st_info) == STT_FUNC && at >= (uintptr_t) __start_mz_text && at < (uintptr_t) __stop_mz_text
      && allocates (name) == allocation && (real = real_function (name)))
    write_jump ((unsigned char *) at, real);
}

static void
replace_all (const struct exported *t, bool allocation)
{
  uint32_t nbuckets = t->hash[0], first = t->hash[1], nbloom = t->hash[2];
  const uint32_t *buckets = t->hash + 4 + nbloom * (sizeof (ElfW (Addr)) / 4), *chains = buckets + nbuckets;
  for (uint32_t b = 0; b < nbuckets; b++)
    for (uint32_t i = buckets[b]; i >= first; i++) {
      replace (t, &t->symbols[i], allocation);
      if (chains[i - first] & 1)
        break;
    }
}

static void
alone_start (int argc, char **argv, char **environment)
{
  (void) argc;
  struct exported t = {0};
  bool checked = false, defer = false;
  for (char **e = environment; *e; e++) {
    checked |= !strncmp (*e, WIRE_VARIABLE "=", sizeof WIRE_VARIABLE);
    defer |= !strncmp (*e, RT_CONSTRUCTORS "=", sizeof RT_CONSTRUCTORS);
  }
  if (checked) {
    seal_open (environment);
    constructors_begin (argv, defer);
    return;
  }
  dl_iterate_phdr (exported_read, &t);
  uintptr_t from = (uintptr_t) __start_mz_text & ~(uintptr_t) 4095;
  size_t bytes = (uintptr_t) __stop_mz_text - from;
  *(void **) &real_cxa_atexit = dlsym (RTLD_NEXT, "__cxa_atexit");
  *(void **) &real_register_atfork = dlsym (RTLD_NEXT, "__register_atfork");
  if (!t.hash || sys_mprotect ((void *) from, bytes, PROT_READ | PROT_WRITE | PROT_EXEC) < 0)
    rt_internal_error ("this program was built with mazurka cc; it cannot run without mazurka check here");
  replace_all (&t, true);
  replace_all (&t, false);
  sys_mprotect ((void *) from, bytes, PROT_READ | PROT_EXEC);
  rt_is_alone = true;
}

__attribute__ ((section (".preinit_array"), used)) static void (*const start) (int, char **, char **) = alone_start;
