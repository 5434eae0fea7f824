/* A controlled execution: what stateless explorations drive.
 *
 * An execution is a sequence of steps of threads. Each thread that has not
 * ended has one next operation, which stays the same until the thread steps or
 * a dependent operation of another thread does. Whoever implements this (the
 * native runtime, the adapter over a model) promises:
 *
 *   - Identity. The same sequence of (thread, alternative) gives the same
 *     execution, always; and a thread's number, its operations' objects and
 *     places depend only on what happened before it in the partial order, not
 *     on the order of independent steps.
 *   - Dependence. Steps of two threads whose operations are independent
 *     (op_dependent is false) commute, and neither changes whether the other
 *     is enabled, its operation, or its number of alternatives. What a
 *     conditional operation leaves out is decided by accesses that it keeps; a
 *     guarded one is disabled by writes, locks and waits, never by a post or a
 *     shared lock. Who withdraws an operation depends on it and releases its thread.
 *   - Executions end: after finitely many steps nothing is enabled. (A bound
 *     on steps is the exploration's business.)
 *
 * Call order:
 *     exec_threads, exec_next, exec_enabled, exec_alternatives   of the present state
 *     exec_step (e, t, alternative, &step)                       one more step; `step` comes zeroed
 *     exec_rewind (e, depth)                                     as after the first `depth` steps
 *
 * Some steps can go several ways: a choice of the program, the waiter that a
 * signal wakes, the statements a process has. These are the alternatives of
 * the operation, numbered from 0; there is at least one where it is enabled, and
 * just one where the operation is conditional.
 *
 * A thread that fails (assertion, crash) or whose assumption does not hold is
 * halted: it has no next operation any more, and the others go on, so that what
 * they do is not lost to the search. The end of the whole process (exit) is an
 * operation that touches nothing and is enabled only when nothing else is;
 * threads that are blocked then keep their next operation.
 */
#ifndef MODEL_EXEC_H
#define MODEL_EXEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "model/result.h"

typedef uint32_t thread_id;       /* dense, from 0; the same for (creator, n-th child) in every execution */

/* How an operation touches an object, and which two ways of touching one
 * depend on each other. Those marked "race" may be enabled together, so that
 * their order can be reversed; the others are ordered by enabling each other.
 *
 *                 read  write lock  unlock rlock runlock wait  post
 *    read          -    race  race  race   race  race    race  race
 *    write              race  race  race   race  race    race  race
 *    lock                     race  order  race  order   race  race
 *    unlock                         order  order order   race  race
 *    rlock                                 -     -       race  race
 *    runlock                                     -       race  race
 *    wait                                                race  race
 *    post                                                      -
 *
 * Mutexes, and the end of a thread (unlock) that others join (lock), are
 * locked and unlocked; what never blocks (trylock) writes. Wait and post are
 * a semaphore's. */
#define ACCESSES(X)                                                       \
  X (READ, "read")                                                        \
  X (WRITE, "write")                                                      \
  X (LOCK, "lock")                                                        \
  X (UNLOCK, "unlock")                                                    \
  X (LOCK_SHARED, "rlock")                                                \
  X (UNLOCK_SHARED, "runlock")                                            \
  X (WAIT, "wait")                                                        \
  X (POST, "post")

enum access_how {
#define X(id, name) ACCESS_##id,
  ACCESSES (X)
#undef X
  ACCESS_HOWS
};

/* Memory is cut into granules of eight bytes: `object` names the granule and
 * `mask` the bytes, so that neighbours in a granule do not touch each other.
 * Other objects have the mask 0xff. */
struct access {
  uint64_t object;
  uint8_t mask;
  uint8_t how;                    /* enum access_how */
};

struct op {
  uint64_t place;                 /* in the program; opaque to explorations */
  uint32_t kind;                  /* what it is, for people: the implementation's numbers */
  uint32_t count;
  const struct access *access;    /* count of them, each object once; valid until the thread steps or a rewind */
  bool conditional;               /* executed, it may touch less, depending on what it reads (a failed exchange only reads) */
  bool guarded;                   /* may be disabled by the values of what it touches, not just by locks and waits */
  uint8_t harmless;               /* of a guarded one, a bit for each access that cannot disable it */
};

/* What a step did, beyond its operation: threads whose next step comes after
 * it for another reason than an object (created, woken, let through); and
 * operations of other threads that are gone now, because those threads have
 * another one instead (the time-out of a wait that was woken). */
struct exec_withdrawn {
  thread_id thread;
  struct op op;                   /* as it was before the step */
};

struct exec_step {
  struct op op;                   /* as executed: what was announced, or less where that is conditional */
  const thread_id *released;      /* valid until the next step or rewind, as is all of this */
  const uint32_t *released_by;    /* numbers of the events that did, this one the last of a thread; NULL: all by this one */
  size_t nreleased;
  const struct exec_withdrawn *withdrawn;
  size_t nwithdrawn;
  thread_id joined;               /* number plus one of the thread whose end it waited for; 0: of none */
  const struct op *plain;         /* what the thread touched before its next operation, in no step of its own; NULL: nothing, or not known */
  bool silent;                    /* it is known that memory has the values that it had where the operation wrote */
  bool plain_changes, own_changes;   /* not so where the thread wrote then: elsewhere, or not known; on its own stack and in blocks that it allocated */
};

/* How a thread waits whose next operation is not enabled, now or ever. */
struct exec_wait {
  thread_id joins;                /* number plus one of the thread whose end it waits for; 0: of none */
  bool exits;                     /* it is about to end the process, which may happen at any time */
  bool detached;                  /* nobody misses it when the process ends */
};

struct exec_waiter {
  thread_id thread;
  bool could;                     /* go on, in one of the states that are looked at */
  struct exec_wait wait;
};

/* The reason for EXEC_BROKEN if the same steps led elsewhere; whoever knows the place in the source appends it. */
#define EXEC_NOT_REPEATABLE "nondeterminism: the same schedule behaved differently"

enum exec_outcome {
  EXEC_RAN,
  EXEC_HALTED,                    /* the thread's assumption does not hold: the run does not count */
  EXEC_FAILED,                    /* a finding: see exec_failure */
  EXEC_DOUBT,                     /* it ran, but there may be executions that are not explored: see exec_failure */
  EXEC_BROKEN                     /* the execution cannot go on: it is not repeatable, or its process is gone; see exec_failure */
};

struct exec_failure {
  enum finding_kind kind;
  const char *message;            /* valid until the next step or rewind */
  struct pos pos;
};

/* CUT: a thread was halted. BAD: a deadlock, or another end that is a finding: see exec_failure. */
enum exec_end { EXEC_COMPLETE, EXEC_CUT, EXEC_BAD };

struct exec;
struct exec_model;                /* model/exec_model.h */
struct exec_class {
  size_t (*threads) (struct exec *);                          /* numbers in use: 0 .. threads-1; never shrinks */
  const struct op *(*next) (struct exec *, thread_id);        /* NULL: not there, ended or halted */
  bool (*enabled) (struct exec *, thread_id);
  uint32_t (*alternatives) (struct exec *, thread_id);        /* of an enabled thread */
  enum exec_outcome (*step) (struct exec *, thread_id, uint32_t alternative, struct exec_step *);
  const struct exec_failure *(*failure) (struct exec *);      /* of the last step, or of an end that is no good end */
  enum exec_end (*end) (struct exec *);                       /* nothing is enabled */
  void (*rewind) (struct exec *, size_t depth);
  void (*free) (struct exec *);
  /* Optional. Adds threads to the set (a bit each) whose next steps are persistent in the present state. */
  void (*persistent) (struct exec *, uint64_t *set);
  /* Optional. The present state, as words that decide all that can follow, or a fingerprint of them. */
  const uint32_t *(*state) (struct exec *, size_t *words);
  /* Optional, with `state`. A number for what threads share in the state that was asked for last. */
  uint64_t (*shared) (struct exec *);
  /* Optional. Adds all threads that are enabled to the set: what `enabled` says, asked once. */
  void (*all_enabled) (struct exec *, uint64_t *set);
  /* Optional, with `state`. Of a thread that has a next operation; false: somebody was halted, or who goes on is not
   * explored to the end, so that nobody is to blame for waiting. */
  bool (*waits) (struct exec *, thread_id, struct exec_wait *);
  const struct exec_model *model;                             /* of executions of a struct ts; else NULL */
};

/* Embedded as first member by every implementation. */
struct exec {
  const struct exec_class *class;
};

extern const uint16_t access_depends[ACCESS_HOWS];            /* a bit per access */
extern const uint16_t access_orders[ACCESS_HOWS];             /* of those: never enabled together */

/* On the same object. */
static inline bool
access_dependent (enum access_how a, enum access_how b)
{
  return access_depends[a] >> b & 1;
}

/* Dependent, and may be enabled together. */
static inline bool
access_racing (enum access_how a, enum access_how b)
{
  return (access_depends[a] & ~access_orders[a]) >> b & 1;
}

bool op_dependent (const struct op *, const struct op *);     /* of different threads */

/* Who can never continue, of all threads that have a next operation, if those who could will do what they did, and nothing
 * else, for ever. Where that changes something, who could go on is at work, and so is who joins it. Where the process may end
 * (`exits`), who ends with it is not missed: who exits too, is detached, or joins such a thread. */
size_t exec_stuck (const struct exec_waiter *, size_t count, bool exits, bool changes, thread_id *stuck);

#define exec_threads(e) ((e)->class->threads (e))
#define exec_next(e, t) ((e)->class->next (e, t))
#define exec_enabled(e, t) ((e)->class->enabled (e, t))
#define exec_all_enabled(e, set) ((e)->class->all_enabled (e, set))
#define exec_alternatives(e, t) ((e)->class->alternatives (e, t))
#define exec_step(e, t, alternative, out) ((e)->class->step (e, t, alternative, out))
#define exec_failure(e) ((e)->class->failure (e))
#define exec_end(e) ((e)->class->end (e))
#define exec_rewind(e, depth) ((e)->class->rewind (e, depth))
#define exec_state(e, words) ((e)->class->state (e, words))
#define exec_persistent(e, set) ((e)->class->persistent (e, set))
#define exec_free(e) ((e)->class->free (e))

#endif
