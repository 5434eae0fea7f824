/* Internal to exec_ts: the stack of states, and what is known about the present one. */
#ifndef REDUCE_EXEC_TS_PARTS_H
#define REDUCE_EXEC_TS_PARTS_H

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "model/transient.h"
#include "reduce/exec_ts.h"

enum { MAX_PROCESSES = 256, MAX_THREADS = 1 << 16, MAX_WAYS = 10000, MAX_ATOMIC = 10000 };
#define NOBODY UINT32_MAX

enum { GOES_ON, GAVE_UP, FAILED };

/* Two words per process, stored after the state. */
struct record {
  uint16_t thread, status;
  uint32_t children;
};
enum { RECORD_WORDS = sizeof (struct record) / 4 };

struct level {
  size_t first;                   /* into words: the state, then the records */
  uint32_t nwords, nprocs;        /* nwords: of the state */
  size_t trans;                   /* number of transitions up to this level */
  uint64_t hash;
  size_t taken;                   /* number of lock operations up to this level */
  bool failed;                    /* the step ended in an error, and its transitions were undone */
};

/* The next operation of a process, valid while the process's own state is the same. */
struct next {
  struct touched touched;
  struct op op;
  bool known, polls;
  uint32_t type, location, nchans;
  VEC (uint8_t) frame;
};

struct identity {
  uint32_t creator, number;
};

/* What is known before anything is executed. Workers share it. */
struct known {
  struct facts facts;
  struct footprint *footprint;
  struct locks *locks;            /* or NULL */
  bool atomic;                    /* some step has more than one statement */
};

struct exec_ts {
  struct exec exec;
  const struct known *known;
  struct known *own;              /* the same in the exec that created it; NULL in the others */
  struct inspector *inspector;
  const struct pg *pg;
  struct ts *ts;
  VEC (struct holding { uint64_t lock; uint32_t thread; }) taken;   /* in order; thread NOBODY: released */
  bool misused;
  bool at_limit;                  /* see exec_model.h */
  struct static_reduction *stubborn;   /* or NULL */
  struct exec_ts_config config;
  VEC (struct identity) threads;
  VEC (struct next *) next;       /* per thread */
  uint32_t pid_of[MAX_THREADS];       /* per thread, in the present state */

  VEC (struct level) levels;
  VEC (uint32_t) words;
  VEC (trans_id) trans;
  uint32_t *out;                  /* a state being made */

  /* these describe the present state */
  bool looked;
  struct trans_list list;         /* enabled transitions */
  bool able[MAX_PROCESSES];       /* has one of them */
  uint32_t ways_of;               /* the process whose alternatives are known, or NOBODY */
  struct trans_list ways;         /* its alternatives, one after the other */
  VEC (size_t) way_ends;
  bool too_many;

  struct fault initial;
  VEC (struct exec_fault) faults;
  VEC (thread_id) released;
  struct exec_failure failure;
  struct str message;
  struct trans_list closing;      /* at the end of the execution: the ends of processes */
  uint32_t *terminal;
};

static inline struct level *
top (struct exec_ts *x)
{
  assert (x->levels.count);
  return &VEC_LAST (x->levels);
}

static inline uint32_t *
present (struct exec_ts *x)
{
  return x->words.data + top (x)->first;
}

static inline struct record *
records (struct exec_ts *x)
{
  return (struct record *) (void *) (present (x) + top (x)->nwords);
}

/* exec_ts_fit.c */
struct known *exec_ts_know (const struct pg *, struct inspector *, bool locks);
void exec_ts_forget (struct known *);
bool exec_ts_fits (const struct known *, struct diag *);   /* false after a located message for each construct that is not supported */

/* exec_ts_next.c: the enabled transitions, without those of processes that have nothing left to do; the next operation of a
 * thread, or NULL; the alternatives of a process. */
const struct trans_list *exec_ts_list_enabled (struct exec_ts *);
const struct next *exec_ts_find_next (struct exec_ts *, thread_id);
void exec_ts_find_ways (struct exec_ts *, uint32_t pid);
void exec_ts_persistent (struct exec *, uint64_t *set);          /* exec_persistent */

#endif
