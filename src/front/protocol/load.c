/* Loads a protocol from its shared object. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "front/protocol/accesses.h"

enum { ROOM_OF_TYPES = 2 * MP_MOST_TYPES * sizeof (int) };     /* a mapping of its own pages */

/* Variables of the file are not part of a state: they are read-only from now on. */
static int
protect (struct dl_phdr_info *info, size_t size, void *context)
{
  const struct link_map *map = context;
  (void) size;
  if (info->dlpi_addr != map->l_addr || strcmp (info->dlpi_name, map->l_name))
    return 0;
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type != PT_LOAD || !(h->p_flags & PF_W))
      continue;
    uintptr_t start = (info->dlpi_addr + h->p_vaddr) & ~(page - 1), end = info->dlpi_addr + h->p_vaddr + h->p_memsz;
    mprotect ((void *) start, (end - start + page - 1) & ~(page - 1), PROT_READ);
  }
  return 1;
}

struct protocol *
protocol_load (const char *object, const char *file, struct diag *diag)
{
  struct protocol *p = mem_zalloc (sizeof *p);
  struct link_map *map = NULL;
  p->file = arena_strdup (&p->arena, file);
  p->ts.class = &mp_class;
  p->ts.is_optional = mp_is_fault;
  if (!mp_check_imports (object, p->file, diag)) {
    protocol_free (p);
    return NULL;
  }
  p->first = mmap (NULL, ROOM_OF_TYPES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p->first == MAP_FAILED)
    mem_out (ROOM_OF_TYPES);
  p->count = p->first + MP_MOST_TYPES;
  mp_catch_signals ();
  p->handle = mp_call_dlopen (object);
  p->source = p->handle ? dlsym (p->handle, "mz_protocol") : NULL;
  if (!p->handle)
    diag_error (diag, (struct pos) {.file = file}, "cannot be loaded: %s", dlerror ());
  else if (!p->source)
    diag_error (diag, (struct pos) {.file = file}, "does not define mz_protocol (const struct mz_protocol, see <mazurka/protocol.h>)");
  if (!p->source || !mp_check_lists (p, diag) || !mp_resolve (p, diag)) {
    protocol_free (p);
    return NULL;
  }
  if (!dlinfo (p->handle, RTLD_DI_LINKMAP, &map))
    dl_iterate_phdr (protect, map);
  mprotect (p->first, ROOM_OF_TYPES, PROT_READ);
  mp_open_init (p, &p->now);
  mp_open_init (p, &p->scratch);
  mp_open_init (p, &p->trial);
  mp_open_init (p, &p->permuted);
  accesses_init (p);
  p->other = mem_alloc (p->ts.max_words * sizeof *p->other);
  p->representative = mem_alloc (p->ts.max_words * sizeof *p->other);
  return p;
}

void
protocol_free (struct protocol *p)
{
  if (p->now.messages) {
    mp_open_release (p, &p->now);
    mp_open_release (p, &p->scratch);
    mp_open_release (p, &p->trial);
    mp_open_release (p, &p->permuted);
    mem_free (p->owner);
    mem_free (p->other);
    mem_free (p->representative);
  }
  for (size_t i = 0; i < p->types.count; i++)
    VEC_FREE (p->types.data[i].variables);
  VEC_FREE (p->types);
  VEC_FREE (p->messages);
  VEC_FREE (p->transitions);
  VEC_FREE (p->instances);
  VEC_FREE (p->observables);
  str_release (&p->text);
  arena_release (&p->arena);
  if (p->first)
    munmap (p->first, ROOM_OF_TYPES);
  if (p->handle)
    dlclose (p->handle);
  mem_free (p);
}

struct ts *
protocol_ts (struct protocol *p)
{
  return &p->ts;
}

void
protocol_verify (struct protocol *p)
{
  p->verify = true;
}
