/* A protocol as a controlled execution: what its two files share.
 *
 * A thread is something that may happen: a transition of a process and the
 * messages it consumes; without messages it may happen again and again. Messages
 * are numbered by who made them (the sender; of a copy, the receiver) and for
 * whom, so that the number depends only on what the maker did before. A thread
 * is there as soon as all of its messages were sent, and is released by each of
 * the steps that sent them: the clocks of all senders of a quorum are joined. It
 * stays there, blocked, when a message was consumed by another.
 *
 * Faults need not happen, but executions are followed until nothing is enabled. So where there
 * are faults there is one more thread, `calm`: after its only step no fault happens any more. */
#ifndef FRONT_PROTOCOL_EXEC_PARTS_H
#define FRONT_PROTOCOL_EXEC_PARTS_H

#include "front/protocol/parts.h"
#include "model/exec_model.h"

#define NOBODY UINT32_MAX

struct mp_identity {
  uint16_t maker, number;         /* the maker's number-th message to the process */
};

struct mp_thread {
  uint32_t pid, transition, next; /* next: thread of the same two, or NOBODY */
  int count;
  struct mp_identity messages[MZ_QUORUM];   /* by sender */
  bool there, done;               /* in the present execution */
  uint64_t serial;                /* of the state in which it was last seen enabled */
  trans_id trans;                 /* its name there */
};

struct mp_sent {
  struct mz_message message;
  struct mp_identity identity;
  uint32_t by;                    /* number of the step */
  bool consumed;
};

/* After so many steps. */
struct mp_level {
  size_t first, nwords;           /* of the state, in words */
  uint64_t hash, halted;          /* halted: processes one of whose steps failed */
  thread_id by;                   /* who took the step; NOBODY: the initial state */
  size_t sent, there;             /* messages and threads */
  bool failed, calm;
};

struct mp_exec {
  struct exec exec;               /* the first member */
  struct protocol *protocol;
  struct protocol_exec_config config;
  bool *visible, *asked;          /* of each transition: it may change what is observed, or any invariant; heap */
  struct access (*access)[3];     /* of each process: itself, and what the properties look at; of its faults; of its crash; heap */
  struct access calm_access;
  thread_id calm;                 /* NOBODY: no fault can happen */
  VEC (struct mp_thread) threads;
  uint32_t *chains;               /* of each process and transition: a thread, or NOBODY; heap */
  VEC (struct mp_level) levels;
  VEC (uint32_t) words;
  VEC (struct mp_sent) sent;
  VEC (thread_id) there;          /* those that came to be there, in order */
  struct trans_list trans;        /* executed, one for each level but the first */
  VEC (thread_id) released;
  VEC (uint32_t) released_by;
  VEC (uint32_t) state;           /* for exec_state */
  uint64_t serial;                /* of the present state */
  bool looked;                    /* what is enabled in it is known */
  uint32_t *out;                  /* a state being made; heap */
  struct fault initial;
  struct exec_fault fault;        /* of the last step */
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
void mp_begin_threads (struct mp_exec *);                     /* those without messages */
bool mp_note_sent (struct mp_exec *, uint32_t maker);         /* of the present state, after its messages were consumed; false: too many */
void mp_set_consumed (struct mp_exec *, thread_id, bool consumed);
void mp_look_enabled (struct mp_exec *);                      /* serials of the threads that are enabled */

#endif
