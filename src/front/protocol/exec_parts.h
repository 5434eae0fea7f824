/* A protocol as a controlled execution: shared by its two files.
 *
 * A thread is a possible event: a transition of a process and the messages it consumes; without messages it may occur
 * repeatedly. Messages are numbered by maker (the sender; for a copy, the receiver) and receiver, so that the number
 * depends only on what the maker did before. A thread exists as soon as all of its messages were sent, and is released by
 * each of the steps that sent them: the clocks of all senders of a quorum are joined. It stays, blocked, when another
 * thread consumed one of its messages.
 *
 * Faults need not happen, but executions are continued until nothing is enabled. So where there are faults there is an
 * additional thread, `calm`: after its only step no fault happens any more. */
#ifndef FRONT_PROTOCOL_EXEC_PARTS_H
#define FRONT_PROTOCOL_EXEC_PARTS_H

#include "front/protocol/parts.h"
#include "model/exec_model.h"

#define NOBODY UINT32_MAX

struct mp_identity {
  uint16_t maker, number;         /* the maker's number-th message to the receiver */
};

struct mp_thread {
  uint32_t pid, transition, next; /* next: next thread of the same process and transition, or NOBODY */
  int count;
  struct mp_identity messages[MZ_QUORUM];   /* by sender */
  bool there, done;               /* in the current execution */
  uint64_t serial;                /* serial number of the state in which it was last enabled */
  trans_id trans;                 /* its transition there */
};

struct mp_sent {
  struct mz_message message;
  struct mp_identity identity;
  uint32_t by;                    /* number of the step that sent it */
  bool consumed;
};

/* The execution after a number of steps. */
struct mp_level {
  size_t first, nwords;           /* the state in `state`, in words */
  uint64_t hash, halted;          /* halted: processes with a failed step */
  thread_id by;                   /* the thread of the step; NOBODY: the initial state */
  size_t sent, there;             /* number of messages and threads that exist */
  bool failed, calm;
};

struct mp_exec {
  struct exec exec;               /* must be the first member */
  struct op op;                   /* what px_next told last */
  struct protocol *protocol;
  struct protocol_exec_config config;
  bool *visible, *asked;          /* of each transition: it may change what is observed, or any invariant; heap */
  struct access (*access)[3];     /* accesses of each process: to itself and what properties read; of its faults; of its
                                   * crash; heap */
  struct access calm_access;
  thread_id calm;                 /* NOBODY: no fault can happen */
  VEC (struct mp_thread) threads;
  uint32_t *chains;               /* first thread of each process and transition, or NOBODY; heap */
  VEC (struct mp_level) levels;
  VEC (uint32_t) words;
  VEC (struct mp_sent) sent;
  VEC (thread_id) there;          /* existing threads, in order of appearance */
  struct trans_list trans;        /* executed, one per level except the first */
  VEC (thread_id) released;
  VEC (uint32_t) released_by;
  VEC (uint32_t) state;           /* for exec_state */
  uint64_t serial;                /* serial number of the current state */
  bool looked;                    /* its enabled threads have been computed */
  uint32_t *out;                  /* a state under construction; heap */
  struct fault initial;
  struct exec_fault fault;        /* fault of the last step */
  size_t nfaults;
  struct exec_failure failure;
  struct str message;
};

static inline struct mp_level *
mp_top (const struct mp_exec *x)
{
  return &VEC_LAST (x->levels);
}

static inline uint32_t *
mp_present (const struct mp_exec *x)
{
  return x->words.data + mp_top (x)->first;
}

/* exec_threads.c */
void mp_begin_threads (struct mp_exec *);                     /* threads without messages */
bool mp_note_sent (struct mp_exec *, uint32_t maker);         /* for the current state, after messages were consumed; false:
                                                               * too many messages */
void mp_set_consumed (struct mp_exec *, thread_id, bool consumed);
void mp_look_enabled (struct mp_exec *);                      /* updates the serial numbers of enabled threads */

#endif
