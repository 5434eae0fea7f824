/* Internal to the stores: the functions of a kind of store. A new kind is one file with a class, and one line in the table
 * of store.c. */
#ifndef STORE_KINDS_H
#define STORE_KINDS_H

#include "store/region.h"
#include "store/store.h"

/* Each kind embeds this as its first member. */
struct store {
  const struct store_class *class;
  struct budget budget;
};

struct store_class {
  bool lossy;
  struct store *(*new) (const struct store_config *);     /* class and budget.max are set by the caller */
  void (*free) (struct store *);
  uint32_t (*path_words) (uint32_t n);                    /* NULL: no paths */
  enum store_answer (*put) (struct store *, const struct store_state *from, const struct store_state *, state_id *);
  uint32_t (*get) (const struct store *, state_id, uint32_t *out, uint32_t *path);        /* NULL: cannot */
  uint32_t (*back) (struct store *, state_id, uint32_t *words, uint32_t n, uint32_t *path);   /* NULL: as get */
  uint64_t (*count) (const struct store *);
  void (*check) (struct store *);
};

extern const struct store_class store_tree, store_plain, store_compact, store_bitstate;

#define STORE_MAX_WORDS 65536u

/* A condition of store_check: aborts in every build. */
#define STORE_REQUIRE(condition) ((condition) ? (void) 0 : store_broken (__FILE__, __LINE__, #condition))
_Noreturn void store_broken (const char *file, int line, const char *condition);

#endif
