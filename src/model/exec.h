/* A controlled execution: the interface that stateless explorations use.
 *
 * An execution is a sequence of steps of threads. Each thread that has not ended has one next operation, which stays the
 * same until the thread makes a step or a dependent operation of another thread is executed. An implementation (the native
 * runtime, the adapter for models) guarantees:
 *
 *   - Identity. The same sequence of (thread, alternative) always gives the same execution; and a thread's number, its
 *     operations' objects and places depend only on what happened before it in the partial order, not on the order of
 *     independent steps.
 *   - Dependence. Steps of two threads whose operations are independent (op_dependent is false) commute, and neither
 *     changes whether the other is enabled, its operation, or its number of alternatives. Which accesses a conditional
 *     operation omits is decided by accesses that it keeps; a guarded one is disabled by writes, locks and waits, never by
 *     a post or a shared lock. An operation that withdraws another one depends on it and releases its thread.
 *   - Termination. After finitely many steps nothing is enabled. (A bound on steps is the responsibility of the
 *     exploration.)
 *
 * Call order:
 *     exec_threads, exec_next, exec_enabled, exec_alternatives   of the present state
 *     exec_step (e, t, alternative, &step)                       executes a step; `step` must be zeroed
 *     exec_rewind (e, depth)                                     back to the state after the first `depth` steps
 *
 * Some steps have several results: a choice of the program, the waiter that a signal wakes, the statements of a process.
 * These are the alternatives of the operation, numbered from 0; an enabled operation has at least one, a conditional one
 * exactly one.
 *
 * A thread that fails (assertion, crash) or whose assumption does not hold is halted: it has no next operation any more,
 * and the others continue, so that their behaviour is explored. The end of the whole process (exit) is an operation that
 * accesses nothing and is enabled only when nothing else is; blocked threads then keep their next operation. */
#ifndef MODEL_EXEC_H
#define MODEL_EXEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "model/result.h"

typedef uint32_t thread_id;       /* dense, from 0; the same for (creator, n-th child) in every execution */

/* The kinds of accesses to an object, and which two of them depend on each other. Those marked "race" may be enabled
 * together, so that their order can be reversed; the others are ordered because one enables the other.
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
 * Mutexes are locked and unlocked, and so is the end of a thread (unlock) for which others wait by joining it (lock); an
 * operation that never blocks (trylock) writes. Wait and post are those of semaphores. */
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

/* Memory is divided into granules of eight bytes: `object` names the granule and `mask` the bytes, so that accesses to
 * different bytes of a granule are independent. Other objects have the mask 0xff. */
struct access {
  uint64_t object;
  uint8_t mask;
  uint8_t how;                    /* enum access_how */
};

struct op {
  uint64_t place;                 /* position in the program; opaque to explorations */
  uint32_t kind;                  /* kind for messages: a number of the implementation */
  uint32_t count;
  const struct access *access;    /* count of them, each object once; valid until the thread steps or a rewind */
  bool conditional;               /* when executed it may access less, depending on what it reads (a failed exchange only reads) */
  bool guarded;                   /* may be disabled by the values that it accesses, not only by locks and waits */
  uint8_t harmless;               /* if guarded: one bit for each access that cannot disable it */
};

/* What a step did besides its operation: it releases threads whose next step comes after it for another reason than an
 * object (created, woken, let through); and it withdraws operations of other threads, which have another one instead (the
 * time-out of a wait that was woken). */
struct exec_withdrawn {
  thread_id thread;
  struct op op;                   /* as it was before the step */
};

struct exec_step {
  struct op op;                   /* as executed: what was announced, or less if conditional */
  const thread_id *released;      /* valid until the next step or rewind, as is all of this */
  const uint32_t *released_by;    /* numbers of the releasing events, this step last for each thread; NULL: all were released by this step */
  size_t nreleased;
  const struct exec_withdrawn *withdrawn;
  size_t nwithdrawn;
  thread_id joined;               /* 1 + the thread that it joined; 0: none */
  const struct op *plain;         /* what the thread accessed before its next operation, without a step of its own; NULL: nothing, or unknown */
  bool silent;                    /* certain: memory has the same values as before where the operation wrote */
  bool plain_changes, own_changes;   /* other writes before the next operation changed values: plain_changes, elsewhere or unknown; own_changes, on its own stack and in blocks that it allocated */
};

/* How a thread whose next operation is disabled waits. */
struct exec_wait {
  thread_id joins;                /* 1 + the thread whose end it waits for; 0: none */
  bool exits;                     /* it waits to end the process, which may happen at any time */
  bool detached;                  /* it is not reported as stuck when the process ends */
};

struct exec_waiter {
  thread_id thread;
  bool could;                     /* it is enabled in one of the states considered */
  struct exec_wait wait;
};

/* The reason for EXEC_BROKEN if the same steps led elsewhere; whoever knows the place in the source appends it. */
#define EXEC_NOT_REPEATABLE "nondeterminism: the same schedule behaved differently"

enum exec_outcome {
  EXEC_RAN,
  EXEC_HALTED,                    /* the thread's assumption does not hold: the execution does not count */
  EXEC_FAILED,                    /* a finding: see exec_failure */
  EXEC_DOUBT,                     /* it was executed, but some executions may not be explored: see exec_failure */
  EXEC_BROKEN                     /* the execution cannot continue: it is not repeatable, or its process is gone; see exec_failure */
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
  const struct op *(*next) (struct exec *, thread_id);        /* NULL: not created, ended or halted */
  bool (*enabled) (struct exec *, thread_id);
  uint32_t (*alternatives) (struct exec *, thread_id);        /* of an enabled thread */
  enum exec_outcome (*step) (struct exec *, thread_id, uint32_t alternative, struct exec_step *);
  const struct exec_failure *(*failure) (struct exec *);      /* of the last step, or of a bad end */
  enum exec_end (*end) (struct exec *);                       /* nothing is enabled */
  void (*rewind) (struct exec *, size_t depth);
  void (*free) (struct exec *);
  /* Optional. Adds threads to the set (one bit each) whose next steps are persistent in the present state. */
  void (*persistent) (struct exec *, uint64_t *set);
  /* Optional. The present state, as words that determine all continuations, or a fingerprint of them. */
  const uint32_t *(*state) (struct exec *, size_t *words);
  /* Optional, with `state`. A hash of what threads share, in the state returned last. */
  uint64_t (*shared) (struct exec *);
  /* Optional. Adds all enabled threads to the set, in one call. */
  void (*all_enabled) (struct exec *, uint64_t *set);
  /* Optional, with `state`. For a thread with a next operation. False: some thread was halted, or a thread that continues
   * is not fully explored, so that waiting threads must not be reported. */
  bool (*waits) (struct exec *, thread_id, struct exec_wait *);
  const struct exec_model *model;                             /* of executions of a struct ts; else NULL */
};

/* Embedded as first member by every implementation. */
struct exec {
  const struct exec_class *class;
};

extern const uint16_t access_depends[ACCESS_HOWS];            /* one bit per kind of access */
extern const uint16_t access_orders[ACCESS_HOWS];             /* those of them that are never enabled together */

/* Whether two accesses to the same object depend on each other. */
static inline bool
access_dependent (enum access_how a, enum access_how b)
{
  return access_depends[a] >> b & 1;
}

/* Whether they are dependent and may be enabled together. */
static inline bool
access_racing (enum access_how a, enum access_how b)
{
  return (access_depends[a] & ~access_orders[a]) >> b & 1;
}

bool op_dependent (const struct op *, const struct op *);     /* of different threads */

/* The threads that can never continue, of all threads with a next operation, if those marked `could` repeat what they did
 * for ever. With `changes` these are at work: they are not stuck, nor are threads that join them. If the process may end
 * (`exits`), threads that end with it are not reported: those that exit too, are detached, or join such a thread. */
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
