/* Waiting loops as waits: a turn that would change nothing is not taken (await.c). */
#ifndef NATIVE_RUNTIME_LOOPS_AWAIT_H
#define NATIVE_RUNTIME_LOOPS_AWAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"
#include "native/runtime/core/layout.h"

struct rt_thread;

/* A state in which the thread came to an operation, since it last changed something. */
struct rt_visit {
  uint64_t place, address, signature;
  uint64_t arrivals;
};

/* Where an operation was. */
struct rt_place { uint64_t place, address; };

/* From a fresh read of a location on. */
struct rt_tried {
  uint64_t head;                        /* its place; 0: none is known */
  uintptr_t address;
  uint64_t writes;                      /* of the thread at the read */
  uint64_t way;                         /* what its state there leads to (0: not known) */
  uintptr_t cell;                       /* what a turn writes first; 0: nothing */
  uint64_t store, tail;                 /* places: of that, and of the exchange that failed */
  uintptr_t failed_at;                  /* the last operation was an exchange there, which failed */
  bool at_head, looked, failed, ends;   /* nothing was done since the read; the present operation may end the turn */
};

struct rt_await {
  uint64_t writes;                      /* of the thread when the visits began */
  uint32_t nvisits;
  bool is_turn, checked;                /* its operation is a whole turn (turn.c), which was looked at */
  bool in_turn;                         /* it was, and several operations are one step */
  uint32_t steps, left;                 /* operations that follow in the same step; that are still to come */
  uint64_t start;                       /* its state where the turn begins */
  bool several;                         /* more than one address was read since */
  bool tried, is_idle;                  /* what the last trial of the present operation said, */
  uint64_t found[2];                    /* when this was in memory */
  struct rt_tried tries;                /* a turn of a loop that tries again (retry.c) */
  uint32_t nplaces;                     /* of operations since */
};

/* Of the program, by place; found out while it is executed. */
/* Where loops begin whose turns are one operation, and what the locations may hold that they wait for. */
struct rt_turn_place { uint64_t place; bool writes; };
struct rt_watched {
  uintptr_t address;
  uint32_t bytes, count;
  bool untold;                          /* it holds too many values, or is written in parts */
  uint64_t values[RT_VALUES];
};

/* A loop that tries again: its fresh read, its first store (0: none), the exchange (0: not known yet). */
struct rt_retry { uint64_t head, store, tail; bool is_off; };

struct rt_before;
struct rt_awaits {
  uint64_t heads[RT_AWAITS], tails[RT_AWAITS], never[RT_AWAITS];
  uint32_t nheads, ntails, nnever;
  struct rt_turn_place turns[RT_AWAITS];
  uint64_t no_turns[RT_AWAITS];
  uint32_t nturns, nno_turns, nwatched;
  struct rt_watched watched[RT_WATCHED];
  struct rt_turn *known;                /* a table of turns that were looked at */
  struct rt_retry retries[RT_AWAITS];
  uint32_t nretries;
  bool relied[RT_THREADS], shared[RT_THREADS];   /* nobody but the thread touches its stack: that was relied on; it is not so */
  struct rt_before *before;             /* room for what a trial changes */
#ifndef NDEBUG
  uint32_t checks;
#endif
};

struct rt_trial;

void await_before (struct rt_thread *, uintptr_t address);   /* a read is about to be announced */
bool await_ready (struct rt_thread *);     /* what it announced leads it out of its loop, or further in it */
bool await_is_stuck (struct rt_thread *);  /* whole turns of its loop lead nowhere either */
/* A turn from one place to its last operation, at the other, has changed nothing. From now on it is
 * not taken, and the exploration starts again; returns if that cannot be. */
void await_learn (struct rt_thread *, uint64_t head, uint64_t tail);
void await_stack_shared (thread_id);       /* another thread touches its stack */

/* ---- trials ---- */
_Noreturn void trial_end (bool is_idle);
bool trial_goes_on (void);                 /* an operation is announced in a trial: it is done at once. Else the trial ends */
void trial_access (uintptr_t address, size_t bytes, bool is_plain, bool write, uint64_t pc);

/* ---- turns of several operations that are one step (turn.c) ---- */
bool await_has_visited (struct rt_thread *, uintptr_t address, uint64_t signature);
bool turn_begins (struct rt_thread *, uintptr_t address); /* what is about to be announced is such a turn */
bool turn_ready (struct rt_thread *);
uint32_t turn_steps (struct rt_thread *);                 /* operations that come in the same step, after the first */
void turn_starts (struct rt_thread *);                    /* the announced operation was chosen */
bool turn_goes_on (struct rt_thread *);                   /* an operation in such a step: it is done at once */
void turn_note_write (uintptr_t address, uint32_t bytes, uint64_t value);
struct rt_watched *turn_watch (uintptr_t address, uint32_t bytes);   /* by the exploration; NULL: what it may hold is not known */

/* ---- loops that try again on a fresh read (retry.c) ---- */
struct rt_atomic;
struct rt_taken;
bool retry_look (struct rt_thread *);                        /* where a read leads; it is always enabled */
void retry_note (const struct rt_thread *, struct rt_taken *);    /* with the step that is about to be done */
void retry_repeat (struct rt_thread *, const struct rt_taken *);  /* the step is done once more */
void retry_begins (struct rt_thread *, uintptr_t address);   /* a read is about to be announced */
bool retry_ends (struct rt_thread *, uintptr_t address);     /* ... an exchange, which may end a turn */
bool retry_is_idle (struct rt_thread *);                     /* it would */
void retry_did (struct rt_thread *, const struct rt_atomic *);
_Noreturn void retry_shared (uint64_t store);                /* somebody else touches what is stored there */

#endif
