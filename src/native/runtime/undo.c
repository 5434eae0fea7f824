/* The undo log: what a piece of the checker's memory held before it changed.
 * Going back to a mark restores everything since, latest first. */

#include "native/runtime/rt.h"

#include "base/mem.h"

struct undo {
  char *data;
  size_t used, room;
};

/* After the saved bytes comes what they were, so that the log is read backwards. */
struct saved {
  void *where;
  size_t bytes;
};

void
undo_init (void)
{
  rt->undo = own_alloc (sizeof *rt->undo);
}

size_t
undo_mark (void)
{
  return rt->undo->used;
}

void
undo_save (void *where, size_t bytes)
{
  struct undo *u = rt->undo;
  size_t padded = (bytes + 7) & ~(size_t) 7, need = padded + sizeof (struct saved);
  if (u->room - u->used < need) {
    u->room = u->room ? 2 * u->room + need : 65536 + need;
    u->data = mem_realloc (u->data, u->room);
  }
  rt_memcpy (u->data + u->used, where, bytes);
  struct saved s = {where, bytes};
  rt_memcpy (u->data + u->used + padded, &s, sizeof s);
  u->used += need;
}

void
undo_back (size_t mark)
{
  struct undo *u = rt->undo;
  while (u->used > mark) {
    struct saved s;
    u->used -= sizeof s;
    rt_memcpy (&s, u->data + u->used, sizeof s);
    u->used -= (s.bytes + 7) & ~(size_t) 7;
    rt_memcpy (s.where, u->data + u->used, s.bytes);
  }
}
