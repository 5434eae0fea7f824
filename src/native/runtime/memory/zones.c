/* The functions that the compilers' code for red zones calls, and the check of accesses.
 *
 * Idea: mark the memory between objects instead of following pointers: an access past the end of an object hits a zone.
 * Source: K. Serebryany, D. Bruening, A. Potapenko, D. Vyukov, "AddressSanitizer: A fast address sanity checker", USENIX
 * ATC 2012, as implemented in the compilers.
 * Where we differ: accesses are checked in the functions that the race check instruments anyway (hooks.c), and the heap
 * has marks of its own (heap.c).
 * What it does not find: a pointer that is moved across a zone into another object, and an index outside of an array
 * inside of an object. The verdict names this as an assumption (report/scope.c).
 *
 * A jump (longjmp, an exception) leaves frames without clearing their zones. gcc's plugin calls __mazurka_landed at
 * possible targets of jumps (gcc/zones.cc). */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/memory/zones.h"

/* The layout that both compilers use. */
struct global {
  uintptr_t start;
  size_t bytes, with_zone;
  const char *name, *unit;
  uintptr_t is_dynamic;
  const void *place, *unused;
};

struct globals {
  const struct global *all;
  size_t count;
  struct globals *next;
};

static struct globals *registered;   /* before main */

enum { ZONE_LEFT = 0xf1, ZONE_GLOBAL = 0xf9, ZONE_ALLOCA_LEFT = 0xca, ZONE_ALLOCA_RIGHT = 0xcb, ALLOCA_ZONE = 32 };
#define FRAME_MAGIC 0x41b58ab3u
#define ZONE(address) ((uint8_t *) (RT_ZONES + (uintptr_t) (address) / 8))

void __asan_init (void);
void __asan_version_mismatch_check_v8 (void);
void __asan_before_dynamic_init (const char *);
void __asan_after_dynamic_init (void);
void __asan_register_globals (const struct global *, size_t);
void __asan_unregister_globals (const struct global *, size_t);
void __asan_register_elf_globals (uintptr_t *done, const struct global *, const struct global *);
void __asan_unregister_elf_globals (uintptr_t *done, const struct global *, const struct global *);
void __asan_alloca_poison (uintptr_t, size_t);
void __asan_allocas_unpoison (uintptr_t top, uintptr_t bottom);
void __asan_handle_no_return (void);
void __mazurka_landed (void);

void __asan_loadN (const void *, size_t);
void __asan_storeN (const void *, size_t);

/* Called before any constructor, because constructors may have locals with zones. */
static void
zones_map (void)
{
  static bool done;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (!done && sys_mmap ((void *) RT_ZONES, RT_MEMORY / 8, PROT_READ | PROT_WRITE, flags, -1, 0) < 0)
    mem_out (RT_MEMORY / 8);
  done = true;
}

static void (*const at_start) (void) __attribute__ ((section (".preinit_array"), used)) = zones_map;

/* ---- called by compiled code ---- */

EXPORT void
__asan_init (void)
{
  zones_map ();
}

EXPORT void
__asan_version_mismatch_check_v8 (void)
{
}

EXPORT void
__asan_before_dynamic_init (const char *unit)
{
  (void) unit;
}

EXPORT void
__asan_after_dynamic_init (void)
{
}

/* Marks the end of an object and the zone behind it. */
static void
mark_end (uintptr_t start, size_t bytes, size_t with_zone, uint8_t mark)
{
  uintptr_t end = start + bytes, zone = (end + 7) & ~(uintptr_t) 7;
  assert (start % 8 == 0 && with_zone % 8 == 0 && start + with_zone >= zone);
  rt_memset (ZONE (zone), mark, (start + with_zone - zone) / 8);
  if (end % 8)
    *ZONE (end) = end % 8;
}

EXPORT void
__asan_register_globals (const struct global *all, size_t count)
{
  struct globals *g = own_alloc (sizeof *g);
  *g = (struct globals) {all, count, registered};
  registered = g;
  for (size_t i = 0; i < count; i++)
    mark_end (all[i].start, all[i].bytes, all[i].with_zone, ZONE_GLOBAL);
}

/* Called when the process ends, or a library is closed. */
EXPORT void
__asan_unregister_globals (const struct global *all, size_t count)
{
  for (size_t i = 0; i < count && (!rt || !rt->current); i++)
    zones_clear (all[i].start, all[i].start + all[i].with_zone);
}

EXPORT void
__asan_register_elf_globals (uintptr_t *done, const struct global *from, const struct global *end)
{
  if (*done || from == end)
    return;
  *done = 1;
  __asan_register_globals (from, (size_t) (end - from));
}

EXPORT void
__asan_unregister_elf_globals (uintptr_t *done, const struct global *from, const struct global *end)
{
  (void) done;
  __asan_unregister_globals (from, (size_t) (end - from));
}

/* A block of alloca, or a variable-length array, with a zone on both sides. */
EXPORT void
__asan_alloca_poison (uintptr_t start, size_t bytes)
{
  uintptr_t rounded = (bytes + ALLOCA_ZONE - 1) & ~(uintptr_t) (ALLOCA_ZONE - 1);
  struct rt_thread *t = rt ? rt->current : NULL;
  if (t && (!t->left_low || start - ALLOCA_ZONE < t->left_low))
    t->left_low = start - ALLOCA_ZONE;
  rt_memset (ZONE (start - ALLOCA_ZONE), ZONE_ALLOCA_LEFT, ALLOCA_ZONE / 8);
  mark_end (start, bytes, rounded + ALLOCA_ZONE, ZONE_ALLOCA_RIGHT);
}

EXPORT void
__asan_allocas_unpoison (uintptr_t top, uintptr_t bottom)
{
  if (top && top <= bottom)
    zones_clear (top, bottom);
}

/* Accesses of builtin functions that the compiler expands. */
EXPORT void
__asan_loadN (const void *p, size_t bytes)
{
  rt_plain (p, bytes, false, CALLED_FROM);
}

EXPORT void
__asan_storeN (const void *p, size_t bytes)
{
  rt_plain (p, bytes, true, CALLED_FROM);
}

/* A frame is left by an exception: __tsan_func_exit was called, but its zones are still marked. They are cleared where the
 * exception is caught. */
EXPORT void
__asan_handle_no_return (void)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  uintptr_t here = (uintptr_t) __builtin_frame_address (0);
  if (t && on_own_stack (t, here) && (!t->left_low || here < t->left_low))
    t->left_low = here;
}

/* No frames are below the caller's now. The frames that were left are known from __tsan_func_entry; the lowest of them
 * may have had blocks of alloca below it. */
EXPORT void
__mazurka_landed (void)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  uintptr_t here = (uintptr_t) __builtin_frame_address (0);
  if (!t || !on_own_stack (t, here))
    return;
  uintptr_t low = t->depth > RT_FRAMES ? t->stack_end : t->depth ? t->levels[t->depth - 1] : here;
  zones_clear (t->left_low && t->left_low < low ? t->left_low : low, here);
  t->left_low = 0;
}

/* ---- accesses ---- */

/* The object whose zone was accessed. */
struct owner {
  uintptr_t start;
  size_t bytes;
  const char *name;               /* NULL: it has none */
  int length;
};

static bool
find_global (uintptr_t address, struct owner *o)
{
  for (const struct globals *g = registered; g; g = g->next)
    for (size_t i = 0; i < g->count; i++)
      if (address - g->all[i].start < g->all[i].with_zone) {
        const char *name = g->all[i].name;
        *o = (struct owner) {g->all[i].start, g->all[i].bytes, name, (int) strlen (name)};
        if (*name == '*' || *name == '.' || *name == '<')
          o->name = NULL;         /* a string literal */
        return true;
      }
  return false;
}

static bool
is_nearer (const struct owner *o, uintptr_t start, size_t bytes, uintptr_t address)
{
  uintptr_t from_o = address < o->start ? o->start - address : address - o->start - o->bytes;
  return !o->bytes || (address < start ? start - address : address - start - bytes) < from_o;
}

static size_t
next_number (const char **at)
{
  size_t n = 0;
  while (**at == ' ')
    ++*at;
  for (; **at >= '0' && **at <= '9'; ++*at)
    n = 10 * n + (size_t) (**at - '0');
  return n;
}

/* The frame begins with a magic number and a list of its variables: "COUNT {OFFSET BYTES LENGTH NAME[:LINE] }". */
static bool
find_local (uintptr_t address, struct owner *o)
{
  enum { FARTHEST = 1 << 16 };
  uintptr_t granule = address & ~(uintptr_t) 7, least = granule > FARTHEST ? granule - FARTHEST : 0;
  while (granule > least && *ZONE (granule) != ZONE_LEFT)
    granule -= 8;
  while (granule > least && *ZONE (granule - 8) == ZONE_LEFT)
    granule -= 8;
  const uint64_t *frame = (const uint64_t *) granule;
  if (granule <= least || frame[0] != FRAME_MAGIC)
    return false;
  const char *at = (const char *) frame[1];
  *o = (struct owner) {0};
  for (size_t count = next_number (&at); count; count--) {
    uintptr_t start = granule + next_number (&at);
    size_t bytes = next_number (&at), length = next_number (&at);
    const char *name = ++at;
    while (at < name + length && *at != ':')
      at++;
    if (is_nearer (o, start, bytes, address))
      *o = (struct owner) {start, bytes, name, (int) (at - name)};
    at = name + length;
  }
  return o->bytes;
}

static _Noreturn void
complain (uintptr_t address, uintptr_t touched, size_t bytes, bool write, uint64_t pc)
{
  struct owner o = {0};
  const char *what = write ? "write" : "read", *s = bytes == 1 ? "" : "s";
  uint8_t mark = *ZONE (touched) < 8 ? ZONE (touched)[1] : *ZONE (touched);   /* the last bytes of an object: its zone follows */
  bool known = mark == ZONE_GLOBAL ? find_global (touched, &o) : find_local (touched, &o);
  rt->failure.pc = pc;
  rt->failure.address = known ? o.start : touched;
  rt->failure.bytes = known ? o.bytes : 1;
  if (mark == ZONE_ALLOCA_LEFT || mark == ZONE_ALLOCA_RIGHT || !known)
    rt_fail (FINDING_MEMORY, "overflow: %s of %zu byte%s outside of %s", what, bytes, s,
             mark == ZONE_ALLOCA_LEFT || mark == ZONE_ALLOCA_RIGHT ? "a variable-length array or block of alloca" : "any object");
  rt_fail (FINDING_MEMORY, "overflow: %s of %zu byte%s at offset %lld of %s%.*s%sof %zu byte%s", what, bytes, s, (long long) (address - o.start),
           o.name ? "" : "a string ", o.name ? o.length : 0, o.name ? o.name : "", o.name ? ", " : "", o.bytes, o.bytes == 1 ? "" : "s");
}

void
zones_check_slow (uintptr_t address, size_t bytes, bool write, uint64_t pc)
{
  if (!rt->current)
    return;
  for (uintptr_t at = address; at < address + bytes;) {
    uintptr_t next = (at & ~(uintptr_t) 7) + 8, end = next < address + bytes ? next : address + bytes;
    if (zones_have (at) || zones_have (end - 1))
      complain (address, zones_have (at) ? at : end - 1, bytes, write, pc);
    at = end;
  }
}

/* ---- rewinding ---- */

size_t
zones_count (uintptr_t from, uintptr_t end)
{
  size_t n = 0;
  for (uintptr_t at = from / 8; at < end / 8; at++) {
    int8_t may = *(const int8_t *) (RT_ZONES + at);
    n += !may ? 0 : may > 0 ? (size_t) (8 - may) : 8;
  }
  return n;
}

void
zones_clear (uintptr_t from, uintptr_t end)
{
  if (from < end)
    rt_memset (ZONE (from), 0, (size_t) (ZONE (end + 7) - ZONE (from)));
}

void
zones_leave_stacks (void)
{
  for (size_t i = 0; i < rt->nthreads; i++) {
    const struct rt_thread *t = &rt->threads[i];
    if (t->sp)
      zones_clear ((uintptr_t) t->sp, rt_stack_top (t->id));
  }
}

void
zones_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context)
{
  for (size_t i = 0; i < rt->nthreads; i++) {
    const struct rt_thread *t = &rt->threads[i];
    if (t->state != RT_ABSENT && t->state != RT_ENDED)
      range (context, (uintptr_t) ZONE (t->sp), (uintptr_t) ZONE (rt_stack_top (t->id)));
  }
}

size_t
zones_bytes (uintptr_t from, uintptr_t end)
{
  assert (from <= end);
  return (size_t) (ZONE (end + 7) - ZONE (from));
}

void
zones_save (uintptr_t from, uintptr_t end, char *to)
{
  rt_memcpy (to, ZONE (from), zones_bytes (from, end));
}

void
zones_restore (uintptr_t from, uintptr_t end, const char *saved)
{
  rt_memcpy (ZONE (from), saved, zones_bytes (from, end));
}
