/* Inside ample sets: the processes of one state, and which of them conflict. */
#ifndef REDUCE_CONFLICT_H
#define REDUCE_CONFLICT_H

#include "base/closure.h"
#include "model/facts.h"
#include "reduce/ample.h"

enum { MAX_PROCS = 256, PID_WORDS = MAX_PROCS / 64 };

struct pids {
  uint64_t bits[PID_WORDS];
};

/* A step and a channel: what others must not do with it. */
struct demand {
  uint32_t id, site;
  uint8_t ops;
};

/* A channel that a process has in a variable: what it may do with it. */
struct name {
  uint32_t pid, id;
  uint8_t ops;
};

/* A channel: who may do what with it. */
struct users {
  uint64_t look;                  /* of this look at a state */
  struct pids may[OP_COUNT];
};

struct member {
  const struct now *now;
  const struct future *future;
  uint32_t type, location;
  uint32_t first_edge, nedges;    /* of its location */
  uint64_t enabled;               /* a bit for each of the first 64 of these */
  bool able;                      /* has an enabled transition, or half of one */
  bool barred;                    /* cannot be in a proper set */
  bool known;                     /* barred and wants are computed */
  struct pids wants;              /* a set with this process has these, too */
};

struct ample {
  struct static_reduction base;
  const struct facts *f;
  struct facts *own;              /* the same, of the one that made them; NULL in others */
  struct inspector *inspector;
  struct member *members;
  uint32_t weight[MAX_PROCS];     /* enabled transitions of each process that are its own */
  VEC (struct demand) demands;    /* of the step that is asked about */
  VEC (struct name) names; bool named;   /* of all processes, if they were found */
  VEC (struct users) users;       /* per channel */
  uint64_t looks;                 /* at a state, so far */
  const trans_id *list; size_t count;
  uint32_t nprocs;
  bool coarse;
  bool guards;                    /* stubborn sets: edges one by one; else locations count as a whole */
  struct closure closure; struct pids set, todo;   /* its units are processes */
  struct pids movers;             /* processes that have transitions of their own */
  trans_id *sorted; size_t room;
};

static inline struct ample *
ample_of (struct static_reduction *r)
{
  return (struct ample *) r;
}

/* The processes of the state with these enabled transitions: before anything below is asked. */
void ample_look (struct ample *, const uint32_t *state, const trans_id *list, size_t count);

/* One of the two starts or ends a process, and the other does or sees that. */
bool conflict_table_coarse (uint32_t mine, uint32_t theirs);

/* The process can take the edge, alone or as half of a rendezvous. */
bool ample_edge_enabled (const struct ample *, uint32_t pid, uint32_t edge);

/* Adds those processes that may do something, from where they stand, that
 * conflicts with these next steps of p. */
void ample_conflicts (struct ample *, uint32_t p, const struct now *, struct pids *);

/* Fairness: a message that p's next steps send or take may decide, again and
 * again, whether another process is enabled. */
bool ample_affects_enabled (struct ample *, uint32_t p);

/* stubborn.c: what p wants when its edges are looked at one by one. */
void stubborn_wants (struct ample *, uint32_t p);

#endif
