/* Thread-local storage for coroutines.
 *
 * glibc on x86-64: the thread pointer fs points at the thread's control block;
 * the storage of the modules that were there at start lies below it, at the
 * same distances in every thread:
 *
 *     | module n | ... | module 1 | control block (struct pthread) |
 *                                 ^ fs: fs[0] and fs[2] point here, fs[1] at the dtv
 *
 * The dtv is a table by module of where its storage is; entry -1 holds its
 * length. A new thread gets a copy of what the first thread had before main,
 * with each module's variables as the module's file has them; those of libc
 * itself stay as they were, since it has set up some of them by then. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/differences.h"
#include "native/runtime/core/sys.h"

#define CONTROL_BLOCK 2304        /* of glibc 2.36, where the symbol with its size is missing */

struct tls {
  uintptr_t main;                 /* thread pointer of the first thread */
  size_t below, above;            /* bytes on both sides of it */
  size_t most;                    /* upper bound of `below`: the program's own, and 1 MB for libraries */
  char *image;                    /* what a new block looks like */
  size_t ndtv;                    /* entries of 16 bytes, with the one before the first */
  size_t bytes;                   /* of a block: whole pages */
  uint64_t *dtv;
  uint8_t made[RT_THREADS];       /* enum made: the thread's block */
};

/* A block stays AS_MADE until its first write, which faults like a write to the snapshot's pages (tls_fault). */
enum made { NOT_MADE, AS_MADE, WRITTEN };
enum { PAGE = 4096 };

static int
find_lowest (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  struct tls *tls = context;
  uintptr_t at = (uintptr_t) info->dlpi_tls_data;
  if (!tls->most)                 /* the program comes first, and is next to the pointer */
    tls->most = (at && at < tls->main ? tls->main - at : 0) + (1 << 20);
  if (at && at < tls->main && tls->main - at > tls->below && tls->main - at < tls->most)
    tls->below = tls->main - at;
  return 0;
}

static int
fresh_module (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  struct tls *tls = context;
  uintptr_t at = (uintptr_t) info->dlpi_tls_data;
  const char *name = strrchr (info->dlpi_name, '/');
  if (!at || at >= tls->main || tls->main - at > tls->below || (name && strncmp (name, "/libc.so", 8) == 0))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_TLS) {
      const ElfW (Phdr) *h = &info->dlpi_phdr[i];
      char *to = tls->image + tls->below - (tls->main - at);
      rt_memset (to, 0, h->p_memsz);
      rt_memcpy (to, (const char *) info->dlpi_addr + h->p_vaddr, h->p_filesz);
    }
  return 0;
}

void
tls_init (void)
{
  struct tls *tls = rt->tls = own_alloc (sizeof *tls);
  tls->main = rt_fs_get ();
  dl_iterate_phdr (find_lowest, tls);
  tls->below = (tls->below + 63) & ~(size_t) 63;
  if (tls->below > RT_TLS)
    rt_internal_error ("the program has more than %u bytes of thread-local variables", RT_TLS);
  const uint32_t *told = dlsym (RTLD_DEFAULT, "_thread_db_sizeof_pthread");
  tls->above = told ? *told : CONTROL_BLOCK;
  tls->image = own_alloc (tls->below + tls->above);
  rt_memcpy (tls->image, (const char *) tls->main - tls->below, tls->below + tls->above);
  dl_iterate_phdr (fresh_module, tls);
  uint64_t *dtv = ((uint64_t **) tls->main)[1];
  tls->ndtv = dtv[-2] + 2;
  tls->dtv = own_alloc (tls->ndtv * 16);
  rt_memcpy (tls->dtv, dtv - 2, tls->ndtv * 16);
  tls->bytes = (tls->below + tls->above + tls->ndtv * 16 + 63 + PAGE - 1) & ~(size_t) (PAGE - 1);
}

size_t
tls_bytes (void)
{
  return rt->tls->bytes;
}

static char *
block_end (thread_id id)
{
  return (char *) RT_STACKS + (id + 1) * (size_t) RT_STACK_ROOM;
}

bool
tls_fault (uintptr_t address)
{
  struct tls *tls = rt ? rt->tls : NULL;
  size_t id = (address - RT_STACKS) / RT_STACK_ROOM;
  if (!tls || address < RT_STACKS || id >= RT_THREADS || tls->made[id] != AS_MADE)
    return false;
  char *block = block_end ((thread_id) id) - tls->bytes;
  if (address < (uintptr_t) block)
    return false;
  tls->made[id] = WRITTEN;
  return sys_mprotect (block, tls->bytes, PROT_READ | PROT_WRITE) == 0;
}

uintptr_t
tls_make (thread_id id)
{
  struct tls *tls = rt->tls;
  char *end = block_end (id);
  uint64_t *dtv = (uint64_t *) (end - tls->ndtv * 16);
  uintptr_t fs = ((uintptr_t) dtv - tls->above) & ~(uintptr_t) 63;
  if (tls->made[id] == AS_MADE) {
    assert (rt_memcmp ((const char *) fs - tls->below, tls->image, tls->below) == 0);
    return fs;
  }
  rt_memcpy ((char *) fs - tls->below, tls->image, tls->below + tls->above);
  rt_memcpy (dtv, tls->dtv, tls->ndtv * 16);
  for (size_t i = 2; i < tls->ndtv; i++)
    if (dtv[2 * i] < tls->main && tls->main - dtv[2 * i] <= tls->below)
      dtv[2 * i] += fs - tls->main;
  assert (id < RT_THREADS && fs % 64 == 0);
  assert (fs - tls->below >= (uintptr_t) end - tls_bytes () && fs + tls->above <= (uintptr_t) dtv);
  uint64_t *block = (uint64_t *) fs;
  block[0] = block[2] = fs;
  block[1] = (uint64_t) (uintptr_t) (dtv + 2);
  if (tls->made[id] == NOT_MADE && rt->snapshot && sys_mprotect (end - tls->bytes, tls->bytes, PROT_READ) == 0)
    tls->made[id] = AS_MADE;
  return fs;
}

void
tls_differences (uintptr_t fs, void (*word) (void *context, uintptr_t at, uint64_t), void *context)
{
  const struct tls *tls = rt->tls;
  const uint64_t *now = (const uint64_t *) (fs - tls->below), *then = (const uint64_t *) tls->image;
  differences (now, then, (tls->below + tls->above) / sizeof *now, word, context);
  for (now = (const uint64_t *) (fs + tls->above / sizeof *now * sizeof *now); (uintptr_t) now % RT_STACK_ROOM; now++)
    word (context, (uintptr_t) now, *now);
}
