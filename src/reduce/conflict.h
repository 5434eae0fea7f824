/* Inside ample sets: the processes of one state, and whether two conflict. */
#ifndef REDUCE_CONFLICT_H
#define REDUCE_CONFLICT_H

#include "reduce/facts.h"
#include "reduce/ample.h"

enum { MAX_PROCS = 256 };

/* A member's step and a channel: what others must not do with it. */
struct demand {
  uint32_t id;
  uint8_t ops;
};

struct member {
  const struct now *now;
  const struct future *future;
  uint32_t type;
  bool able;                      /* has an enabled transition */
  bool asked;                     /* demands are computed */
  bool hopeless;                  /* everything may conflict */
  uint32_t first, count;          /* its demands */
  uint32_t names, nnames;         /* channels it has in variables, with what it may do to them */
};

struct ample {
  struct static_reduction base;
  struct facts f;
  struct member *members;
  VEC (struct demand) demands, names;
  const trans_id *list; size_t count;
  uint32_t nprocs;
  trans_id *sorted; size_t room;
  struct inspector_expr *claims;       /* xr, xs: the channels */
  uint32_t **kept_vars;           /* per process type: variables that keep channels, then PG_ALL */
};

static inline struct ample *
ample_of (struct static_reduction *r)
{
  return (struct ample *) r;
}

/* The processes of the state with these enabled transitions. */
void ample_look (struct ample *, const uint32_t *state, const trans_id *list, size_t count);

/* How many transitions the processes have; 0 if these cannot be a proper set. */
size_t ample_set_size (const struct ample *, const bool *in);

/* Moves the transitions of these processes to the front of the list. */
void ample_bring_forward (struct ample *, trans_id *list, const bool *in);

/* The process can take the edge, alone or as half of a rendezvous. */
bool ample_edge_enabled (const struct ample *, uint32_t pid, uint32_t edge);

/* Something that process q may do from where it stands conflicts with the next
 * steps of p. */
bool ample_conflict (struct ample *, uint32_t p, uint32_t q);

/* Fairness: a message that p's next steps send or take may decide, again and
 * again, whether another process is enabled. */
bool ample_affects_enabled (struct ample *, uint32_t p);

#endif
