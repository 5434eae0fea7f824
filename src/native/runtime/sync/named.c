/* Functions that are atomic sections by their names: SV-COMP's programs define
 * __VERIFIER_atomic_NAME, each call of which is one step. Their addresses are taken
 * from the symbol table of the program's file, because static functions have no
 * other; the instrumentation calls hooks.c when a thread enters and leaves one. A
 * function without accesses and calls is not instrumented, and need not be a step. */

#include "native/runtime/core/rt.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char prefix[] = "__VERIFIER_atomic_";

static bool
is_atomic_name (const char *name)
{
  const char *rest = name + sizeof prefix - 1;
  return !strncmp (name, prefix, sizeof prefix - 1) && strcmp (rest, "begin") && strcmp (rest, "end");
}

/* Returns the number of such functions, and stores them if `out` is not NULL. */
static size_t
find_functions (const char *file, uintptr_t base, struct rt_function *out)
{
  const Elf64_Ehdr *header = (const void *) file;
  const Elf64_Shdr *sections = (const void *) (file + header->e_shoff);
  size_t n = 0;
  for (size_t i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const Elf64_Sym *symbols = (const void *) (file + sections[i].sh_offset);
    const char *names = file + sections[sections[i].sh_link].sh_offset;
    for (size_t k = 0; k < sections[i].sh_size / sizeof *symbols; k++)
      if (ELF64_ST_TYPE (symbols[k].st_info) == STT_FUNC && symbols[k].st_size && is_atomic_name (names + symbols[k].st_name)) {
        if (out)
          out[n] = (struct rt_function) {base + symbols[k].st_value, symbols[k].st_size};
        n++;
      }
  }
  return n;
}

void
named_init (void)
{
  struct stat st;
  int fd = (int) syscall (SYS_openat, AT_FDCWD, "/proc/self/exe", O_RDONLY | O_CLOEXEC);   /* open is the program's */
  if (fd < 0 || fstat (fd, &st))
    return;
  char *file = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (file == MAP_FAILED)
    return;
  const Elf64_Ehdr *header = (const void *) file;
  uintptr_t base = header->e_type == ET_DYN ? getauxval (AT_PHDR) - header->e_phoff : 0;
  rt->sections.nfunctions = find_functions (file, base, NULL);
  if (rt->sections.nfunctions) {
    rt->sections.functions = own_alloc (rt->sections.nfunctions * sizeof *rt->sections.functions);
    find_functions (file, base, rt->sections.functions);
  }
  munmap (file, (size_t) st.st_size);
}

bool
named_is_atomic (uint64_t pc)
{
  for (size_t i = 0; i < rt->sections.nfunctions; i++)
    if (pc - rt->sections.functions[i].address < rt->sections.functions[i].bytes)
      return true;
  return false;
}
