/* The parsimonious reduction: parsimonious.c (the idea, and the natural step),
 * duty.c (who must wait for whom), overtake.c (the overtakings of a run),
 * natural.c (whether it is the run they are to be made from), resume.c (from run
 * to run). No other file includes this.
 *
 * Words. A run is an execution from the beginning to its end. In each state one
 * step is the natural one, by a rule that asks for nothing but the state. An
 * event x is overtaken by thread q: in the state before x, where x was the
 * natural step, q's operation that depends on x comes first instead. */
#ifndef REDUCE_PARSIMONIOUS_H
#define REDUCE_PARSIMONIOUS_H

#include "reduce/dynamic.h"

/* After an overtaking: `sleeper`, whose natural step was x, must not go on, and
 * nobody may do what depends on x, before the next operation of `waker` has
 * been executed. And from then until the sleeper's next step, no thread of a
 * lower number does so, except after another that does. */
struct duty {
  thread_id sleeper, waker;
  op_id op;                       /* of x */
  uint32_t since;                 /* the number of x */
  uint32_t fired;                 /* the waker's event, or NONE */
};

/* Where a run leaves its natural way: after `keep` events. Up to event `node`
 * come the steps that the waker needs; or one, another alternative. */
struct turn {
  uint32_t keep, node;
  bool overtakes;                 /* there is a duty from there on */
  struct duty duty;
};

struct run_step {
  thread_id thread;
  uint32_t alternative;
  bool pinned;                    /* brought along by a turn: cannot be overtaken */
};

/* A run to be made from another: `keep` events of that, some steps, and then
 * what comes naturally. */
struct child {
  struct turn turn;
  uint32_t first, count;          /* among the steps */
};

struct frame {                    /* a run with children left */
  uint32_t base, first;           /* steps: before its children's; its own */
  uint32_t turn, turns;           /* saved */
  uint32_t child, children;       /* the first, and how many there were */
};

struct part { uint32_t first, count; };

struct upcoming {
  op_id op;                       /* NONE: the thread has none */
  bool known;
};

struct touch {
  uint32_t event, before;         /* before: an earlier one of the same object, or NONE */
  uint32_t change;                /* the last such one that does not just read */
  uint8_t mask, how;
};

struct place {
  uint64_t object;
  uint32_t plan, last;            /* of the touches; of this plan, or the place is free */
};

/* A thread while a run is made again in thought (natural.c). */
struct thought {
  uint32_t count;                 /* events of it that are there */
  op_id upcoming;                 /* NONE: it is not at an operation */
  bool waits;                     /* no need to ask it: */
  thread_id by; uint32_t order;   /* not before this thread has done so many events and one more, */
  op_id op;                       /* or something that depends on this has been done */
};

struct parsimonious {
  /* The present run. */
  VEC (struct duty) duties;
  VEC (struct part) parts;        /* per node: its duties */
  VEC (bool) pinned;              /* per event */
  VEC (uint32_t) knows;           /* per event: 1 + the last event its thread knew before it */
  VEC (uint32_t) settled;         /* per event: its overtakings are not found in runs with so many events in common; NONE: not known */
  VEC (struct turn) turns;
  VEC (struct upcoming) upcoming; /* per thread: its operation in the last node */
  uint32_t seen;                  /* the node that was for, or NONE */
  uint32_t fresh;                 /* events that were not part of an earlier run begin here */
  bool vain;                      /* it turned out not to be the overtaking it was made for */

  /* Runs with children left, the last innermost. */
  VEC (struct run_step) steps;
  VEC (struct turn) saved;
  VEC (struct child) children;
  VEC (struct frame) frames;

  /* Made anew for each plan. */
  VEC (uint32_t) order;           /* per event: its number among those of its thread */
  VEC (uint32_t) start;           /* per thread: of its part of `list` */
  VEC (uint32_t) list;            /* events by thread */
  VEC (op_id) pending;            /* per thread, at the end */
  VEC (uint32_t) beyond;          /* per node: where the run leaves its natural way next, or NONE, or WITHIN */
  VEC (struct touch) touches;
  VEC (struct place) places;      /* a hash table */
  VEC (uint32_t) met;             /* per event: by the occurrence of this number */
  uint32_t plan, meeting;
  uint32_t reach;                 /* the last answer of natural_run depends on so many events */
  VEC (int32_t) base;             /* what a thread knows */
  VEC (struct thought) thoughts;  /* per thread */
  VEC (uint32_t) fired;           /* per duty: as in struct duty, or OVER */
};

#define WITHIN (NONE - 1)         /* of the steps that a turn brings along */
#define OVER (NONE - 1)           /* the sleeper has gone on */

/* What sleeps and counts as touched when the event is overtaken. */
static inline op_id
told_op (const struct event *e)
{
  return e->alternatives == 1 ? e->op : e->announced;
}

/* What the thread touches may be against the duty. */
static inline bool
duty_concerns (const struct duty *d, uint32_t fired, thread_id t)
{
  return fired == NONE ? t != d->waker : t < d->waker && t != d->sleeper;
}

/* Two operations that are never disabled and depend on each other. */
static inline bool
op_meets (const struct ops *o, op_id a, op_id b)
{
  return !o->known.data[a].waits && !o->known.data[b].waits && ops_dependent (o, a, b);
}

static inline const int32_t *
row_base (struct walk *w, thread_id t, uint32_t pred, uint32_t releases)
{
  struct race r = {.thread = t, .pred = pred, .releases = releases};
  return history_base (&w->history, &r);
}

/* Something is known of the events before number n. */
static inline void
events_note (struct parsimonious *p, size_t n)
{
  while (p->pinned.count < n) {
    VEC_PUSH (p->pinned, false);
    VEC_PUSH (p->knows, NONE);
    VEC_PUSH (p->settled, NONE);
  }
}

/* duty.c. */
void duties_follow (struct walk *, struct parsimonious *);        /* up to the last node */
bool duties_allow (struct walk *, const struct parsimonious *, thread_id, bool needed);   /* needed: by a waker */
/* After the first `upto` events and what the base knows, an operation of a thread
 * with that base would come after one that depends on what the sleeper is about
 * to do. */
bool duty_comes_later (const struct history *, const struct duty *, const int32_t *base, op_id, uint32_t upto);
bool comes_later_now (struct walk *, const struct duty *, thread_id, op_id);   /* in the last node */
op_id op_now (struct walk *, thread_id);                          /* what its step touches, if it is taken now */

/* resume.c: begins the next run; false: there is none. */
bool resume_next (struct walk *, struct parsimonious *);

/* natural.c: is the present run what comes naturally after the first x events,
 * what the row knows, and x? Before that, once for a run: */
void natural_index (struct walk *, struct parsimonious *);
bool natural_run (struct walk *, struct parsimonious *, uint32_t x, const int32_t *row);

/* overtake.c: a frame with the children of the present run. */
void overtake_plan (struct walk *, struct parsimonious *);

#endif
