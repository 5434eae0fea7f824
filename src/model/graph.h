/* The program graph: the checked program, independent of its source language.
 *
 * A program is a set of process types, each a control graph: locations connected by guarded edges with actions. Data are
 * typed bit-vectors in byte-addressed memory: one global region, one frame per process, one region per channel. An object
 * in memory is named by a place: a region, a constant byte offset, and indices that each add `index * stride` after a
 * bounds check. Structures and arrays are flattened; a place reaches any of their cells.
 *
 * What exists only in Promela (`provided` clauses, priorities, names of mtype values, automata that observe) is in
 * graph_promela.h.
 *
 * An executor (src/vm) only reads a graph. Front-ends build it in the graph's arena and finish with pg_finish(), which lays
 * out memory, sorts edges by location, computes read and write sets and checks the invariants.
 *
 * Semantics of one step of a process at location l:
 *   - The edges of l form groups (`group`, ascending; escapes of `unless` come first). Only edges of the first group with
 *     an executable edge may be executed; group PG_OWN ("own statements") is the last.
 *   - An edge is executable iff its first action is. Only the first action may block; the later ones (added by
 *     simplification) never do.
 *   - ACT_ELSE is executable iff no edge before it in its group at l is. (It is last, except where SPIN leaves it in the
 *     middle.) A synchronous send counts if some receive matches it; a synchronous receive does not count.
 *   - Of the edges of l that share a nonzero `pick` only the first executable one may be executed: they are the guards of
 *     one d_step.
 *   - After an edge with EDGE_ATOMIC the process keeps control: only it runs next, unless it is blocked; states there are
 *     not observable (not stored) unless it is blocked.
 *   - After an edge with EDGE_DSTEP it continues at once, with the first executable edge each time (edges in order); being
 *     blocked is an error.
 *   - A synchronous send (capacity 0) and the matching receive of another process are one step of both; then the receiver
 *     has control: it keeps it iff the receive edge has EDGE_ATOMIC; the sender never does.
 *   - ACT_END is executable only for the youngest process; it removes it. */
#ifndef MODEL_GRAPH_H
#define MODEL_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/mem.h"
#include "model/fault.h"

/* ---- types ---- */

/* A bit-vector type. A value is truncated to `bits` when stored; when loaded it
 * is extended, with its sign iff is_signed, or truncated to the load's width. */
struct pg_type {
  uint8_t bits;                   /* 1..64 */
  bool is_signed;
  uint8_t kind;                   /* enum pg_kind: for printing and checks */
  uint32_t mtype_set;             /* PG_MTYPE: whose names its values have, see pg_mtype_set */
};

enum pg_kind { PG_BIT, PG_BOOL, PG_BYTE, PG_PID, PG_MTYPE, PG_CHAN, PG_SHORT, PG_INT, PG_UNSIGNED, PG_POINTER };

/* ---- memory ---- */

enum pg_region { REGION_GLOBAL, REGION_FRAME };

/* A declared cell or array of cells, after flattening of structures:
 * `struct {byte b[2]; int c} a[3]` gives variables "a.b" and "a.c" with dims
 * {3,2} and {3}. Element (i0,i1,..) lies at offset + sum i_k * stride[k]. */
#define PG_MAX_DIMS 8
/* The role of a variable, if it is more than its edges show. ROLE_LOCK: each cell is 0 or 1 + pid of the holder; it is
 * acquired by edges that wait for 0, and released only by its holder. */
enum pg_role { ROLE_DATA, ROLE_LOCK };
struct pg_var {
  const char *name;               /* "x", "a.b" */
  struct pg_type type;
  enum pg_region region;
  uint32_t offset;                /* bytes from the start of the region; set by pg_finish */
  uint8_t ndims;                  /* 0: a scalar */
  uint8_t dim_after[PG_MAX_DIMS]; /* number of name components printed before this index */
  uint32_t dim[PG_MAX_DIMS], stride[PG_MAX_DIMS];
  bool internal;                  /* made by a front-end; not shown in traces */
  uint8_t role;                   /* enum pg_role */
  uint32_t owner;                 /* for a global that belongs to a member of a family: 1 + its process type; else 0 */
  struct pos pos;
};

/* The address of one cell. */
struct pg_place {
  uint32_t var;                   /* index into the owner's variables */
  enum pg_region region;
  uint8_t nindex;                 /* == ndims of the variable */
  struct pg_expr *index[PG_MAX_DIMS];
  bool inside;                    /* the front-end guarantees that the indices are within the bounds whenever it is used */
  struct pos pos;
};

/* ---- expressions ---- */

/* An expression has a width (pg_bits); its value is a bit-vector of that width. Promela computes everything with 32 bits.
 * Operands of arithmetic, shifts and bit operations are as wide as the result; those of a comparison have equal widths.
 * Tests (E_NOT, E_AND, E_OR, the condition of E_COND) test whether an operand of any width differs from 0; they and
 * comparisons yield 0 or 1 in their own width. E_DIV to E_SHR and E_LT to E_GE are signed, E_U* and E_LSHR unsigned. A
 * shift by the width or more is by the amount modulo the width (a power of two; front-ends of languages that do not allow
 * it check it before). */
enum pg_op {
  E_CONST,                        /* value */
  E_LOAD,                         /* place */
  E_NEG, E_NOT, E_COMPL,
  E_ADD, E_SUB, E_MUL, E_DIV, E_MOD,   /* division by zero is a run-time error */
  E_BITAND, E_BITOR, E_BITXOR, E_SHL, E_SHR,
  E_LT, E_LE, E_GT, E_GE, E_EQ, E_NE,
  E_AND, E_OR,                    /* short-circuit, result 0 or 1 */
  E_COND,                         /* kid[0] ? kid[1] : kid[2] */
  E_LEN, E_EMPTY, E_FULL, E_NEMPTY, E_NFULL,   /* kid[0]: channel id */
  E_POLL,                         /* would `recv` on kid[0] with msg be executable? */
  E_RUN,                          /* creates a process: proc, args; yields its pid */
  E_PID, E_NR_PR, E_LAST, E_TIMEOUT, E_NP,
  E_ENABLED, E_PC_VALUE, E_GET_PRIORITY,       /* kid[0]: pid */
  E_REMOTE_LOC,                   /* process kid[0] (must be of type proc) is at location `value`; -1: at a location that is unreachable */
  E_REMOTE_LOAD,                  /* variable of process kid[0] (of type proc): place */
  E_UDIV, E_UMOD, E_LSHR, E_ULT, E_ULE,
  E_ZEXT, E_SEXT,                 /* kid[0] to a greater width */
  E_TRUNC,                        /* the low bits of kid[0] */
  E_INPUT                         /* an arbitrary value of this width: input number `value` of the edge, the same at every occurrence in the edge */
};
/* E_REMOTE_*: kid[0] NULL means the one instance of the type (the first found;
 * a run-time error if there is none). */

struct pg_expr {
  enum pg_op op;
  uint8_t bits;                   /* 1..64; 0 means 32. Read by pg_bits */
  struct pos pos;
  int64_t value;                  /* E_CONST: sign-extended from the width, or not; only the low bits count. E_RUN: Promela's priority, 0 if not given */
  struct pg_expr *kid[3];
  struct pg_place *place;
  struct pg_msg *msg;
  uint32_t proc;
  struct pg_expr **args; uint32_t nargs;
};

static inline unsigned
pg_bits (const struct pg_expr *e)
{
  return e->bits ? e->bits : 32;
}

/* Its value is a truth value, of one bit. */
static inline bool
pg_compares (enum pg_op op)
{
  return (op >= E_LT && op <= E_NE) || op == E_ULT || op == E_ULE;
}

/* ---- messages ---- */

enum pg_arg_kind { ARG_MATCH, ARG_STORE, ARG_IGNORE };

/* Receive: ARG_MATCH compares the field with expr, ARG_STORE puts it into
 * place. Send: every field is an ARG_MATCH whose expr is the value. */
struct pg_arg {
  enum pg_arg_kind kind;
  struct pg_expr *expr;
  struct pg_place *place;
};

struct pg_msg {
  struct pg_arg *args; uint32_t nargs;
  bool sorted;                    /* send: insert in order (!!) */
  bool random;                    /* receive: first match anywhere (??) */
  bool keep;                      /* receive: leave the message there (?<>) */
};

/* ---- actions, edges, locations ---- */

enum pg_act_kind {
  ACT_GUARD,                      /* expr != 0; blocks otherwise. expr may contain one E_RUN */
  ACT_ASSIGN,                     /* place = expr; expr may be one E_RUN */
  ACT_SEND,                       /* chan, msg; blocks when full (or loses: pg->lossy_send) */
  ACT_RECV,                       /* chan, msg; blocks unless it matches */
  ACT_ASSERT,                     /* expr must be nonzero; text: as written */
  ACT_PRINT,                      /* text: printf format; args */
  ACT_PRINTM,                     /* expr: an mtype value; text: name of its set, or NULL */
  ACT_NEW_CHAN,                   /* place = id of a new channel of type chan_type; only in `init` */
  ACT_SET_PRIORITY,               /* process args[0] gets priority expr */
  ACT_ELSE,
  ACT_END,
  ACT_CHECK                       /* expr must be nonzero, or the run ends in a fault of kind `fault`; text: its message */
};

struct pg_act {
  enum pg_act_kind kind;
  struct pos pos;
  struct pg_expr *expr, *chan;
  struct pg_place *place;
  struct pg_msg *msg;
  const char *text;
  struct pg_expr **args; uint32_t nargs;
  uint32_t chan_type;
  enum fault_kind fault;          /* ACT_CHECK */
};

/* The operation of an edge in terms of threads: for traces, messages about deadlocks, and reductions that use locks. */
enum pg_sync {
  SYNC_NONE, SYNC_LOAD, SYNC_STORE, SYNC_UPDATE, SYNC_FENCE, SYNC_LOCK, SYNC_TRYLOCK, SYNC_UNLOCK, SYNC_READ_LOCK,
  SYNC_CREATE, SYNC_START, SYNC_JOIN, SYNC_EXIT, SYNC_WAIT, SYNC_WAKE, SYNC_SIGNAL, SYNC_BROADCAST, SYNC_BARRIER,
  SYNC_SEM_WAIT, SYNC_SEM_POST, SYNC_ALLOCATE, SYNC_FREE, SYNC_CHOOSE, SYNC_CALL
};
struct pg_note {
  enum pg_sync kind;
  uint32_t var, element;          /* the global variable; PG_ALL: none, or known only at run time. SYNC_CHOOSE: the value, with one edge for each */
  const char *object;             /* as written or as known: "m", "*p" */
};

/* What an edge may read or write, as sets of cells. Computed by pg_finish.
 * Reads include what decides whether the edge is executable: for `else`, for
 * edges after an escape and for those that share a pick also the guards before
 * them, and the process's `provided`. The first edge of a d_step answers for
 * the whole d_step. A send writes OBJ_CHAN_SEND, a receive OBJ_CHAN_RECV (only
 * reads it when it keeps the message), polls read OBJ_CHAN_STATE.
 * A cell is a whole variable (arrays: whole, unless the index is constant),
 * a channel type's instances, or one of the special objects below. Reductions
 * use these; the vm does not. */
enum pg_object {
  OBJ_GLOBAL,                     /* pg->vars[index], element or ALL */
  OBJ_FRAME,                      /* the process's own variable */
  OBJ_REMOTE,                     /* some other process's variable: proc, index */
  OBJ_REMOTE_PC,                  /* location of a process of type proc */
  OBJ_CHAN_SEND, OBJ_CHAN_RECV, OBJ_CHAN_STATE,  /* chan expression's variable: index; contents */
  OBJ_PROCESSES,                  /* the process table: run, end, _nr_pr */
  OBJ_SCHEDULE                    /* timeout, enabled, np_, _last, priorities: depends on everything */
};
#define PG_ALL UINT32_MAX
struct pg_access {
  enum pg_object object;
  uint32_t proc, index, element;  /* OBJ_CHAN_*: index of the chan variable (region in proc: PG_ALL = global) */
};

/* Two edges into one location can differ in these flags, so the edge decides what happens after it; LOC_ATOMIC and
 * LOC_DSTEP only describe the position of the location's statement in the source. */
enum {
  EDGE_ATOMIC = 1,                /* the process keeps control at dst while it can move there */
  EDGE_DSTEP = 2                  /* dst lies inside the same d_step: the process continues at once, and must not block */
};

#define PG_OWN UINT32_MAX         /* pg_edge.group: the process's own statements, no escape */

struct pg_edge {
  uint32_t src, dst;              /* locations; dst is PG_ALL after ACT_END */
  uint32_t group;                 /* see above */
  uint8_t flags;                  /* EDGE_* */
  uint32_t pick;                  /* nonzero: see above */
  struct pg_act *acts; uint32_t nacts;
  struct pos pos;
  const char *text;               /* source-like statement, for traces and --unreached */
  const struct pg_note *note;     /* or NULL */
  uint32_t origin;                /* pg_expand_inputs: its original number, and the value of each input */
  const uint64_t *inputs; uint32_t ninputs;
  uint32_t *through, nthrough;    /* locations passed inside the step: their statements were merged into it */
  struct pg_access *reads, *writes; uint32_t nreads, nwrites;
};

enum {
  LOC_ATOMIC = 1, LOC_DSTEP = 2, LOC_END = 4, LOC_ACCEPT = 8, LOC_PROGRESS = 16,
  LOC_REMOTE = 32,                /* some expression tests whether a process is here */
  LOC_MERGED = 64,                /* has no edges any more: only passed, see pg_edge.through */
  LOC_EXIT = 128                  /* the whole program has ended: with a process here every end state is valid */
};

struct pg_loc {
  uint32_t first_edge, nedges;    /* into proc->edges; set by pg_finish (edges keep their given order) */
  uint32_t flags;
  struct pos pos;
  const char *label;              /* first user label, or NULL */
  const char *text;               /* source-like text of the statement here, for lists of unreached statements */
};

struct pg_proc {
  const char *name;
  struct pos pos;
  struct pg_var *vars; uint32_t nvars;         /* parameters first */
  uint32_t nparams;                            /* parameters are scalars */
  struct pg_loc *locs; uint32_t nlocs;
  struct pg_edge *edges; uint32_t nedges;
  uint32_t start;
  uint32_t active;                             /* instances in the initial state */
  struct pg_act *init; uint32_t ninit;         /* run in the new frame when created (ASSIGN, NEW_CHAN) */
  uint32_t frame_bytes;                        /* size of the variables; set by pg_finish */
  struct pg_promela_proc *promela;             /* or NULL */
};

struct pg_chan_type {
  uint32_t capacity;                           /* 0: rendezvous */
  struct pg_type *fields; uint32_t nfields;    /* structures flattened */
  uint32_t *field_offset;                      /* bytes inside a slot; set by pg_finish */
  uint32_t slot_bytes;                         /* set by pg_finish */
  const char *name;                            /* of the variable declared with it, for messages */
  struct pos pos;
};

/* A temporal formula over state predicates. */
enum pg_ltl_op {
  LTL_ATOM,                                    /* atom != 0 */
  LTL_NOT, LTL_NEXT, LTL_ALWAYS, LTL_EVENTUALLY,
  LTL_AND, LTL_OR, LTL_IMPLIES, LTL_EQUIV, LTL_UNTIL, LTL_RELEASE, LTL_WEAK_UNTIL
};

struct pg_ltl {
  enum pg_ltl_op op;
  struct pos pos;
  struct pg_ltl *kid[2];
  struct pg_expr *atom;
  const char *text;                            /* LTL_ATOM: as written */
};

/* A temporal property kept for the liveness engine. */
struct pg_property {
  const char *name;
  struct pos pos;
  enum { PROP_LTL, PROP_NEVER } kind;
  const void *formula;                         /* PROP_LTL: a struct pg_ltl */
  uint32_t proc;                               /* PROP_NEVER */
  const char *text;
};

/* Process types that are copies of each other and represent any number of processes, because the number of started ones is
 * unknown. A further process that is not a member may always be started. The variables that a member owns are in the same
 * order for each. */
struct pg_family {
  uint32_t first, count;
};

struct pg {
  struct arena arena;
  const char *file;
  void *front;                                 /* the front-end's tree, which positions point into, or NULL */
  void (*free_front) (void *);
  struct pg_var *vars; uint32_t nvars;         /* globals */
  struct pg_act *init; uint32_t ninit;         /* run once to make the initial state */
  uint32_t global_bytes;                       /* set by pg_finish */
  struct pg_proc *procs; uint32_t nprocs;      /* process types and, in Promela, automata (pg_runs) */
  uint32_t *starts; uint32_t nstarts;          /* proctypes to start in the initial state, in pid order */
  struct pg_chan_type *chan_types; uint32_t nchan_types;
  struct pg_property *properties; uint32_t nproperties;
  struct pg_family *families; uint32_t nfamilies;
  struct pg_promela *promela;                  /* what is Promela's alone: graph_promela.h; or NULL */
  bool threads;                                /* the processes are threads of a program */
  bool lossy_send;                             /* a send to a full channel loses the message (SPIN -m) */
  bool fair, strongly_fair;                    /* its runs will be checked under fairness: simplification preserves which processes are enabled */
};

/* Lays out memory, checks the invariants (asserts), computes access sets. */
void pg_finish (struct pg *);
/* Asserts the invariants, returns true (graph_check.c). */
bool pg_check (const struct pg *);
void pg_free (struct pg *);

/* Replaces edges with inputs by one edge for each value: all values of inputs with at most `bits` bits together; for an
 * input that is only compared with constants one of each class and the `extra` ones; for others 0, 1 and all combinations
 * of the extra ones (if there are not too many), and an edge that ends in FAULT_RESOURCE for the remaining values. Then
 * calls pg_finish. For executors without inputs (inputs.c). */
bool pg_has_inputs (const struct pg *);
void pg_expand_inputs (struct pg *, unsigned bits, const int64_t *extra, uint32_t nextra);

/* The inputs of an edge by number: their widths (0: none of that number), and how many numbers it uses. */
enum { PG_MOST_INPUTS = 64 };
struct pg_inputs {
  uint8_t bits[PG_MOST_INPUTS];
  uint32_t count;
};
struct pg_inputs pg_inputs_of (const struct pg_edge *);
/* After pg_expand_inputs: the edge of the process type that replaces edge number `edge` with these values, or PG_ALL. */
uint32_t pg_expanded_edge (const struct pg *, uint32_t proc, uint32_t edge, const uint64_t *values, uint32_t nvalues);

/* The first part of the expression (or NULL) that is not about its process's number, variables, constants and inputs, but
 * about channels, other processes or the scheduler. NULL: there is none, so its value depends only on the data. */
const struct pg_expr *pg_beyond_data (const struct pg_expr *);

/* Whether they are structurally equal, so that they have the same value in every state. */
bool pg_expr_same (const struct pg_expr *, const struct pg_expr *);
bool pg_place_same (const struct pg_place *, const struct pg_place *);

/* Whether a part of the expression (or NULL) has the operator, or loads the variable. */
bool pg_expr_has (const struct pg_expr *, enum pg_op);
bool pg_expr_reads (const struct pg_expr *, enum pg_region, uint32_t var);

/* "a[0].b[1]" for element number `element` (row-major) of the variable. */
struct str;
void pg_print_cell (struct str *, const struct pg_var *, uint32_t element);
uint32_t pg_var_elements (const struct pg_var *);
uint32_t pg_place_element (const struct pg_var *, const struct pg_place *);   /* PG_ALL: not constant, or out of bounds */
uint32_t pg_var_bytes (const struct pg_var *);     /* of one element: 1, 2, 4 or 8 */

#endif
