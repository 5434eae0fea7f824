/* A digest of the set of terminal states, independent of the order of exploration: their number, and a hash of their
 * variables and process locations. Two configurations that reach the same terminal states have the same digest; test/trust
 * compares them. */
#ifndef REPORT_SET_DIGEST_H
#define REPORT_SET_DIGEST_H

#include "model/ts.h"

struct set_digest {
  uint64_t count, sum;
};

/* Adds a state; has the type of search_run.terminal (context: the digest). */
void set_digest_add_state (void *digest, struct ts *, const uint32_t *state);

#endif
