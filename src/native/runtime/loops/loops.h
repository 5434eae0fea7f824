/* Loops that wait.
 *
 * An iteration of a loop is pure if it leads its thread back to a state in which it was before, and changes nothing.
 * Pure iterations are not executed (docs/awaits.md has the proof). Loops are recognised while the program runs, by
 * spin.c, passage.c and retry.c, and kept in one table (table.c). What an operation would lead to is found out by
 * a trial (trial.h). */
#ifndef NATIVE_RUNTIME_LOOPS_LOOPS_H
#define NATIVE_RUNTIME_LOOPS_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"
#include "native/runtime/core/layout.h"

struct rt_atomic;
struct rt_taken;
struct rt_thread;

/* ---- of the program: the table ---- */

enum loop_kind {
  LOOP_AWAIT,                     /* its last operation is blocked while it would end a pure iteration (await.c) */
  LOOP_PASSAGE,                   /* the whole loop, up to where it is left, is one operation (passage.c) */
  LOOP_RETRY                      /* prepares something from a fresh read, then compares and exchanges (retry.c) */
};

/* Operations are given by their places, which are program counters. */
struct rt_loop {
  enum loop_kind kind;
  bool is_refuted;                /* its iterations are executed, and it is never learned again */
  bool writes;                    /* PASSAGE: it may write the location that it reads */
  uint64_t header, tail;          /* the first operation of an iteration, and the last; 0: not known, or of no interest */
  uint64_t store;                 /* RETRY: what an iteration writes first; 0: nothing */
};

/* What loops read, and all values that it has held in any execution. */
struct rt_location {
  uintptr_t address;
  uint32_t bytes, count;
  bool is_unbounded;              /* it holds too many values, or is written in parts */
  uint64_t values[RT_VALUES];
};

struct rt_loops {
  struct rt_loop rows[RT_LOOPS];
  struct rt_location locations[RT_LOCATIONS];
  uint32_t count, nlocations;
  struct rt_passage *passages;    /* a hash table of loops in states of threads (passage.c) */
  bool relied[RT_THREADS];        /* that no other thread touches the thread's stack */
  bool shared[RT_THREADS];        /* one does */
  struct trial_saved *saved;      /* room for what a trial changes */
#ifndef NDEBUG
  uint32_t checks;
#endif
};

struct rt_loop *loops_find (enum loop_kind, uint64_t header);   /* NULL: there is none. It may be refuted */
const struct rt_loop *loops_find_tail (uint64_t tail);     /* an await */
struct rt_loop *loops_add (enum loop_kind, uint64_t header, uint64_t tail);   /* NULL: no room */
_Noreturn void loops_learned (void);                       /* a row: the exploration starts again */
_Noreturn void loops_refute (enum loop_kind, uint64_t place);   /* all rows with this tail, or store; of passages, this header */
void loops_share_stack (thread_id);                        /* another thread touches its stack */
struct rt_location *loops_location (uintptr_t address, uint32_t bytes);   /* NULL: what it may hold is not known. By the exploration */
void loops_note_write (uintptr_t address, uint32_t bytes, uint64_t value);

/* ---- of a thread ---- */

/* A function that the program has called from `place`, and that keeps registers next to its frame's address. */
struct rt_entry {
  uintptr_t frame;
  uint64_t place;
};

/* A value read in a loop that may be busy waiting. */
struct rt_read {
  uint64_t address, value;
  uint32_t size;
};

/* Yields and sleeps in a row, with no operation between: how many, and where the thread was at one of them. */
struct rt_yields {
  uint32_t count;
  uint64_t place, signature, writes;
};

/* A loop that is not in the table yet, or cannot be (spin.c). */
struct rt_spin {
  uint64_t place, address, signature;   /* its header, and the thread's state there (0: not looked at) */
  uint64_t previous;                    /* place of the last read */
  uint64_t writes;                      /* that the thread had done by then */
  uint32_t age;                         /* reads since then */
  uint32_t nreads;                      /* different ones; RT_READS + 1: too many */
  bool repeated;                        /* an iteration was pure already */
  bool unsteady;                        /* one of the locations gave two values */
  bool slept;                           /* since then */
  bool watched;                         /* code that is not instrumented may run now: memory is compared when it is over, */
  uint64_t memory;                      /* with this digest of when it began */
  struct rt_read reads[RT_READS];
  struct rt_yields yields;
};

/* A state in which the thread came to an operation, since it last changed something. */
struct rt_visit {
  uint64_t place, address, signature;
  uint64_t arrivals;
};

/* An operation that polls, since the thread last changed something. */
struct rt_poll { uint64_t place, address; };

/* The iteration of a retry loop, from its fresh read on. */
struct rt_retry {
  uint64_t header;                      /* 0: no iteration is known */
  uintptr_t address;
  uint64_t writes;                      /* of the thread at the read */
  uint64_t outcome;                     /* digest of what its state there leads to (0: not known) */
  uintptr_t cell;                       /* what it writes first; 0: nothing */
  uint64_t store, tail;                 /* places: of that, and of the exchange that failed */
  uintptr_t failed_at;                  /* the last operation was an exchange there, which failed */
  bool at_header, looked, failed, ends; /* nothing was done since the read; the present operation may be the tail */
};

struct rt_await {
  uint64_t writes;                      /* of the thread when the visits began */
  uint32_t nvisits, npolls;
  bool several;                         /* more than one address was read since */
  bool tried, is_pure;                  /* what the last trial of the present operation said, */
  uint64_t found[2];                    /* when this was in memory */
  struct rt_retry retry;
  /* the present operation is a passage: the loop was looked at, and several operations are one step */
  bool is_passage, checked, in_passage;
  uint32_t operations, left;            /* that follow the first in the same step; that are still to come */
  uint64_t start;                       /* the thread's state before it */
};

/* ---- what threads do: recognising loops, and halting those that cannot be blocked (spin.c) ---- */
void spin_before (struct rt_thread *, uintptr_t address);   /* a read is about to be announced */
void spin_yields (uint64_t place);                          /* the program gives way, or sleeps, and announces nothing */
void spin_read (struct rt_thread *, uintptr_t address, uint32_t bytes, uint64_t value);
void spin_taken (struct rt_thread *, const uint32_t *count);   /* it took a lock that was taken so often by now */
void spin_watch (struct rt_thread *);            /* it goes on in the program's code, */
void spin_watched (struct rt_thread *);          /* and has come back to us */
bool spin_is_stuck (const struct rt_thread *);   /* nothing that the halted loop waits for has changed */

/* ---- awaits ---- */
void await_before (struct rt_thread *, uintptr_t address);   /* a read is about to be announced */
bool await_ready (struct rt_thread *);     /* what it announced leads it out of its loop, or further in it */
bool await_is_stuck (struct rt_thread *);  /* all iterations are pure */
void await_learn (struct rt_thread *, uint64_t header, uint64_t tail);   /* an iteration was pure; returns if it cannot be blocked */
bool await_has_visited (struct rt_thread *, uintptr_t address, uint64_t signature);

/* ---- passages ---- */
bool passage_begins (struct rt_thread *, uintptr_t address);   /* what is about to be announced is a whole loop */
bool passage_ready (struct rt_thread *);
uint32_t passage_operations (struct rt_thread *);   /* that come in the same step, after the first */
void passage_starts (struct rt_thread *);           /* the announced operation was chosen */
bool passage_goes_on (struct rt_thread *);          /* an operation in such a step: it is done at once */

/* ---- retries ---- */
bool retry_look (struct rt_thread *);                        /* where a fresh read leads; it is always enabled */
void retry_note (const struct rt_thread *, struct rt_taken *);    /* with the step that is about to be done */
void retry_repeat (struct rt_thread *, const struct rt_taken *);  /* the step is done once more */
void retry_begins (struct rt_thread *, uintptr_t address);   /* a read is about to be announced */
bool retry_ends (struct rt_thread *, uintptr_t address);     /* ... an exchange, which may end an iteration */
bool retry_is_pure (struct rt_thread *);                     /* it would */
void retry_did (struct rt_thread *, const struct rt_atomic *);

_Noreturn void trial_end (void);           /* what comes now cannot be taken back */

#endif
