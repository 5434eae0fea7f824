/* The interface of the stores. See store.h. */
#include "store/store.h"
#include "store/kinds.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const struct store_class *const classes[] = {
  [STORE_TREE] = &store_tree,
  [STORE_PLAIN] = &store_plain,
  [STORE_COMPACT] = &store_compact,
  [STORE_BITSTATE] = &store_bitstate,
};

struct store *
store_new (const struct store_config *config)
{
  assert ((size_t) config->kind < sizeof classes / sizeof *classes);
  struct store *store = classes[config->kind]->new (config);
  store->class = classes[config->kind];
  store->budget.max = config->max_bytes;
  assert (store_count (store) == 0 && store->budget.bytes);
  return store;
}

void
store_free (struct store *store)
{
  if (store)
    store->class->free (store);
}

uint32_t
store_path_words (const struct store *store, uint32_t n)
{
  return store->class->path_words ? store->class->path_words (n) : 0;
}

enum store_answer
store_put (struct store *store, const struct store_state *from, const struct store_state *state, state_id *id)
{
  assert (state->n >= 1 && state->n <= STORE_MAX_WORDS);
  assert (!from || (from->n >= 1 && from->n <= STORE_MAX_WORDS));
  assert (!from || !store->class->path_words || (from->path && state->path && from->path != state->path));
  enum store_answer answer = store->class->put (store, from, state, id);
  assert (answer == STORE_FULL || *id == STATE_NONE || *id < store_count (store));
  assert (answer != STORE_NEW || *id == STATE_NONE || *id == store_count (store) - 1);
  return answer;
}

uint32_t
store_get (const struct store *store, state_id id, uint32_t *out, uint32_t *path)
{
  assert (store->class->get && id < store_count (store));
  return store->class->get (store, id, out, path);
}

uint32_t
store_back (struct store *store, state_id id, uint32_t *words, uint32_t n, uint32_t *path)
{
  assert (store->class->get && id < store_count (store));
  assert (n >= 1 && n <= STORE_MAX_WORDS && (path || !store->class->path_words));
  return store->class->back ? store->class->back (store, id, words, n, path) : store->class->get (store, id, words, path);
}

bool
store_gives_back (const struct store *store)
{
  return store->class->get;
}

uint64_t
store_count (const struct store *store)
{
  return store->class->count (store);
}

uint64_t
store_bytes (const struct store *store)
{
  return store->budget.bytes;
}

uint64_t
store_peak_bytes (const struct store *store)
{
  return store->budget.peak;
}

bool
store_lossy (const struct store *store)
{
  return store->class->lossy;
}

void
store_check (struct store *store)
{
  store->class->check (store);
}

_Noreturn void
store_broken (const char *file, int line, const char *condition)
{
  fprintf (stderr, "%s:%d: store_check: does not hold: %s\n", file, line, condition);
  abort ();
}
