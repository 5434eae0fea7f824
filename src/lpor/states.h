/* Internal to the library: a list of distinct blocks of bytes. */
#ifndef LPOR_STATES_H
#define LPOR_STATES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct states {
  size_t bytes;                   /* size of each */
  unsigned char *data;
  size_t count, room;
  uint32_t *slots; size_t nslots; /* index + 1, by hash; a power of two */
  bool lost;                      /* out of memory */
};

static inline const void *
states_at (const struct states *s, size_t i)
{
  return s->data + i * s->bytes;
}

static inline void
states_release (struct states *s)
{
  free (s->data);
  free (s->slots);
  *s = (struct states) {.bytes = s->bytes};
}

/* The slot of the block, or the empty slot where it belongs. */
static inline uint32_t *
states_slot (const struct states *s, const void *block)
{
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < s->bytes; i++)
    h = (h ^ ((const unsigned char *) block)[i]) * 1099511628211u;
  h ^= h >> 29;
  while (s->slots[h & (s->nslots - 1)] && memcmp (states_at (s, s->slots[h & (s->nslots - 1)] - 1), block, s->bytes))
    h++;
  return &s->slots[h & (s->nslots - 1)];
}

static inline bool
states_has (const struct states *s, const void *block)
{
  return s->nslots && *states_slot (s, block);
}

static inline bool
states_grow (struct states *s)
{
  size_t nslots = s->nslots ? s->nslots * 2 : 16;
  unsigned char *data = realloc (s->data, nslots / 2 * s->bytes);
  if (data)
    s->data = data;
  uint32_t *slots = data ? calloc (nslots, sizeof *slots) : NULL;
  if (!slots)
    return false;
  free (s->slots);
  s->slots = slots;
  s->nslots = nslots;
  s->room = nslots / 2;
  for (size_t i = 0; i < s->count; i++)
    *states_slot (s, states_at (s, i)) = (uint32_t) i + 1;
  return true;
}

/* The block's number; *fresh: it is new. */
static inline size_t
states_put (struct states *s, const void *block, bool *fresh)
{
  *fresh = false;
  if (s->count == s->room && !states_grow (s)) {
    s->lost = true;
    return 0;
  }
  uint32_t *slot = states_slot (s, block);
  if (*slot)
    return *slot - 1;
  memcpy (s->data + s->count * s->bytes, block, s->bytes);
  *slot = (uint32_t) ++s->count;
  *fresh = true;
  return s->count - 1;
}

#endif
