/* The undo log: the contents of pieces of the checker's memory before they changed.
 * undo_back restores everything since a mark, latest first. */

#include "native/runtime/core/rt.h"

#include <assert.h>

#include "base/mem.h"
#include "native/runtime/state/undo.h"

struct undo {
  char *data;
  size_t used, room;
#ifndef NDEBUG
  uint64_t *digests;              /* by mark / 8, up to CHECKED */
#endif
};

/* An entry ends with this record, because the log is read backwards; the saved bytes
 * come before it. Four bytes, the most frequent size, are in the record itself. */
struct saved {
  void *where;
  uint32_t bytes, word;
};

static size_t
bytes_before (size_t bytes)
{
  return bytes == sizeof (uint32_t) ? 0 : (bytes + 7) & ~(size_t) 7;
}

#ifndef NDEBUG
enum { CHECKED = 4096 };          /* bytes of the log */

/* A digest of the present contents of all memory that was saved before the mark. Every change is saved, so
 * after undo_back to the mark it is what it was when the mark was set. */
static uint64_t
digest_at (size_t mark)
{
  uint64_t digest = 1;
  while (mark) {
    mark -= sizeof (struct saved);
    const struct saved *s = (const struct saved *) (rt->undo->data + mark);
    mark -= bytes_before (s->bytes);
    for (uint32_t i = 0; i < s->bytes; i++)
      digest = (digest ^ ((const unsigned char *) s->where)[i]) * 0x100000001b3u;
  }
  return digest;
}
#endif

void
undo_init (void)
{
  rt->undo = own_alloc (sizeof *rt->undo);
#ifndef NDEBUG
  rt->undo->digests = own_alloc ((CHECKED / 8 + 1) * sizeof *rt->undo->digests);
#endif
}

size_t
undo_mark (void)
{
  size_t mark = rt->undo->used;
#ifndef NDEBUG
  if (mark <= CHECKED)
    rt->undo->digests[mark / 8] = digest_at (mark);
#endif
  return mark;
}

void
undo_save (void *where, size_t bytes)
{
  struct undo *u = rt->undo;
  assert (bytes && (uintptr_t) where >= RT_OWN && (uintptr_t) where + bytes <= RT_OWN + RT_OWN_ROOM);
  assert (!rt->replaying);
  size_t before = bytes_before (bytes), need = before + sizeof (struct saved);
  if (u->room - u->used < need) {
    u->room = u->room ? 2 * u->room + need : 65536 + need;
    u->data = mem_realloc (u->data, u->room);
  }
  if (before)
    rt_memcpy (u->data + u->used, where, bytes);
  *(struct saved *) (u->data + u->used + before) = (struct saved) {where, (uint32_t) bytes, before ? 0 : *(uint32_t *) where};
  u->used += need;
}

void
undo_back (size_t mark)
{
  struct undo *u = rt->undo;
  assert (mark <= u->used);
  while (u->used > mark) {
    u->used -= sizeof (struct saved);
    const struct saved *s = (const struct saved *) (u->data + u->used);
    assert (u->used >= bytes_before (s->bytes) && (uintptr_t) s->where >= RT_OWN);
    u->used -= bytes_before (s->bytes);
    if (s->bytes == sizeof s->word)
      *(uint32_t *) s->where = s->word;
    else
      rt_memcpy (s->where, u->data + u->used, s->bytes);
  }
  assert (u->used == mark && (!mark || mark > CHECKED || u->digests[mark / 8] == digest_at (mark)));
}
