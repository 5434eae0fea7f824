/* Data structures of robust.c, robust_objects.c and robust_sc.c. All of them are restored
 * on rewinding (undo.h): what was saved must not move, so pools have a fixed size. */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_PARTS_H
#define NATIVE_RUNTIME_MEMORY_MODEL_ROBUST_PARTS_H

#include "native/runtime/memory_model/clocks.h"
#include "native/runtime/memory_model/robust.h"

#define ROBUST_LOCATIONS (1u << 20)   /* in all executions */
#define ROBUST_OBJECTS (1u << 20)
#define ROBUST_WRITES (1u << 24)      /* in one execution */
#define ROBUST_READERS (1u << 24)
#define ROBUST_EVENTS (1u << 20)

/* A write to a location. The writes to a location are a list, latest first; the last
 * element stands for the location's initial value. */
struct write {
  uint32_t earlier;               /* index; 0: this one is the initial value */
  uint32_t thread, epoch;         /* as in the race detector */
  uint32_t turn;                  /* its number among the atomic accesses of its thread */
  uint32_t sc;                    /* its number among the seq_cst events of its thread; 0: not seq_cst */
  uint32_t readers;               /* list of reads: the first one of each thread */
  bool updates;                   /* a read-modify-write: no write can come between its predecessor and it */
  uint64_t value, pc;
};

struct reader { uint32_t next, thread, epoch; };

struct location {
  uint64_t address;
  uint32_t bytes;
  uint32_t latest;                /* index of the last write; 0: not accessed yet in this execution */
  uint32_t accesses;              /* list of seq_cst accesses, latest first */
  uint32_t written[RT_THREADS];   /* TRACE clock of the last write */
  uint32_t read[RT_THREADS];      /* TRACE clocks of the reads since, joined */
  uint32_t all[RT_THREADS];       /* seq_cst events before a next write: the accesses, */
  uint32_t fenced[RT_THREADS];    /* ... and the fences that happen before accesses */
  uint32_t fenced_write[RT_THREADS];   /* `fenced` as it was after the last write */
};

/* An object of operations that is not atomic memory. */
struct traced {
  uint64_t object;
  uint32_t (*done)[RT_THREADS];   /* TRACE clocks, by the kind of access */
  uint32_t *wakes;                /* of a futex: the barriers of its wakes, and the seq_cst events that must come before them */
};

/* A seq_cst access or fence. */
struct sc_event {
  uint32_t next;                  /* index of the next older access to the same location, or fence of the same thread */
  uint32_t thread, number, epoch;
  bool writes;
  uint32_t past[RT_THREADS];      /* seq_cst events that must come before it, and itself */
  uint32_t hb[RT_THREADS];        /* HB clock of a fence */
};

struct sc_thread {
  uint64_t place;                 /* location of its last event, 0: none */
  uint32_t count;                 /* number of its seq_cst events */
  uint32_t fences;                /* list of its seq_cst fences, latest first */
  uint32_t past[RT_THREADS];      /* `past` of its last seq_cst event */
  uint32_t before[RT_THREADS];    /* its KNOWS_ACCESSES when its accesses to `place` began */
};

struct robust {
  bool off;                       /* the check is turned off */
  uint32_t unit;                  /* bytes of the widest location */
  struct location *locations;     /* hash table */
  size_t nlocations;
  struct traced *objects;         /* hash table: objects that are not memory */
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
/* The seq_cst events that must come before a thread's next access. They forbid placing
 * the access before certain writes. */
struct sc_past {
  uint32_t access[RT_THREADS];    /* if the access is seq_cst */
  uint32_t fence[RT_THREADS];     /* whatever its order */
};

void sc_arrives (thread_id, uint64_t place);   /* the thread's next event is at this location; 0: not an access */
void sc_look (thread_id, const struct location *, struct sc_past *);
bool sc_forbids_access (const struct sc_past *, const struct write *);
bool sc_forbids_all (const struct sc_past *, const struct write *);
void sc_record (thread_id, struct location *, const struct rt_atomic *, struct write *);   /* NULL: it does not write */
void sc_fence (thread_id, const uint32_t *also);   /* also: further events that must come before it, or NULL */

bool robust_room (uint32_t *count, uint32_t room);   /* counts one more; false: no room, the check is given up */

#endif
