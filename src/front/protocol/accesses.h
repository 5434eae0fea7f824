/* What a protocol's function touches while it is called.
 *
 *     struct accesses_allowed allowed = {.pids = ..., .reads = ..., .writes = ...};
 *     accesses_begin (p, open, &allowed);
 *     the call
 *     const struct accesses_found *f = accesses_end ();     NULL: nothing but what is allowed
 */
#ifndef FRONT_PROTOCOL_ACCESSES_H
#define FRONT_PROTOCOL_ACCESSES_H

#include "front/protocol/parts.h"

struct accesses_allowed {
  uint64_t pids;                  /* processes whose structures are given */
  bool is_effect;                 /* others write nothing */
  uint64_t reads, writes;         /* variables of each of them */
  const uint64_t *reads_by_type;  /* or NULL: `reads` */
  const struct mz_message *messages;    /* room for MZ_QUORUM, or NULL */
  int nmessages;                  /* given */
};

enum accesses_how { ACCESSES_READ, ACCESSES_WRITE, ACCESSES_BESIDE, ACCESSES_MESSAGE };

/* The first access that is not allowed; BESIDE: a read of the structures, but not of those that are given; MESSAGE: a read of a message that is not. */
struct accesses_found {
  enum accesses_how how;
  uint32_t pid, variable;
};

void accesses_init (struct protocol *);         /* structures lie as in p->now */
void accesses_begin (const struct protocol *, const struct mp_open *, const struct accesses_allowed *);
const struct accesses_found *accesses_end (void);

/* For library.c: memory is touched. */
void accesses_touch (const void *, size_t bytes, bool writes);

#endif
