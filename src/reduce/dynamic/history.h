/* The present execution as a partial order: events, happens-before clocks, and
 * the races in it.
 *
 *     history_push (t, &event, step)      one more event; its races are appended to t->races
 *     history_pop (t, depth)              back to the first `depth` events
 *     history_probe (t, thread, op)       the races of an operation that has not been executed
 *
 * Clocks: clock i has an entry per thread, 1 + the number of the last event of
 * that thread that happens before event i; event i itself is not in it (its own
 * thread's entry is the event before). So for a < b, a happens before b iff
 * clock (b)[thread of a] > a.
 *
 * A race (e, q): the event e, and the operation that thread q has when what
 * does not depend on e is done without e, and that depends on e and might be
 * executed instead of it. */
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
  uint32_t ordinal;               /* which event of its thread it is, from 1 */
  uint32_t releases;              /* what had released the thread: saved for history_pop */
  uint32_t undo, races, released; /* tops of the stacks before the event */
};

struct race {
  uint32_t first;                 /* the event to be overtaken */
  uint32_t second;                /* the event that overtakes it, or NONE: it has not been executed */
  thread_id thread;               /* of second */
  op_id op;                       /* of second, as announced */
  uint32_t end;                   /* number of the event that is or withdrew second, or that would have come next */
  bool withdrawn;                 /* event `end` withdrew it */
  uint32_t pred, releases;        /* that thread's event before, and what had released it since, latest first, or NONE */
  bool trimmed;                   /* to be reversed without those who hold shared what it locks, and do not give it back, */
  uint32_t cut;                   /* and without the events from this number on that may block it */
  bool sure;                      /* second is enabled there for certain */
  op_id learned;                  /* of second, as executed in the reversal; NONE: not known */
  uint32_t settled;               /* number of an event: no need to look again while that event is there */
};

struct release {
  uint32_t event;
  thread_id thread;               /* released by it */
  uint32_t before;                /* the thread's earlier release, or NONE */
};

struct undo {
  cell_id cell;
  uint8_t how;
  thread_id thread;
  int32_t was;
};

/* Last accesses to a cell: number of the event + 1. Writing accesses are
 * totally ordered, one number is enough; of the others, one per thread. */
enum { STRONG_WRITE, STRONG_LOCK, STRONG_UNLOCK, STRONG_WAIT, STRONGS };
enum { WEAK_READ, WEAK_LOCK_SHARED, WEAK_UNLOCK_SHARED, WEAK_POST, WEAKS };
struct last {
  int32_t strong[STRONGS];
  int32_t *weak[WEAKS];           /* a clock, or NULL: none yet */
  uint16_t ever;                  /* ways in which it was accessed, in this execution or another: a bit each */
};

struct thread_state {
  uint32_t last;                  /* event, or NONE */
  uint32_t releases;              /* the latest that has not been followed by an event, or NONE */
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
  int32_t *thread_clock;                /* scratch: what the thread of the present operation knows before it */
  size_t noted;                         /* scratch: races before those of the present operation */
  bool quiet;                           /* races are of no interest, but for those with what was withdrawn */
};

void history_init (struct history *);
void history_release (struct history *);
void history_threads (struct history *, size_t);                 /* there are so many now */
void history_push (struct history *, const struct event *, const struct exec_step *);   /* of the event, what is above `pred` */
void history_pop (struct history *, size_t depth);
void history_probe (struct history *, thread_id, op_id);         /* races appended to t->races; pop them by hand */

const int32_t *history_clock_before (struct history *, const struct race *);   /* what second's thread knows before it */

uint64_t history_past (const struct history *, uint32_t event);   /* events that happen before it, and itself */

/* The race with the latest event before r->first that the same operation can
 * race with, in place of r; false: there is none. */
bool history_earlier (struct history *, struct race *r);

static inline int32_t *
history_clock (const struct history *t, size_t event)
{
  return t->clocks + event * t->stride;
}

/* 1 + the last event that the clock knows. */
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
