/* For robust.c and robust_sc.c. All of this follows the execution backwards
 * (undo.h): nothing that was saved may move, so pools have a fixed room. */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_PARTS_H
#define NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_PARTS_H

#include "native/runtime/memory_model/clocks.h"
#include "native/runtime/memory_model/robust.h"

#define ROBUST_LOCATIONS (1u << 20)   /* of all executions */
#define ROBUST_OBJECTS (1u << 20)
#define ROBUST_WRITES (1u << 24)      /* of one */
#define ROBUST_READERS (1u << 24)
#define ROBUST_EVENTS (1u << 20)

/* A write to a location; those of a location are a list, the latest first. The
 * last of the list is the value that was there before. */
struct write {
  uint32_t earlier;               /* 0: this one is the first value */
  uint32_t thread, epoch;         /* as in the race detector */
  uint32_t turn;                  /* the so-many-th atomic access of its thread */
  uint32_t sc;                    /* the so-many-th seq_cst event of its thread; 0: it is none */
  uint32_t readers;               /* the first of each thread */
  bool updates;                   /* it also reads: nothing can come between the write before and this one */
  uint64_t value, pc;
};

struct reader { uint32_t next, thread, epoch; };

struct location {
  uint64_t address;
  uint32_t bytes;
  uint32_t latest;                /* write; 0: not touched yet in this execution */
  uint32_t accesses;              /* seq_cst ones, the latest first */
  uint32_t written[RT_THREADS];   /* trace of the last write */
  uint32_t read[RT_THREADS];      /* traces of the reads since */
  uint32_t all[RT_THREADS];       /* seq_cst events that come before a write that is made now: accesses */
  uint32_t fenced[RT_THREADS];    /* ... and fences before accesses */
  uint32_t fenced_write[RT_THREADS];   /* the latter when the last write was made, and it with them */
};

/* Anything else that operations touch. */
struct traced {
  uint64_t object;
  uint32_t (*done)[RT_THREADS];   /* traces, by the way it was touched */
  uint32_t *wakes;                /* of a futex: the barriers of its wakes, and the seq_cst events that must come before these */
};

/* A seq_cst access or fence. */
struct sc_event {
  uint32_t next;                  /* of the same location; of the fences of the same thread */
  uint32_t thread, number, epoch;
  bool writes;
  uint32_t past[RT_THREADS];      /* seq_cst events that must come before it, and itself */
  uint32_t hb[RT_THREADS];        /* of a fence */
};

struct sc_thread {
  uint64_t place;                 /* location of its last event, 0: none */
  uint32_t count;                 /* seq_cst events */
  uint32_t fences;                /* the latest */
  uint32_t past[RT_THREADS];      /* of the last of them */
  uint32_t before[RT_THREADS];    /* its KNOWS_ACCESSES when it came to `place` */
};

struct robust {
  bool off;                       /* no longer, or never, of interest */
  uint32_t unit;                  /* bytes of the widest location */
  struct location *locations;     /* hash table */
  size_t nlocations;
  struct traced *objects;         /* hash table: what is no memory */
  size_t nobjects;
  struct write *writes;
  struct reader *readers;
  struct sc_event *events;
  uint32_t nwrites, nreaders, nevents;
  struct sc_thread threads[RT_THREADS];
};

static inline struct knowledge *
known_to (thread_id t)
{
  return &rt->clocks->threads[t].now;
}

/* ---- robust_sc.c ---- */
/* Which writes a thread's next access cannot be placed before, because of the
 * order of seq_cst events: by what must come before it. */
struct sc_past {
  uint32_t access[RT_THREADS];    /* if it is seq_cst */
  uint32_t fence[RT_THREADS];     /* whatever it is */
};

void sc_arrives (thread_id, uint64_t place);   /* its next event is there */
void sc_look (thread_id, const struct location *, struct sc_past *);
bool sc_forbids_access (const struct sc_past *, const struct write *);
bool sc_forbids_all (const struct sc_past *, const struct write *);
void sc_record (thread_id, struct location *, const struct rt_atomic *, struct write *);   /* NULL: it does not write */
void sc_fence (thread_id, const uint32_t *also);   /* NULL: nothing else must come before it */

bool robust_room (uint32_t *count, uint32_t room);   /* for one more; false: the proof is given up */

#endif
