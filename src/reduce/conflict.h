/* Internal to ample sets: the processes of one state, and which of them conflict. */
#ifndef REDUCE_CONFLICT_H
#define REDUCE_CONFLICT_H

#include "base/closure.h"
#include "model/facts.h"
#include "reduce/ample.h"

enum { MAX_PROCS = 256, PID_WORDS = MAX_PROCS / 64 };

struct pids {
  uint64_t bits[PID_WORDS];
};

/* The operations that others must not execute on a channel before a step. */
struct demand {
  uint32_t id, site;
  uint8_t ops;
};

/* A channel that a variable of a process names, and the operations that the process may still execute on it. */
struct name {
  uint32_t pid, id;
  uint8_t ops;
};

/* For a channel: which processes may still execute which operation on it. */
struct users {
  uint64_t look;                  /* the value of ample.looks for which this is valid */
  struct pids may[OP_COUNT];
};

struct member {
  const struct now *now;
  const struct future *future;
  uint32_t type, location;
  uint32_t first_edge, nedges;    /* of its location */
  uint64_t enabled;               /* a bit for each of the first 64 of these */
  bool able;                      /* has an enabled transition, or takes part in an enabled rendezvous */
  bool barred;                    /* cannot be in a proper set */
  bool known;                     /* barred and wants are computed */
  struct pids wants;              /* processes that a set with this process must contain */
};

struct ample {
  struct static_reduction base;
  const struct facts *f;
  struct facts *own;              /* the same, of the one that made them; NULL in others */
  struct inspector *inspector;
  struct member *members;
  uint32_t weight[MAX_PROCS];     /* enabled transitions of each process that are its own */
  VEC (struct demand) demands;    /* of the step being considered */
  VEC (struct name) names; bool named;   /* of all processes; valid if `named` */
  VEC (struct users) users;       /* per channel */
  uint64_t looks;                 /* number of states considered so far */
  const trans_id *list; size_t count;
  uint32_t nprocs;
  bool coarse;
  bool guards;                    /* stubborn sets: edges are considered one by one; otherwise a location counts as a whole */
  struct closure closure; struct pids set, todo;   /* its units are processes */
  struct pids movers;             /* processes that have transitions of their own */
  trans_id *sorted; size_t room;
};

static inline struct ample *
ample_of (struct static_reduction *r)
{
  return (struct ample *) r;
}

/* Begins with a state and its enabled transitions. To be called before the functions below. */
void ample_look (struct ample *, const uint32_t *state, const trans_id *list, size_t count);

/* The coarse relation on the process table: one of the two starts or ends a process, and the other does so too or observes
 * it. */
bool conflict_table_coarse (uint32_t mine, uint32_t theirs);

/* The edge is enabled, alone or as half of a rendezvous. */
bool ample_edge_enabled (const struct ample *, uint32_t pid, uint32_t edge);

/* Adds the processes that may still execute a step, from their present locations, that conflicts with these next steps of
 * p. */
void ample_conflicts (struct ample *, uint32_t p, const struct now *, struct pids *);

/* For fairness: a message that p's next steps send or receive may decide repeatedly whether another process is enabled. */
bool ample_affects_enabled (struct ample *, uint32_t p);

/* stubborn.c: computes the `wants` and `barred` of p, its edges considered one by one. */
void stubborn_wants (struct ample *, uint32_t p);

#endif
