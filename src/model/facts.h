/* Static facts about a program graph for reductions, computed before the search and constant after that.
 *
 *     facts_init (&f, pg, inspector, &config, &why)     all facts
 *     facts_init_touched (&f, pg, inspector)            only the accesses of edges
 *     facts_release (&f);
 *
 * facts_points_to.c computes which channels a variable may name, facts_effects.c what each edge accesses,
 * facts_visibility.c which edges may change something visible, facts_future.c what a location's next steps do and what a
 * process may still do from there, itself and through processes that it starts, facts_guards.c what an edge waits for.
 * Reductions compare next steps with futures, and read the actual channels from the state (inspector.h). For numbered
 * transitions there is relations.h instead.
 *
 * A site represents channels that cannot be distinguished statically: each channel of the initial state is a site of its
 * own (site id - 1), then there is one site for each channel type, for channels created later. An object is anything else
 * that two processes can share: cells of global variables, variables and locations that others refer to, readiness for a
 * rendezvous. */
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
  OP_POLL = 16,                   /* tests its contents, or may lose control because of it */
  OP_NEMPTY = 32, OP_NFULL = 64,  /* waits for it to have a message, or room */
  OP_ALL = 127, OP_COUNT = 7
};

/* What the next step of a process does with a channel. */
enum use_kind { USE_SEND, USE_RECV, USE_KEEP, USE_EMPTY, USE_FULL, USE_MATCH, USE_POLL };

struct use {
  uint8_t kind;                   /* enum use_kind */
  bool sorted, random;
  bool positive;                  /* USE_EMPTY, USE_FULL: waits for nempty, nfull */
  bool inner;                     /* not in the step's first edge, but later in its atomic sequence */
  bool once;                      /* inner: not in a loop */
  bool steady;                    /* the channel can be evaluated in the present state */
  uint32_t edge;                  /* first edge of the step */
  const struct pg_expr *chan;
  struct inspector_expr expr;          /* iff steady */
};

enum {
  DOES_RUN = 1,                   /* creates a process or a channel */
  DOES_END = 2,
  DOES_LOOK = 4,                  /* reads the process table */
  DOES_TIMEOUT = 8,
  DOES_VISIBLE = 16,                 /* may change something visible */
  DOES_TALK = 32,                 /* uses a channel, where processes claim some with xr and xs */
  DOES_TOO_MUCH = 64,             /* no fact about its effects */
  DOES_TABLE = DOES_RUN | DOES_END | DOES_LOOK | DOES_TALK
};

/* The next steps from a location, with all of their atomic sequences. */
struct now {
  uint64_t *touches, *writes;     /* objects that others must not write, and objects that others must not access */
  struct use *uses; uint32_t nuses;
  uint32_t does;
};

/* Everything that a process at the location may do later, including processes that it starts. */
struct future {
  uint64_t *reads, *writes;
  uint8_t *sites;                 /* OP_* per site */
  uint8_t *vars;                  /* OP_* per own variable with a constant channel */
  uint32_t does;
};

/* One of the conditions of a guard that are joined by &&. */
struct condition {
  struct inspector_expr expr;
  struct now now;                 /* what it reads, and what earlier conditions that may fail read */
  bool sure;                      /* its evaluation cannot fail in any state */
};

/* What an edge waits for, if it can be disabled. */
struct waits {
  struct now any;                 /* everything that decides whether it is enabled */
  struct condition *parts; uint32_t nparts;   /* the conditions of its guard, if only these decide */
};

struct edge_facts {
  uint64_t *reads, *writes;
  VEC (struct use) uses;
  uint32_t does;
  bool nonblocking;                      /* its channel operation never blocks, if the process has arrived with control */
};

/* What a process may access from a location on without acquiring a lock. */
struct avoided {
  uint64_t *reads, *writes;
};

struct proc_facts {
  struct edge_facts *edges;
  struct now *now;                /* per location */
  struct now *step;               /* per edge, if configured: the steps that begin with it */
  struct waits *waits;            /* per edge, if configured */
  struct future *future;
  bool *inner;                    /* per location: a process can arrive there with control */
  bool *ready;                    /* per location: it has a receive that may be part of a rendezvous */
  bool *asked;                    /* per location: some expression tests whether a process is there */
  uint64_t *held;                 /* per location: locks that the process certainly holds there; if facts_lock_patterns was called */
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
  bool *kept;                     /* per variable: only its initialisation gives it a channel */
  bool *fresh;                    /* kept, and initialised with a new channel */
  uint32_t **channel;             /* per global variable: channel of each element, or NULL */

  bool anonymous;                     /* facts_process_identity.c: the end of a process is not observable */

  /* facts_effects.c */
  uint32_t nobjects, words;
  uint32_t *object;               /* per variable: its (first) object, PG_ALL: none */
  bool *split;                    /* per global variable: one object per element */
  uint32_t *where;                /* per process type: the object of its locations, or PG_ALL */
  uint64_t *own;                  /* objects that exist once per process: writes do not conflict */
  uint32_t ready;                 /* readiness for a rendezvous */
  uint8_t *watched;               /* per site: OP_SEND, OP_RECV if the trace automaton observes them */
  bool watch_reads;               /* it also reads variables */
  struct proc_facts *procs;

  struct inspector_expr *exclusives;  /* xr, xs: the channels */
  uint32_t **kept_vars;           /* per process type: variables that keep channels, then PG_ALL */
  uint32_t nlocks;                /* facts_lock_patterns.c; 0: none, or not called */
};

struct facts_config {
  const struct pg_expr *const *visible; uint32_t nvisible;   /* expressions over globals; used only by facts_init */
  uint32_t labels;                /* LOC_*: also visible: whether some process is at a location with one of these */
  bool fair;                      /* also visible: whether a process is enabled, to processes other than itself */
  bool exact;                     /* keep all terminal states, also those that differ only in processes that have ended */
  bool steps, guards;             /* compute the steps that begin with each edge; compute what it waits for */
  bool locks;                     /* compute what is accessed without acquiring a lock */
};

/* False: no static reduction is sound; *why says why. Must be released in either case. */
bool facts_init (struct facts *, const struct pg *, struct inspector *, const struct facts_config *, const char **why);
void facts_init_touched (struct facts *, const struct pg *, struct inspector *);
void facts_release (struct facts *);

/* Visits every expression that a process evaluates, and the visible ones. */
void walk_program (const struct facts *, see_fn *, void *context);

void facts_sites (const struct facts *, uint32_t proc, const struct pg_expr *chan, uint64_t *sites);   /* adds */
/* The process's own variable that always names this channel, or PG_ALL. */
uint32_t facts_kept_var (const struct facts *, uint32_t proc, const struct pg_expr *chan);
bool facts_maybe_rendezvous (const struct facts *, uint32_t proc, const struct pg_expr *chan);

/* Whether the channel is the same until the end of an atomic sequence. */
bool facts_steady (const struct facts *, uint32_t proc, const struct pg_expr *chan);

/* Whether the evaluation of the expression may fail in some state. */
bool facts_may_fail (const struct facts *, uint32_t proc, const struct pg_expr *);

/* Adds the objects of an access to the set. */
void facts_add_access (const struct facts *, uint32_t proc, const struct pg_access *, uint64_t *set);

/* Whether a process of the type may take part in a rendezvous at the location. */
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
