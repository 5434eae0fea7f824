/* Plain store: whole vectors, each after its length, and an index (slots.h) of their hashes. Exact, simple and large: the
 * tree store is compared with it.
 *
 *      words                              start (number -> place)
 *     +---+----+----+---+----+----+---    +-----+-----+---
 *     | 2 | w0 | w1 | 3 | w0 | w1 | ..    |  0  |  3  |
 *     +---+----+----+---+----+----+---    +-----+-----+--- */
#include "base/mem.h"
#include "store/kinds.h"
#include "store/slots.h"

#include <string.h>

struct plain {
  struct store store;
  struct slots slots;
  struct region words, start;
  uint64_t count, used;           /* states; words */
};

static const uint32_t *
vector (const struct plain *plain, uint32_t number)
{
  assert (number < plain->count);
  const uint64_t *start = plain->start.base;
  return (const uint32_t *) plain->words.base + start[number];
}

static uint64_t
hash_of (const void *owner, uint32_t number)
{
  const uint32_t *v = vector (owner, number);
  return hash_words (v + 1, v[0]);
}

static enum store_answer
plain_add (struct plain *plain, const struct store_state *state, uint64_t hash, state_id *id)
{
  struct budget *budget = &plain->store.budget;
  uint64_t number = plain->count, at = plain->used;
  if (number == UINT32_MAX
      || (number >= plain->slots.limit && !slots_grow (&plain->slots, budget, number, hash_of, plain))
      || !region_reserve (&plain->start, budget, (number + 1) * sizeof (uint64_t))
      || !region_reserve (&plain->words, budget, (at + 1 + state->n) * sizeof (uint32_t)))
    return STORE_FULL;
  assert ((at + 1 + state->n) * sizeof (uint32_t) <= plain->words.bytes && number < plain->slots.limit);
  uint32_t *v = (uint32_t *) plain->words.base + at;
  v[0] = state->n;
  memcpy (v + 1, state->words, state->n * sizeof *v);
  ((uint64_t *) plain->start.base)[number] = at;
  slots_insert (&plain->slots, hash, (uint32_t) number);
  plain->count++;
  plain->used += 1 + state->n;
  *id = (state_id) number;
  return STORE_NEW;
}

static enum store_answer
plain_put (struct store *store, const struct store_state *from, const struct store_state *state, state_id *id)
{
  (void) from;
  struct plain *plain = (struct plain *) store;
  uint64_t hash = hash_words (state->words, state->n);
  struct probe p = slots_start (&plain->slots, hash);
  while (slots_next (&plain->slots, &p)) {
    const uint32_t *v = vector (plain, p.number);
    uint32_t same = state->n;
    if (v[0] == state->n && !memcmp (v + 1, state->words, same * sizeof *v)) {
      *id = p.number;
      return STORE_OLD;
    }
  }
  return plain_add (plain, state, hash, id);
}

static uint32_t
plain_get (const struct store *store, state_id id, uint32_t *out, uint32_t *path)
{
  (void) path;
  const uint32_t *v = vector ((const struct plain *) store, id);
  assert (v[0] >= 1 && v[0] <= STORE_MAX_WORDS);
  memcpy (out, v + 1, v[0] * sizeof *out);
  return v[0];
}

static uint64_t
plain_count (const struct store *store)
{
  return ((const struct plain *) store)->count;
}

static void
plain_check (struct store *store)
{
  struct plain *plain = (struct plain *) store;
  slots_check (&plain->slots, plain->count, hash_of, plain);
  for (uint64_t i = 0; i < plain->count; i++) {
    const uint32_t *v = vector (plain, (uint32_t) i);
    struct store_state state = { .words = v + 1, .n = v[0] };
    state_id id = STATE_NONE;
    STORE_REQUIRE (store_put (store, NULL, &state, &id) == STORE_OLD && id == i);
  }
}

static void
plain_free (struct store *store)
{
  struct plain *plain = (struct plain *) store;
  slots_release (&plain->slots, &store->budget);
  region_release (&plain->words, &store->budget);
  region_release (&plain->start, &store->budget);
  assert (store->budget.bytes == sizeof *plain);
  mem_free (plain);
}

static struct store *
plain_new (const struct store_config *config)
{
  struct plain *plain = mem_zalloc (sizeof *plain);
  budget_begin (&plain->store.budget, sizeof *plain, config->max_bytes);
  if (!slots_grow (&plain->slots, &plain->store.budget, 0, hash_of, plain))
    mem_out (sizeof *plain);
  return &plain->store;
}

const struct store_class store_plain = {
  .new = plain_new,
  .free = plain_free,
  .put = plain_put,
  .get = plain_get,
  .count = plain_count,
  .check = plain_check,
};
