#include "native/runtime/program/exported.h"

#include <string.h>

void
exported_of (struct dl_phdr_info *module, struct exported *t)
{
  *t = (struct exported) {.base = module->dlpi_addr};
  for (int i = 0; i < module->dlpi_phnum; i++)
    for (const ElfW (Dyn) *e = (const void *) (t->base + module->dlpi_phdr[i].p_vaddr);
         module->dlpi_phdr[i].p_type == PT_DYNAMIC && e->d_tag != DT_NULL; e++)
      switch (e->d_tag) {
      case DT_SYMTAB: t->symbols = (const void *) e->d_un.d_ptr; break;
      case DT_STRTAB: t->strings = (const void *) e->d_un.d_ptr; break;
      case DT_GNU_HASH: t->hash = (const void *) e->d_un.d_ptr; break;
      default: break;
      }
  if ((uintptr_t) t->hash < t->base)
    t->hash = NULL;               /* the vdso, whose addresses are not relocated */
}

int
exported_read (struct dl_phdr_info *program, size_t size, void *context)
{
  (void) size;
  exported_of (program, context);
  return 1;
}

static uint32_t
hash_of (const char *name)
{
  uint32_t h = 5381;
  for (; *name; name++)
    h = 33 * h + (unsigned char) *name;
  return h;
}

void *
exported_find (const struct exported *t, const char *name)
{
  if (!t->hash || !t->hash[0])
    return NULL;
  uint32_t nbuckets = t->hash[0], first = t->hash[1], nbloom = t->hash[2], h = hash_of (name);
  const uint32_t *buckets = t->hash + 4 + nbloom * (sizeof (ElfW (Addr)) / 4), *chains = buckets + nbuckets;
  for (uint32_t i = buckets[h % nbuckets]; i >= first; i++) {
    const ElfW (Sym) *s = &t->symbols[i];
    if ((chains[i - first] | 1) == (h | 1) && s->st_shndx && ELF64_ST_TYPE (s->st_info) == STT_FUNC && !strcmp (t->strings + s->st_name, name))
      return (void *) (t->base + s->st_value);
    if (chains[i - first] & 1)
      break;
  }
  return NULL;
}
