/* Counts distinct numbers: a hash table with open addressing. */

#include "base/digest.h"
#include "base/distinct.h"

#include <stdbool.h>

#include "base/mem.h"

/* Inserts a number; true: it was not in the table. */
static bool
insert (uint64_t *seen, size_t room, uint64_t number)
{
  size_t i = number % room;
  while (seen[i] && seen[i] != number)
    i = (i + 1) % room;
  bool is_new = !seen[i];
  seen[i] = number;
  return is_new;
}

static void
grow (struct distinct *d)
{
  size_t room = d->room ? 2 * d->room : 1024;
  uint64_t *seen = mem_zalloc (room * sizeof *seen);
  for (size_t i = 0; i < d->room; i++)
    if (d->seen[i])
      insert (seen, room, d->seen[i]);
  mem_free (d->seen);
  d->seen = seen;
  d->room = room;
}

void
distinct_add (struct distinct *d, uint64_t number)
{
  if (2 * d->count >= d->room)
    grow (d);
  if (insert (d->seen, d->room, number ? number : 1)) {
    d->count++;
    d->sum += digest_mix (number);
  }
}
