/* A map from pointers to numbers. */
#ifndef FRONT_C_MAP_H
#define FRONT_C_MAP_H

#include <stdint.h>
#include <stddef.h>

#include "base/mem.h"

struct map {
  const void **keys;
  uint32_t *values;
  size_t room, count;
};

static inline size_t
map_slot (const struct map *m, const void *key)
{
  size_t i = (size_t) (((uint64_t) (uintptr_t) key * 0x9e3779b97f4a7c15u) >> 20) & (m->room - 1);
  while (m->keys[i] && m->keys[i] != key)
    i = (i + 1) & (m->room - 1);
  return i;
}

/* UINT32_MAX: not found. */
static inline uint32_t
map_get (const struct map *m, const void *key)
{
  if (!m->room)
    return UINT32_MAX;
  size_t i = map_slot (m, key);
  return m->keys[i] ? m->values[i] : UINT32_MAX;
}

static inline void
map_put (struct map *m, const void *key, uint32_t value)
{
  if (2 * m->count >= m->room) {
    struct map old = *m;
    m->room = old.room ? 2 * old.room : 64;
    m->keys = mem_zalloc (m->room * sizeof *m->keys);
    m->values = mem_zalloc (m->room * sizeof *m->values);
    for (size_t i = 0; i < old.room; i++)
      if (old.keys[i]) {
        size_t k = map_slot (m, old.keys[i]);
        m->keys[k] = old.keys[i];
        m->values[k] = old.values[i];
      }
    mem_free (old.keys);
    mem_free (old.values);
  }
  size_t i = map_slot (m, key);
  m->count += !m->keys[i];
  m->keys[i] = key;
  m->values[i] = value;
}

static inline void
map_release (struct map *m)
{
  mem_free (m->keys);
  mem_free (m->values);
}

#endif
