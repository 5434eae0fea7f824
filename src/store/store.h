/* Visited states.
 *
 * A store is a set of state vectors (1..65536 words each) that numbers its
 * members 0, 1, 2, ... in order of insertion. Kinds:
 *
 *   tree      exact; hash-consed binary tree over the words (about 10-20 bytes
 *             per state); incremental when the predecessor's path is given
 *   plain     exact; whole vectors
 *   compact   lossy: a 64-bit hash per state
 *   bitstate  lossy: k bits of a bit array per state, no numbers
 *
 * Call order: store_new, store_put..., store_free.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t state_id;
#define STATE_NONE UINT32_MAX

enum store_kind { STORE_TREE, STORE_PLAIN, STORE_COMPACT, STORE_BITSTATE };

struct store_config {
  enum store_kind kind;
  uint64_t max_bytes;             /* 0: no limit; put reports STORE_FULL beyond it */
  uint64_t bitstate_bytes;        /* size of the bit array; 0: 128 MiB */
  unsigned bitstate_k;            /* bits per state; 0: 3 */
};

enum store_answer { STORE_OLD, STORE_NEW, STORE_FULL };

/* A state and the store's path for it. `words` and `n` belong to the caller. `path` has room for store_path_words (store,
 * n) words; a put that reports NEW fills it, so that a successor can be inserted in time proportional to the changed words
 * (for an OLD state, store_get provides it). The content of `path` is plain data: a search may save and restore it with
 * memcpy, wholly or partially. */
struct store_state {
  const uint32_t *words;
  uint32_t n;
  uint32_t *path;
};

struct store;

struct store *store_new (const struct store_config *);
void store_free (struct store *);

/* The length of the path of a state of n words (0 for kinds without paths). Monotone in n. */
uint32_t store_path_words (const struct store *, uint32_t n);

/* Inserts state->words. `from` is NULL or a state in the store, with its path as put, get or back left it. *id is set on
 * OLD and NEW (STATE_NONE if the kind has no numbers). state->path may be NULL if from is NULL and the path is not needed.
 * from->path and state->path must not overlap. */
enum store_answer store_put (struct store *, const struct store_state *from,
                             const struct store_state *state, state_id *id);

/* Copies state number id to out (room for 65536 words, or what the caller
 * knows to be enough) and its path to path unless NULL; returns its length.
 * Only for tree and plain. */
uint32_t store_get (const struct store *, state_id id, uint32_t *out, uint32_t *path);

/* Replaces words and path, which hold a state of n words that was put or got, by those of state number id; returns its
 * length. Same result as store_get, but the cost depends on the difference: used for backtracking. */
uint32_t store_back (struct store *, state_id id, uint32_t *words, uint32_t n, uint32_t *path);

/* False: store_get and store_back cannot be used. */
bool store_gives_back (const struct store *);

uint64_t store_count (const struct store *);
uint64_t store_bytes (const struct store *);       /* present memory */
uint64_t store_peak_bytes (const struct store *);  /* maximum of store_bytes */
bool store_lossy (const struct store *);

/* A slow checker for tests and debug builds: aborts unless every state is found under its number, and no state occurs
 * twice. */
void store_check (struct store *);

#endif
