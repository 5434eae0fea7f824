/* What a static reduction knows of a program graph before it runs: const data once it was built.
 *
 *     facts_init (&f, pg, inspector, &config, &why)     all of it
 *     facts_init_touched (&f, pg, inspector)            what edges touch, alone
 *     facts_release (&f);
 *
 * facts_points_to.c says which channels a variable may name, facts_effects.c what each edge
 * touches, facts_visibility.c which edges may change something visible, facts_future.c what a
 * location's next steps do and what a process may still do from there on, itself
 * and by those it starts, facts_guards.c what an edge waits for. Reductions compare what is next with what may still come, and
 * look up in the state (inspector.h) which channels are meant. Transitions that can be numbered have relations.h instead.
 *
 * A site stands for channels that look alike beforehand: each channel of the
 * initial state by itself (site id - 1), then one site for each channel type,
 * for those that are made later.
 * An object is anything else that two processes can share: cells of global
 * variables, variables and locations that others refer to, readiness for a
 * rendezvous.
 */
#ifndef MODEL_FACTS_H
#define MODEL_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/mem.h"
#include "base/vec.h"
#include "model/graph_promela.h"
#include "model/inspector.h"
#include "model/walk.h"

/* What a process may do with a channel in the future. */
enum {
  OP_SEND = 1, OP_SORTED = 2,     /* into its place: !! */
  OP_RECV = 4, OP_KEEP = 8,       /* ?<> */
  OP_POLL = 16,                   /* asks anything about it, or may lose control because of it */
  OP_NEMPTY = 32, OP_NFULL = 64,  /* waits for it to have a message, or room */
  OP_ALL = 127, OP_COUNT = 7
};

/* What the next step of a process does with a channel. */
enum use_kind { USE_SEND, USE_RECV, USE_KEEP, USE_EMPTY, USE_FULL, USE_MATCH, USE_POLL };

struct use {
  uint8_t kind;                   /* enum use_kind */
  bool sorted, random;
  bool positive;                  /* USE_EMPTY, USE_FULL: waits for nempty, nfull */
  bool inner;                     /* not by the step's first edge: later in its atomic sequence */
  bool once;                      /* inner: not in a loop */
  bool steady;                    /* the channel is known now */
  uint32_t edge;                  /* first edge of the step */
  const struct pg_expr *chan;
  struct inspector_expr expr;          /* iff steady */
};

enum {
  DOES_RUN = 1,                   /* makes a process or a channel */
  DOES_END = 2,
  DOES_LOOK = 4,                  /* at the table of processes */
  DOES_TIMEOUT = 8,
  DOES_VISIBLE = 16,                 /* may change something visible */
  DOES_TALK = 32,                 /* uses a channel, where processes claim some with xr and xs */
  DOES_TOO_MUCH = 64,             /* nothing is known */
  DOES_TABLE = DOES_RUN | DOES_END | DOES_LOOK | DOES_TALK
};

/* The next steps from a location, with all of their atomic sequences. */
struct now {
  uint64_t *touches, *writes;     /* objects that others must not write, and those they must not read */
  struct use *uses; uint32_t nuses;
  uint32_t does;
};

/* Everything that a process there may do later, with those it starts. */
struct future {
  uint64_t *reads, *writes;
  uint8_t *sites;                 /* OP_* per site */
  uint8_t *vars;                  /* OP_* per own variable that keeps its channel */
  uint32_t does;
};

/* One of the conditions of a guard that are joined by &&. */
struct condition {
  struct inspector_expr expr;
  struct now now;                 /* what it reads, and what those before it read that may fail */
  bool sure;                      /* can be computed in every state */
};

/* What an edge waits for, if it does. */
struct waits {
  struct now any;                 /* all that decides about it */
  struct condition *parts; uint32_t nparts;   /* of its guard, if nothing else does */
};

struct edge_facts {
  uint64_t *reads, *writes;
  VEC (struct use) uses;
  uint32_t does;
  bool nonblocking;                      /* its channel operation never waits for others, if it has come with control */
};

/* What a process may do from a location on without taking a lock. */
struct avoided {
  uint64_t *reads, *writes;
};

struct proc_facts {
  struct edge_facts *edges;
  struct now *now;                /* per location */
  struct now *step;               /* per edge, if asked for: what begins with it */
  struct waits *waits;            /* per edge, if asked for */
  struct future *future;
  bool *inner;                    /* per location: a process can come there with control */
  bool *ready;                    /* per location: it has a receive that may be half of a rendezvous */
  bool *asked;                    /* per location: somebody asks whether a process is there */
  uint64_t *held;                 /* per location: locks that the process certainly has there; if facts_lock_patterns was asked */
  struct avoided **avoiding;      /* per lock and location */
};

struct facts {
  struct arena arena;
  const struct pg *pg;
  struct inspector *compiler;     /* of expressions; NULL when all is known */
  const struct pg_expr *const *visible; uint32_t nvisible;
  uint32_t labels;
  bool fair;

  /* facts_points_to.c; variables are numbered globals first, then by process type */
  uint32_t *var_base, nvars;
  uint32_t nchans, nsites, site_words;   /* channels of the initial state; sites */
  uint32_t *site_type;
  uint64_t **points_to;           /* per variable: sites */
  bool *kept;                     /* per variable: nothing but its initialisation gives it a channel */
  bool *fresh;                    /* kept, and initialised with a new channel */
  uint32_t **channel;             /* per global variable: channel of each element, or NULL */

  bool anonymous;                     /* facts_process_identity.c: nobody can tell when a process is gone */

  /* facts_effects.c */
  uint32_t nobjects, words;
  uint32_t *object;               /* per variable: its (first) object, PG_ALL: none */
  bool *split;                    /* per global variable: one object per element */
  uint32_t *where;                /* per process type: the object of its locations, or PG_ALL */
  uint64_t *own;                  /* objects of which every process has its own: writes do not conflict */
  uint32_t ready;                 /* readiness for a rendezvous */
  uint8_t *watched;               /* per site: OP_SEND, OP_RECV if the trace automaton looks at them */
  bool watch_reads;               /* it also reads variables */
  struct proc_facts *procs;

  struct inspector_expr *exclusives;  /* xr, xs: the channels */
  uint32_t **kept_vars;           /* per process type: variables that keep channels, then PG_ALL */
  uint32_t nlocks;                /* facts_lock_patterns.c; 0: none, or not asked */
};

struct facts_config {
  const struct pg_expr *const *visible; uint32_t nvisible;   /* expressions over globals; not used later */
  uint32_t labels;                /* LOC_*: whether some process is at a location with one is visible too */
  bool fair;                      /* and whether a process is enabled, to others than itself */
  bool exact;                     /* every terminal state counts, also those that only differ in processes that have ended */
  bool steps, guards;             /* what begins with each edge; and what it waits for */
  bool locks;                     /* and what is done without taking a lock */
};

/* False: no static reduction is sound, and why. To be released in either case. */
bool facts_init (struct facts *, const struct pg *, struct inspector *, const struct facts_config *, const char **why);
void facts_init_touched (struct facts *, const struct pg *, struct inspector *);
void facts_release (struct facts *);

/* Each that a process evaluates, and the visible ones. */
void walk_program (const struct facts *, see_fn *, void *context);

void facts_sites (const struct facts *, uint32_t proc, const struct pg_expr *chan, uint64_t *sites);   /* adds */
/* The own variable that names the channel and keeps it, or PG_ALL. */
uint32_t facts_kept_var (const struct facts *, uint32_t proc, const struct pg_expr *chan);
bool facts_maybe_rendezvous (const struct facts *, uint32_t proc, const struct pg_expr *chan);

/* The channel is the same until the end of an atomic sequence. */
bool facts_steady (const struct facts *, uint32_t proc, const struct pg_expr *chan);

/* The expression cannot be computed in every state. */
bool facts_may_fail (const struct facts *, uint32_t proc, const struct pg_expr *);

/* Adds the objects of an access to the set. */
void facts_add_access (const struct facts *, uint32_t proc, const struct pg_access *, uint64_t *set);

/* A process of the type offers a rendezvous at the location. */
bool facts_offers (const struct facts *, uint32_t proc, uint32_t loc);

/* the parts of facts_init */
void facts_points_to (struct facts *);
void facts_process_identity (struct facts *);
void facts_effects (struct facts *);
void facts_visibility (struct facts *);
void facts_nonblocking (struct facts *);
void facts_now (struct facts *);
void facts_steps (struct facts *);
void facts_future (struct facts *);
void facts_guards (struct facts *);
void facts_lock_patterns (struct facts *);     /* after the futures */

#endif
