/* The names that a module exports: its table of GNU's kind, as the dynamic linker has it. */
#ifndef NATIVE_RUNTIME_PROGRAM_EXPORTED_H
#define NATIVE_RUNTIME_PROGRAM_EXPORTED_H

#include <link.h>
#include <stdint.h>

struct exported {
  uintptr_t base;
  const ElfW (Sym) *symbols;
  const char *strings;
  const uint32_t *hash;           /* of GNU's kind: buckets of chains; NULL: it has none */
};

/* For dl_iterate_phdr: the first module, the program (context: a struct exported). */
int exported_read (struct dl_phdr_info *, size_t, void *context);
void exported_of (struct dl_phdr_info *, struct exported *);
void *exported_find (const struct exported *, const char *name);   /* NULL: it has no such function */

#endif
