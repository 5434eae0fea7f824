#include <assert.h>

#include "search/pidset.h"

#include <string.h>

#include "base/digest.h"

void
pidsets_init (struct pidsets *p)
{
  *p = (struct pidsets) {.nslots = 64};
  p->slots = mem_zalloc (p->nslots * sizeof *p->slots);
  uint32_t empty = pidsets_number (p, &(struct pidset) {{0}});
  assert (empty == 0);
  (void) empty;
}

void
pidsets_release (struct pidsets *p)
{
  VEC_FREE (p->sets);
  mem_free (p->slots);
}

static uint32_t
slot_of (const struct pidsets *p, const struct pidset *s)
{
  uint64_t h = 0;
  for (int i = 0; i < PIDSET_WORDS; i++)
    h = digest_add (h, s->bits[i]);
  uint32_t i = (uint32_t) (h >> 32) & (p->nslots - 1);
  while (p->slots[i] && memcmp (&p->sets.data[p->slots[i] - 1], s, sizeof *s))
    i = (i + 1) & (p->nslots - 1);
  return i;
}

static void
grow (struct pidsets *p)
{
  mem_free (p->slots);
  p->nslots *= 2;
  p->slots = mem_zalloc (p->nslots * sizeof *p->slots);
  for (uint32_t i = 0; i < p->sets.count; i++)
    p->slots[slot_of (p, &p->sets.data[i])] = i + 1;
}

uint32_t
pidsets_number (struct pidsets *p, const struct pidset *s)
{
  uint32_t i = slot_of (p, s);
  if (p->slots[i])
    return p->slots[i] - 1;
  VEC_PUSH (p->sets, *s);
  p->slots[i] = (uint32_t) p->sets.count;
  if (p->sets.count * 2 > p->nslots)
    grow (p);
  assert (p->slots[slot_of (p, s)] == p->sets.count);
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
