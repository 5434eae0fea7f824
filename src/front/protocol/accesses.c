/* Checks in every call what a protocol's function reads and writes.
 *
 * Idea. The file is compiled with -fsanitize=thread, so that each access is a call of __tsan_read4 and the like; these are
 * defined here. A table maps addresses in the block of structures to variables of processes. The first access that the
 * function did not declare is recorded and reported after it has returned.
 * Why that is sound, also with reduction. Up to its first undeclared access a function has read only what it declared, so
 * whether it makes that access is determined by declared variables and messages. Treat a step, or the evaluation of a
 * guard, with such an access as a step that fails, and a property with such an access as violated. Then the relations are
 * right for this protocol, and stubborn sets preserve failing steps and violated properties. So if none is found, no state
 * has one: the declarations are right in all states, not only in those that were visited.
 * Optimisation is off: it would read neighbours of the variables (two bytes compared as one word).
 * The hooks have no context argument, so their context is in static variables here. */
#include <string.h>

#include "front/protocol/accesses.h"
#include "front/protocol/library.h"

enum { NONE = 0xffff, NO_VARIABLE = 0xff };

static struct {
  uintptr_t block, messages;
  size_t bytes, message_bytes, given_bytes;   /* 0: no call is in progress */
  const uint16_t *owner;          /* of each byte of the block: pid << 8 | variable */
  const uint32_t *type_of;
  struct accesses_allowed allowed;
  bool is_found;
  struct accesses_found found;
} now;

void
accesses_init (struct protocol *p)
{
  p->owner = mem_alloc (p->block_bytes * sizeof *p->owner);
  memset (p->owner, 0xff, p->block_bytes * sizeof *p->owner);
  for (uint32_t pid = 0; pid < p->nprocesses; pid++) {
    const struct mp_type *t = &p->types.data[p->type_of[pid]];
    uint16_t *own = p->owner + (p->now.local[pid] - p->now.block);
    for (size_t i = 0; i < t->source->size; i++)
      own[i] = (uint16_t) (pid << 8 | NO_VARIABLE);
    for (size_t v = 0; v < t->variables.count; v++)
      for (uint32_t i = 0; i < t->variables.data[v].size; i++)
        own[t->variables.data[v].offset + i] = (uint16_t) (pid << 8 | v);
  }
}

void
accesses_begin (const struct protocol *p, const struct mp_open *o, const struct accesses_allowed *allowed)
{
  now.block = (uintptr_t) o->block;
  now.bytes = p->block_bytes;
  now.owner = p->owner;
  now.type_of = p->type_of;
  now.allowed = *allowed;
  now.messages = (uintptr_t) allowed->messages;
  now.message_bytes = allowed->messages ? MZ_QUORUM * sizeof (struct mz_message) : 0;
  now.given_bytes = (size_t) allowed->nmessages * sizeof (struct mz_message);
  now.is_found = false;
}

const struct accesses_found *
accesses_end (void)
{
  now.bytes = now.message_bytes = 0;
  return now.is_found ? &now.found : NULL;
}

static void
find (enum accesses_how how, uint32_t pid, uint32_t variable)
{
  if (!now.is_found)
    now.found = (struct accesses_found) {how, pid, variable};
  now.is_found = true;
}

/* Bytes that belong to no variable are always 0, so reading them is harmless. Writes outside the given memory are detected
 * otherwise, and so are writes of a guard or a property that change anything: here they count as reads, because clang
 * reports "x += 0" only as a write. */
static void
look (uint16_t owner, bool writes)
{
  writes &= now.allowed.is_effect;
  uint32_t pid = owner >> 8, variable = owner & 0xff;
  if (owner == NONE || !(now.allowed.pids >> pid & 1)) {
    if (!writes)
      find (ACCESSES_BESIDE, 0, 0);
    return;
  }
  uint64_t may = writes ? now.allowed.writes : now.allowed.reads_by_type ? now.allowed.reads_by_type[now.type_of[pid]] : now.allowed.reads;
  if (variable != NO_VARIABLE && !(may >> variable & 1))
    find (writes ? ACCESSES_WRITE : ACCESSES_READ, pid, variable);
}

static inline void
touch (uintptr_t address, size_t bytes, bool writes)
{
  size_t at = address - now.block;
  if (at < now.bytes && bytes) {
    size_t last = at + bytes - 1 < now.bytes ? at + bytes - 1 : now.bytes - 1;
    look (now.owner[at], writes);
    for (size_t i = at + 1; i <= last && now.owner[last] != now.owner[at]; i++)
      if (now.owner[i] != now.owner[i - 1])
        look (now.owner[i], writes);
  } else if (address - now.messages < now.message_bytes && address - now.messages + bytes > now.given_bytes && !writes)
    find (ACCESSES_MESSAGE, 0, 0);
}

void
accesses_touch (const void *address, size_t bytes, bool writes)
{
  touch ((uintptr_t) address, bytes, writes);
}

/* ---- called by instrumented code ---- */

#define EXPORTED __attribute__ ((used, visibility ("default")))
#define SIZE(n)                                                                                                         \
  EXPORTED void __tsan_read##n (void *at);                                                                              \
  EXPORTED void __tsan_write##n (void *at);                                                                             \
  EXPORTED void __tsan_unaligned_read##n (void *at);                                                                    \
  EXPORTED void __tsan_unaligned_write##n (void *at);                                                                   \
  EXPORTED void __tsan_volatile_read##n (void *at);                                                                     \
  EXPORTED void __tsan_volatile_write##n (void *at);                                                                    \
  void __tsan_read##n (void *at) { touch ((uintptr_t) at, n, false); }                                                   \
  void __tsan_write##n (void *at) { touch ((uintptr_t) at, n, true); }                                                   \
  void __tsan_unaligned_read##n (void *at) { touch ((uintptr_t) at, n, false); }                                         \
  void __tsan_unaligned_write##n (void *at) { touch ((uintptr_t) at, n, true); }                                         \
  void __tsan_volatile_read##n (void *at) { touch ((uintptr_t) at, n, false); }                                          \
  void __tsan_volatile_write##n (void *at) { touch ((uintptr_t) at, n, true); }
INSTRUMENTED_SIZES (SIZE)

EXPORTED void __tsan_read_range (void *at, long bytes);
EXPORTED void __tsan_write_range (void *at, long bytes);
EXPORTED void __tsan_init (void);
EXPORTED void __tsan_func_entry (void *caller);
EXPORTED void __tsan_func_exit (void *nothing);   /* with gcc's types: gcc knows these names in builds with sanitizers */
EXPORTED void __tsan_pointers_compared (void *a, void *b);
EXPORTED void __tsan_pointer_converted (void *a);
EXPORTED void __tsan_ids_compared (unsigned long a, unsigned long b);
EXPORTED void *__tsan_memcpy (void *to, const void *from, size_t bytes);
EXPORTED void *__tsan_memmove (void *to, const void *from, size_t bytes);
EXPORTED void *__tsan_memset (void *to, int value, size_t bytes);

void
__tsan_read_range (void *at, long bytes)
{
  touch ((uintptr_t) at, bytes, false);
}

void
__tsan_write_range (void *at, long bytes)
{
  touch ((uintptr_t) at, bytes, true);
}

void
__tsan_init (void)
{
}

void
__tsan_func_entry (void *caller)
{
  (void) caller;
}

/* Hooks of the plugins for other things than accesses are ignored: a protocol allocates nothing and starts no thread. */
void
__tsan_pointers_compared (void *a, void *b)
{
  (void) a, (void) b;
}

void
__tsan_pointer_converted (void *a)
{
  (void) a;
}

void
__tsan_ids_compared (unsigned long a, unsigned long b)
{
  (void) a, (void) b;
}

void
__tsan_func_exit (void *nothing)
{
  (void) nothing;
}

void *
__tsan_memcpy (void *to, const void *from, size_t bytes)
{
  return __tsan_memmove (to, from, bytes);
}

void *
__tsan_memmove (void *to, const void *from, size_t bytes)
{
  touch ((uintptr_t) from, bytes, false);
  touch ((uintptr_t) to, bytes, true);
  return memmove (to, from, bytes);
}

void *
__tsan_memset (void *to, int value, size_t bytes)
{
  touch ((uintptr_t) to, bytes, true);
  return memset (to, value, bytes);
}
