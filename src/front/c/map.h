/* A map from pointers to numbers. */
#ifndef FRONT_C_MAP_H
#define FRONT_C_MAP_H

#include <assert.h>

#include "base/table.h"
#include "base/vec.h"

struct map {
  VEC (struct map_entry { const void *key; uint32_t value; }) entries;
  struct table numbers;           /* of entries */
};

static inline struct map_entry *
map_find (const struct map *m, const void *key)
{
  for (struct table_probe p = table_probe (table_hash ((uintptr_t) key)); table_next (&m->numbers, &p);)
    if (m->entries.data[p.number].key == key)
      return &m->entries.data[p.number];
  return NULL;
}

/* UINT32_MAX: not found. */
static inline uint32_t
map_get (const struct map *m, const void *key)
{
  const struct map_entry *e = map_find (m, key);
  return e ? e->value : UINT32_MAX;
}

static inline void
map_put (struct map *m, const void *key, uint32_t value)
{
  assert (value != UINT32_MAX);
  struct map_entry *e = map_find (m, key);
  if (e) {
    e->value = value;
    return;
  }
  table_add (&m->numbers, table_hash ((uintptr_t) key), (uint32_t) m->entries.count);
  VEC_PUSH (m->entries, (struct map_entry) {key, value});
}

static inline void
map_release (struct map *m)
{
  VEC_FREE (m->entries);
  table_release (&m->numbers);
}

#endif
