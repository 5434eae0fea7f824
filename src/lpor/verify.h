/* Internal to the library: the definitions, executed. */
#ifndef LPOR_VERIFY_H
#define LPOR_VERIFY_H

#include "lpor/parts.h"
#include "lpor/states.h"

struct verifier {
  struct mz_lpor *l;
  const struct mz_lpor_semantics *m;
  size_t limit;
  char *why; size_t room;
  bool lost;                      /* out of memory */
};

/* Returns false, with the message "WHAT: ... in state ..."; t and u may be l->n: none. */
bool verify_fail (struct verifier *, const char *format, unsigned t, unsigned u, const void *state);

/* Adds all successors by t. */
void verify_successors (struct verifier *, const void *state, unsigned t, struct states *);

/* Enabled transitions; the set is cleared first. */
void verify_enabled (const struct verifier *, const void *state, uint64_t *set);

/* D1, D2, V and I of a stubborn set, by their definitions: verify_set.c. */
bool verify_set (struct verifier *, const void *state, const uint64_t *set);

#endif
