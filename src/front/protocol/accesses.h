/* The memory that a protocol's function accesses during a call.
 *
 *     struct accesses_allowed allowed = {.pids = ..., .reads = ..., .writes = ...};
 *     accesses_begin (p, open, &allowed);
 *     the call
 *     const struct accesses_found *f = accesses_end ();     NULL: only allowed accesses */
#ifndef FRONT_PROTOCOL_ACCESSES_H
#define FRONT_PROTOCOL_ACCESSES_H

#include "front/protocol/parts.h"

struct accesses_allowed {
  uint64_t pids;                  /* processes whose structures are passed */
  bool is_effect;                 /* only effects may write */
  uint64_t reads, writes;         /* variables of each of these processes */
  const uint64_t *reads_by_type;  /* or NULL: use `reads` */
  const struct mz_message *messages;    /* room for MZ_QUORUM, or NULL */
  int nmessages;                  /* number of messages passed */
};

enum accesses_how { ACCESSES_READ, ACCESSES_WRITE, ACCESSES_BESIDE, ACCESSES_MESSAGE };

/* The first access that is not allowed; BESIDE: a read of structures that were not passed; MESSAGE: a read of a message
 * that was not passed. */
struct accesses_found {
  enum accesses_how how;
  uint32_t pid, variable;
};

void accesses_init (struct protocol *);         /* structures are laid out as in p->now */
void accesses_begin (const struct protocol *, const struct mp_open *, const struct accesses_allowed *);
const struct accesses_found *accesses_end (void);

/* For library.c: reports an access. */
void accesses_touch (const void *, size_t bytes, bool writes);

#endif
