/* Sets of processes by number. See pidset.h. */
#include <assert.h>

#include "search/pidset.h"

#include <string.h>

#include "base/digest.h"

void
pidsets_init (struct pidsets *p)
{
  *p = (struct pidsets) {0};
  uint32_t empty = pidsets_number (p, &(struct pidset) {{0}});
  assert (empty == 0);
  (void) empty;
}

void
pidsets_release (struct pidsets *p)
{
  VEC_FREE (p->sets);
  table_release (&p->numbers);
}

uint32_t
pidsets_number (struct pidsets *p, const struct pidset *s)
{
  uint64_t hash = 0;
  for (int i = 0; i < PIDSET_WORDS; i++)
    hash = digest_add (hash, s->bits[i]);
  for (struct table_probe at = table_probe (hash); table_next (&p->numbers, &at);)
    if (!memcmp (&p->sets.data[at.number], s, sizeof *s))
      return at.number;
  VEC_PUSH (p->sets, *s);
  table_add (&p->numbers, hash, (uint32_t) p->sets.count - 1);
  return (uint32_t) p->sets.count - 1;
}

uint32_t
pidsets_join_slow (struct pidsets *p, uint32_t a, uint32_t b)
{
  assert (a < p->sets.count && b < p->sets.count);
  struct pidset s = p->sets.data[a];
  bits_join (s.bits, p->sets.data[b].bits, PIDSET_WORDS);
  return pidsets_number (p, &s);
}
