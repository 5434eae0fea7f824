/* Internal to the vm: compiled code, shapes, and the registers of a machine. compile.c translates a program graph to code,
 * which any number of machines execute; shape.c computes the places of the processes and channels of a state; eval.c
 * evaluates expressions; enabled.c computes enabled transitions; step.c and message.c execute them; describe.c describes
 * them for output, touched.c computes their accesses to shared memory; vm.c implements struct ts. */
#ifndef VM_MACHINE_H
#define VM_MACHINE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/graph_promela.h"
#include "model/ts.h"

#define VM_MAX_WORDS 65535u         /* one word is reserved for the automaton of a property */
#define VM_MAX_PROCS 255u
#define VM_MAX_CHANS 255u
#define VM_SHAPE_MASK 0xffffffu      /* the bits of the header word that name the shape */
#define VM_NOBODY UINT32_MAX

/* ---- code ---- */

/* An operand is a constant, a cell at a fixed place, or a node to compute. */
enum operand_kind {
  OPD_CONST,
  OPD_G8, OPD_GU16, OPD_GS16, OPD_G32,     /* global cell; value: byte offset in the state */
  OPD_F8, OPD_FU16, OPD_FS16, OPD_F32,     /* frame cell; value: byte offset in the frame */
  OPD_NODE                                 /* value: index into code->nodes */
};

struct operand {
  uint8_t kind;
  int32_t value;
};

/* Where a value is stored: the cell's kind and, for bits and narrow unsigned
 * types, the mask that truncates it. */
struct target {
  uint8_t kind;                   /* not used for a cell of more than 32 bits */
  uint32_t mask;                  /* UINT32_MAX: storing into the cell truncates */
  int32_t offset;
  uint32_t nindex;
  const struct index_step *index;
  const struct pg_var *var;
  struct pos pos;
};

struct index_step {
  struct operand value;
  uint32_t bound, stride;
};

enum node_op {
  N_NEG, N_NOT, N_COMPL, N_ADD, N_SUB, N_MUL, N_DIV, N_MOD,
  N_BITAND, N_BITOR, N_BITXOR, N_SHL, N_SHR,
  N_LT, N_LE, N_GT, N_GE, N_EQ, N_NE, N_AND, N_OR, N_COND,
  N_CELL,                         /* load of `place` with indices */
  N_LEN, N_EMPTY, N_FULL, N_NEMPTY, N_NFULL, N_POLL,
  N_RUN, N_PID, N_NR_PR, N_LAST, N_TIMEOUT, N_NP,
  N_ENABLED, N_PC_VALUE, N_GET_PRIORITY, N_REMOTE_LOC, N_REMOTE_CELL,
  N_WIDE                          /* an expression of other widths than 32 bits: a.value is its number in code->wides */
};

/* An expression in which some width is not 32 (wide.c), or one of its operands.
 * Values are kept with the bits above their width 0. */
struct wide {
  uint8_t op;                     /* enum pg_op; E_RUN stands for an operand of the other kind */
  uint8_t bits, from;             /* width of the value, and of the first operand */
  uint32_t kid[3];                /* indices into code->wides */
  uint64_t value;                 /* E_CONST */
  const struct target *place;     /* E_LOAD */
  struct operand narrow;          /* E_RUN */
  const struct pg_expr *source;
};

struct node {
  uint8_t op;
  struct operand a, b, c;
  const struct target *place;
  const struct message *msg;
  const struct pg_expr *source;
  const struct operand *args;     /* N_RUN */
};

struct message_arg {
  uint8_t kind;                   /* enum pg_arg_kind */
  struct operand value;
  const struct target *place;
};

struct message {
  uint32_t nargs;
  bool sorted, random, keep;
  const struct message_arg *args;
};

enum { ACT_ASSIGN_WIDE = ACT_CHECK + 1 };
struct action {
  uint8_t kind;                   /* enum pg_act_kind, or ACT_ASSIGN_WIDE: value.value is a number in code->wides */
  struct operand value, chan;
  const struct target *place;
  const struct message *msg;
  const struct operand *args; uint32_t nargs;
  uint32_t chan_type;
  const struct pg_act *source;
};

/* How the executability of an edge is computed. TEST_COMPARE is a guard that compares two operands neither of which is a
 * node: the most frequent one. */
enum test { TEST_ALWAYS, TEST_COMPARE, TEST_GUARD, TEST_SEND, TEST_RECV, TEST_ELSE, TEST_END };

struct edge {
  uint8_t test, flags;
  uint8_t compare;                /* TEST_COMPARE: N_LT .. N_NE */
  uint32_t group, pick;
  struct operand a, b;            /* TEST_COMPARE */
  uint32_t src, dst, nacts, nthrough;
  const struct action *acts;
  const uint32_t *through;        /* locations passed on the way */
  const struct pg_edge *source;
};

struct location {
  uint32_t first, count;          /* edges, into proctype.edges */
  bool grouped;                   /* has edges of more than one group */
  bool local;                     /* which edges are executable depends only on the frame */
  bool receives;                  /* some edge is a receive */
};

struct proctype {
  const struct pg_proc *source;
  const struct edge *edges;
  const struct location *locs;
  uint32_t nlocs;
  uint32_t words;                 /* words of a frame */
  uint32_t pc_offset;             /* bytes from the start of the frame */
  uint8_t pc_bytes;               /* 1, 2 or 4, by the number of locations */
  uint32_t priority_offset;       /* iff the model uses priorities */
  bool has_provided;
  struct operand provided;
  const struct action *init; uint32_t ninit;
  struct operand *exclusive[2]; uint32_t nexclusive[2];   /* channels with an exclusive end of the process: by xs [0], by xr [1] */
  uint32_t reached;               /* the index of its first location in vm->reached */
};

struct chantype {
  const struct pg_chan_type *source;
  uint32_t words, first_slot, slot_bytes, capacity, nfields;   /* the length comes first: vm_length */
  const struct target *fields;    /* offset inside a slot; kind OPD_G*: relative */
};

/* ---- shapes ---- */

/* The sequence of processes and channels that are alive, with their places.
 * Shapes form a tree: removing the youngest component leads to the parent. */
struct shape {
  uint32_t number;                /* in the header of states: shape.c */
  uint32_t words, nproc, nchan;
  uint32_t component;             /* youngest: proctype, or CHAN_BIT | chantype */
  struct shape *parent, *child, *sibling;
  uint32_t *proc_offset, *chan_offset;  /* bytes from the start of the state */
  uint32_t *proc_type, *chan_type;
  uint32_t first; uint64_t more;  /* what its number is made of; more: SHAPE_INEXACT: of the digest */
  uint64_t digest;
};
#define SHAPE_CHAN 0x80000000u
#define SHAPE_INEXACT UINT64_MAX

/* The transitions of a process when they were last computed. If they depend only on its frame, they are valid while the
 * frame is the same. */
enum { CACHED_WORDS = 4, CACHED_TRANS = 6 };
struct cached {
  const struct proctype *proc;
  uint32_t frame[CACHED_WORDS];
  uint32_t count;
  trans_id trans[CACHED_TRANS];
};

/* ---- the machine ---- */

/* A program graph compiled: all that does not change while it runs. Workers share it. */
struct code {
  const struct pg *pg;
  const struct pg_promela *promela;   /* the graph's, never NULL */
  struct arena arena;
  VEC (struct node) nodes;
  VEC (struct wide) wides;
  struct proctype *procs;
  struct chantype *chans;
  const struct action *init;
  uint32_t global_words;          /* header and globals */
  uint32_t last_offset, event_offset;   /* of _last and the trace automaton's location, in the state */
  uint32_t nlocs;                 /* of all process types */
  uint32_t longest;               /* of messages and lists of arguments: how many values */
  uint32_t *first, nfirst;        /* components of the initial state, in order; */
  uint32_t *run, nrun;            /* and those that can be created later: SHAPE_CHAN | channel type, or process type */
  struct operand *trace_chans; uint32_t ntrace_chans; bool *trace_sends;
};

/* A worker: what changes while it executes. No other worker sees any of it. */
struct vm {
  struct ts ts;
  const struct code *code;
  struct code *own;               /* the same, of the one that made it; NULL in the others */
  bool shared;                    /* others execute it, so it cannot change any more */
  const struct pg *pg;            /* the code's, at hand */
  const struct pg_promela *promela;
  const struct node *nodes;
  const struct proctype *procs;
  const struct chantype *chans;

  struct arena arena;
  struct shape **shapes, *root;   /* those met, by number: a table with open addressing; root: nobody is alive */
  uint32_t shape_mask, nshapes;
  uint8_t *reached;               /* per location of every process type */
  struct cached cached[VM_MAX_PROCS + 1];
  uint32_t cached_uses;           /* so far, in debug builds */

  /* registers: the state being executed, and by whom */
  uint8_t *mem;                   /* the state's bytes */
  const struct shape *shape;
  uint8_t *frame;
  uint32_t pid;
  const struct proctype *proc;
  bool timeout;                   /* nothing else is executable */
  bool asked[VM_MAX_PROCS + 1];   /* enabled() of the process is being evaluated */
  bool testing;                   /* evaluating, not executing: `run` creates nothing */
  struct fault *fault;
  struct str *output;             /* output of printf; NULL: discarded */
  struct rendezvous {             /* the offered message while a receiver is searched for */
    uint32_t chan;                /* 0: none */
    int32_t *fields;
  } offer;
  int32_t *values, *event;        /* the message or arguments being passed; the message as observed by a trace automaton */
};

/* compile.c */
bool vm_names_fit (const struct pg *, struct diag *);   /* whether the name of a transition has room for every edge number */
bool code_compile (struct code *, const struct pg *, struct diag *);
struct operand code_compile_expr (struct code *, const struct pg_expr *, const struct pg_proc *);
const struct target *code_compile_place (struct code *, const struct pg_place *, const struct pg_proc *, const struct pg_proc *owner);

/* vm.c */
struct operand vm_compile_expr (struct vm *, const struct pg_expr *, const struct pg_proc *);   /* for the machine that made the code, before it is shared */

/* shape.c */
struct shape *shape_root (struct vm *);
struct shape *shape_push (struct vm *, struct shape *, uint32_t component);   /* NULL: state too large, or another shape has the number */
struct shape *shape_find (const struct vm *, uint32_t number);      /* one that was met */

static inline uint32_t
shape_place (const struct vm *vm, uint32_t number)
{
  return (number ^ number >> 12) & vm->shape_mask;
}

static inline struct shape *
shape_of (const struct vm *vm, const uint32_t *state)
{
  uint32_t number = state[0] & VM_SHAPE_MASK;
  struct shape *s = vm->shapes[shape_place (vm, number)];
  return s && s->number == number ? s : shape_find (vm, number);
}

/* How a value of that type is stored: the kind of its cell, and the mask that truncates it. Cells that Promela does not
 * have (wide.c) are accessed only by vm_cell and vm_set_cell. */
static inline bool
vm_type_is_wide (const struct pg_type *t)
{
  return t->bits > 32 || (t->is_signed && t->bits != 16 && t->bits != 32);
}

static inline unsigned
vm_cell_kind (const struct pg_type *t, bool frame)
{
  assert (t->bits >= 1 && t->bits <= 64);
  unsigned kind = t->bits <= 8 ? OPD_G8 : t->bits <= 16 ? (t->is_signed ? OPD_GS16 : OPD_GU16) : OPD_G32;
  return kind + (frame ? OPD_F8 - OPD_G8 : 0);
}

static inline uint32_t
vm_cell_mask (const struct pg_type *t)
{
  assert (t->bits >= 1 && t->bits <= 64);
  return t->bits > 32 || t->bits == 8 || t->bits == 16 || t->bits == 32 ? UINT32_MAX : (1u << t->bits) - 1;
}

/* wide.c */
bool code_is_wide (const struct code *, const struct pg_expr *, const struct pg_proc *);
struct operand code_compile_wide (struct code *, const struct pg_expr *, const struct pg_proc *);
uint64_t vm_wide (struct vm *, uint32_t wide);
int32_t vm_wide_value (struct vm *, uint32_t wide);        /* as a number of 32 bits */
int64_t vm_cell (const struct pg_type *, const uint8_t *);
void vm_set_cell (const struct pg_type *, uint8_t *, uint64_t);
void vm_assign_wide (struct vm *, const struct action *);

/* eval.c */
int32_t vm_node (struct vm *, uint32_t node);
uint32_t vm_address (struct vm *, const struct target *);   /* byte offset in its region; sets fault */
bool vm_match (struct vm *, uint32_t chan, const struct message *, uint32_t *slot);
int32_t vm_field (const struct vm *, const uint8_t *slot, const struct chantype *, uint32_t field);
bool vm_channel (struct vm *, int32_t id, struct pos);      /* false: fault */
bool vm_may_poll (struct vm *, const struct chantype *, struct pos);    /* false: fault */
void vm_fault (struct vm *, enum fault_kind, bool goes_on, struct pos, const char *format, ...)
  __attribute__ ((format (printf, 5, 6)));

/* Whether the step ended in a fault after which execution does not continue. */
static inline bool
vm_failed (const struct vm *vm)
{
  return vm->fault->kind != FAULT_NONE && !vm->fault->goes_on;
}

static inline int32_t
vm_load (const uint8_t *p, unsigned kind)
{
  switch (kind) {
  case OPD_G8: case OPD_F8: return *p;
  case OPD_GU16: case OPD_FU16: { uint16_t v; memcpy (&v, p, 2); return v; }
  case OPD_GS16: case OPD_FS16: { int16_t v; memcpy (&v, p, 2); return v; }
  default: { assert (kind == OPD_G32 || kind == OPD_F32); int32_t v; memcpy (&v, p, 4); return v; }
  }
}

static inline void
vm_store (uint8_t *p, unsigned kind, uint32_t mask, int32_t value)
{
  uint32_t v = (uint32_t) value & mask;
  switch (kind) {
  case OPD_G8: case OPD_F8: *p = (uint8_t) v; break;
  case OPD_GU16: case OPD_FU16: case OPD_GS16: case OPD_FS16: { uint16_t h = (uint16_t) v; memcpy (p, &h, 2); break; }
  default: assert (kind == OPD_G32 || kind == OPD_F32); memcpy (p, &v, 4); break;
  }
}

static inline int32_t
vm_value (struct vm *vm, struct operand o)
{
  assert (o.kind < OPD_F8 || o.kind == OPD_NODE || vm->frame);
  switch (o.kind) {
  case OPD_CONST: return o.value;
  case OPD_G8: return vm->mem[o.value];
  case OPD_F8: return vm->frame[o.value];
  case OPD_NODE: return vm_node (vm, (uint32_t) o.value);
  default: return vm_load ((o.kind >= OPD_F8 ? vm->frame : vm->mem) + o.value, o.kind);
  }
}

static inline void
vm_assign (struct vm *vm, const struct target *t, int32_t value)
{
  uint32_t at = t->nindex ? vm_address (vm, t) : (uint32_t) t->offset;
  assert (t->kind >= OPD_G8 && t->kind <= OPD_F32);
  if (!vm_failed (vm))
    vm_store ((t->kind >= OPD_F8 ? vm->frame : vm->mem) + at, t->kind, t->mask, value);
}

static inline bool
vm_compare (unsigned op, int32_t x, int32_t y)
{
  assert (op >= N_LT && op <= N_NE);
  switch (op) {
  case N_LT: return x < y;
  case N_LE: return x <= y;
  case N_GT: return x > y;
  case N_GE: return x >= y;
  case N_EQ: return x == y;
  default: return x != y;
  }
}

/* Unsigned numbers of 1, 2 or 4 bytes. */
static inline uint32_t
vm_read (const uint8_t *p, unsigned bytes)
{
  uint16_t half;
  uint32_t word;
  if (bytes == 1)
    return *p;
  if (bytes == 2)
    return memcpy (&half, p, 2), half;
  return memcpy (&word, p, 4), word;
}

static inline void
vm_write (uint8_t *p, unsigned bytes, uint32_t value)
{
  uint16_t half = (uint16_t) value;
  if (bytes == 1)
    *p = (uint8_t) value;
  else if (bytes == 2)
    memcpy (p, &half, 2);
  else
    memcpy (p, &value, 4);
  assert (vm_read (p, bytes) == value);
}

static inline uint32_t
vm_pc (const struct proctype *p, const uint8_t *frame)
{
  uint32_t pc = p->pc_bytes == 1 ? frame[p->pc_offset] : vm_read (frame + p->pc_offset, p->pc_bytes);
  assert (pc < p->nlocs);
  return pc;
}

static inline void
vm_set_pc (const struct proctype *p, uint8_t *frame, uint32_t pc)
{
  assert (pc < p->nlocs);
  vm_write (frame + p->pc_offset, p->pc_bytes, pc);
}

/* Makes `state` the one executed or asked about; evaluation only reads it. */
static inline void
vm_look (struct vm *vm, const uint32_t *state)
{
  vm->mem = (uint8_t *) (uintptr_t) state;
  vm->shape = shape_of (vm, state);
}

/* Makes pid the running process. */
static inline void
vm_enter (struct vm *vm, uint32_t pid)
{
  assert (pid < vm->shape->nproc && vm->shape->proc_type[pid] < vm->pg->nprocs);
  vm->pid = pid;
  vm->proc = &vm->procs[vm->shape->proc_type[pid]];
  vm->frame = vm->mem + vm->shape->proc_offset[pid];
}

static inline const struct chantype *
vm_chantype (const struct vm *vm, uint32_t chan)
{
  assert (chan < vm->shape->nchan && vm->shape->chan_type[chan] < vm->pg->nchan_types);
  return &vm->chans[vm->shape->chan_type[chan]];
}

/* The number of messages in a buffered channel. Up to 255 it is stored in a byte. */
static inline uint32_t
vm_length (const struct chantype *c, const uint8_t *channel)
{
  return c->capacity <= UINT8_MAX ? *channel : vm_read (channel, 4);
}

static inline void
vm_set_length (const struct chantype *c, uint8_t *channel, uint32_t length)
{
  assert (length <= c->capacity);
  vm_write (channel, c->capacity <= UINT8_MAX ? 1 : 4, length);
}

static inline uint8_t *
vm_slot (const struct chantype *c, const uint8_t *channel, uint32_t i)
{
  assert (i < c->capacity);
  return (uint8_t *) (uintptr_t) channel + c->first_slot + i * c->slot_bytes;
}

/* enabled.c */
void vm_enabled (struct ts *, const uint32_t *state, struct trans_list *);
bool vm_edge_executable (struct vm *, const struct edge *, bool earlier);
bool vm_process_enabled (struct vm *, uint32_t pid);        /* for enabled() and priorities */
bool vm_offer (struct vm *, const struct edge *);           /* evaluates the message of a synchronous send */
int32_t vm_get_priority (const struct vm *, int32_t pid);

/* message.c */
void vm_send (struct vm *, const struct action *);
void vm_receive (struct vm *, const struct action *);
bool vm_pass (struct vm *, const struct action *, const struct rendezvous *);

/* step.c */
uint32_t vm_initial (struct ts *, uint32_t *out, struct fault *);
uint32_t vm_step (struct ts *, const uint32_t *state, trans_id, uint32_t *out, struct fault *);
int32_t vm_run (struct vm *, uint32_t proctype, const int32_t *args, uint32_t nargs, int32_t priority, struct pos);

/* describe.c */
void vm_describe (struct ts *, const uint32_t *state, trans_id, struct step_info *);
void vm_cells (struct ts *, const uint32_t *state, ts_cell_fn *, void *context);
void vm_where (struct ts *, const uint32_t *state, ts_where_fn *, void *context);
void vm_unreached (struct ts *, void (*) (void *, const char *, struct pos, const char *), void *);
void vm_print (struct vm *, const struct action *);

/* touched.c */
void vm_add_touched (struct vm *, const struct edge *, const uint32_t *before, const uint32_t *after, struct step_info *);
/* Keeps, of the memory that the step reads, only what enabled it: a woken thread was enabled by the signal, although the
 * mutex may be released later. */
void vm_keep_learned (const struct vm *, const struct pg_note *, struct step_info *);
const struct pg_var *vm_var_at (const struct vm *, uint32_t at);   /* the global variable at that byte of a state; NULL: none */
const struct ts_range *vm_find_touched (const struct vm *, const char *variable, const struct step_info *);   /* the first read of the variable, or write; NULL: none */

#endif
