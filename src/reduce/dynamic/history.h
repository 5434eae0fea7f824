/* The present execution as a partial order: events, happens-before clocks, and races.
 *
 *     history_push (t, &event, step)      adds an event; its races are appended to t->races
 *     history_pop (t, depth)              back to the first `depth` events
 *     history_probe (t, thread, op)       the races of an operation that has not been executed
 *
 * Clocks: clock i has an entry per thread, 1 + the number of the last event of that thread that happens before event i;
 * event i itself is not included (the entry of its own thread is the previous event). So for a < b, a happens before b iff
 * clock (b)[thread of a] > a.
 *
 * A race (e, q): the event e, and an operation of thread q that depends on e, that is q's next operation after all events
 * that do not depend on e, and that might be executed there instead of e. */
#ifndef REDUCE_DYNAMIC_HISTORY_H
#define REDUCE_DYNAMIC_HISTORY_H

#include "reduce/dynamic/ops.h"

#define NONE UINT32_MAX

struct event {
  thread_id thread;
  uint32_t alternative, alternatives;
  op_id announced;
  op_id op;                       /* as executed */
  uint32_t pred;                  /* the event of the same thread before, or NONE */
  uint32_t ordinal;               /* its number among the events of its thread, from 1 */
  uint32_t releases;              /* the releases of the thread before it: saved for history_pop */
  uint32_t undo, races, released; /* tops of the stacks before the event */
};

struct race {
  uint32_t first;                 /* the event to be overtaken */
  uint32_t second;                /* the event that overtakes it, or NONE: it has not been executed */
  thread_id thread;               /* of second */
  op_id op;                       /* of second, as announced */
  uint32_t end;                   /* number of the event that is second, or withdrew it, or would have come next */
  bool withdrawn;                 /* event `end` withdrew it */
  uint32_t pred, releases;        /* the thread's previous event, and its releases since then, latest first, or NONE */
  bool trimmed;                   /* to be reversed without the threads that hold, as readers, what it locks, and do not release it, */
  uint32_t cut;                   /* and without the events from this number on that may block it */
  bool sure;                      /* second is certainly enabled there */
  op_id learned;                  /* the operation of second as executed in the reversal; NONE: unknown */
  uint32_t settled;               /* the answer is valid while the event with this number is part of the execution */
};

struct release {
  uint32_t event;
  thread_id thread;               /* the released thread */
  uint32_t before;                /* the previous release of that thread, or NONE */
};

struct undo {
  cell_id cell;
  uint8_t how;
  thread_id thread;
  int32_t was;
};

/* Last accesses to a cell: number of the event + 1. Writing accesses are totally ordered, so one number is enough; of the
 * others, one per thread is kept. */
enum { STRONG_WRITE, STRONG_LOCK, STRONG_UNLOCK, STRONG_WAIT, STRONGS };
enum { WEAK_READ, WEAK_LOCK_SHARED, WEAK_UNLOCK_SHARED, WEAK_POST, WEAKS };
struct last {
  int32_t strong[STRONGS];
  int32_t *weak[WEAKS];           /* a clock, or NULL: none yet */
  uint16_t ever;                  /* kinds of accesses to it, in this execution or another: one bit each */
};

struct thread_state {
  uint32_t last;                  /* event, or NONE */
  uint32_t releases;              /* the latest release without a later event of the thread, or NONE */
};

struct history {
  struct ops ops;
  VEC (struct event) events;
  VEC (struct race) races;
  VEC (struct release) released;
  VEC (struct undo) undo;
  VEC (struct last) lasts;        /* per cell */
  VEC (struct thread_state) threads;
  VEC (struct direct { uint32_t event; uint8_t how; bool racing; }) direct;   /* scratch: direct predecessors */
  int32_t *clocks; size_t stride, room;   /* clocks: room clocks of stride entries */
  int32_t *thread_clock;                /* scratch: the clock of the thread of the present operation before it */
  size_t noted;                         /* scratch: number of races before those of the present operation */
  bool quiet;                           /* races are not recorded, except those with withdrawn operations */
};

void history_init (struct history *);
void history_release (struct history *);
void history_threads (struct history *, size_t);                 /* the number of threads */
void history_push (struct history *, const struct event *, const struct exec_step *);   /* of the event, only the fields above `pred` are given */
void history_pop (struct history *, size_t depth);
void history_probe (struct history *, thread_id, op_id);         /* appends races to t->races; the caller removes them */

const int32_t *history_clock_before (struct history *, const struct race *);   /* the clock of second's thread before it */

uint64_t history_past (const struct history *, uint32_t event);   /* number of events that happen before it, plus 1 */

/* Replaces r by the race of the same operation with the latest partner before r->first. False: there is none. */
bool history_earlier (struct history *, struct race *r);

static inline int32_t *
history_clock (const struct history *t, size_t event)
{
  return t->clocks + event * t->stride;
}

/* 1 + the last event in the clock. */
static inline uint32_t
clock_last (const int32_t *clock, size_t threads)
{
  int32_t last = 0;
  for (size_t u = 0; u < threads; u++)
    last = clock[u] > last ? clock[u] : last;
  return (uint32_t) last;
}

/* a < b */
static inline bool
history_before (const struct history *t, uint32_t a, uint32_t b)
{
  return history_clock (t, b)[t->events.data[a].thread] > (int32_t) a;
}

#endif
