/* The names that a module exports, from its GNU hash table. */
#ifndef NATIVE_RUNTIME_PROGRAM_EXPORTED_H
#define NATIVE_RUNTIME_PROGRAM_EXPORTED_H

#include <link.h>
#include <stdint.h>

struct exported {
  uintptr_t base;
  const ElfW (Sym) *symbols;
  const char *strings;
  const uint32_t *hash;           /* the GNU hash table: buckets of chains; NULL: the module has none */
};

/* A callback of dl_iterate_phdr that reads the first module, the program, into the struct exported. */
int exported_read (struct dl_phdr_info *, size_t, void *context);
void exported_of (struct dl_phdr_info *, struct exported *);
void *exported_find (const struct exported *, const char *name);   /* NULL: the module has no such function */

#endif
