/* A path: the behaviour of a thread from one location to the next, expressed over the state it began in. Values are
 * bindings, stores take effect at the end, conditions are over the initial state. At the end a path becomes one edge. */
#ifndef FRONT_C_PATH_H
#define FRONT_C_PATH_H

#include "front/c/expr.h"
#include "front/c/parts.h"

/* A scalar has `e`. A pointer has the object's number in `e` and the offset in `second` (64 bits), and `whole` if it is
 * known as one value. A pair {value, flag} has both. */
struct c_value {
  struct pg_expr *e, *second, *whole;
};

struct binding {
  struct c_ctx *ctx;
  uint32_t value;
  struct c_value v;
};

struct store {
  struct pg_place *place;
  struct pg_expr *value;
};

struct path {
  struct c_ctx *ctx;
  uint32_t inst, part;
  bool atomic;                    /* in an atomic section: no other thread runs */
  bool stepped;                   /* contains a visible operation */
  uint32_t forks, inputs, length;
  VEC (const struct c_block *) headers;   /* headers of loops that the path has visited, with contexts */
  VEC (struct c_ctx *) header_ctx;
  struct pg_expr *cond;           /* NULL: true */
  VEC (struct binding) bindings;
  VEC (struct store) stores;
  struct pos pos;
  struct pg_note *note;
};

/* A location: the position of a thread between steps. */
struct place_key {
  struct c_ctx *ctx;
  uint32_t inst, part;
  bool atomic;
};

struct walker {
  struct c_program *c;
  uint32_t thread;
  VEC (struct place_key) keys;    /* per location; ctx NULL: a special location */
  VEC (struct pg_loc) locs;
  VEC (struct pg_edge) edges;
  VEC (struct pg_var) vars;
  struct c_acts init;
  VEC (uint32_t) todo;
  uint32_t src;                   /* start location of the current paths */
  uint32_t end, stopped, exited, fault;   /* special locations */
  VEC (struct path) paths;        /* worklist */
};

/* A copy for another branch from here, under the condition; false or NULL if that is infeasible. path_fork puts it on the
 * worklist. */
bool path_branch (struct walker *, const struct path *, struct pg_expr *cond, struct path *branch);
struct path *path_fork (struct walker *, const struct path *, struct pg_expr *cond);
void path_assume (struct walker *, struct path *, struct pg_expr *cond);
bool path_impossible (const struct path *);
void path_release (struct path *);

void path_bind (struct path *, struct c_ctx *, uint32_t value, struct c_value);
void path_result (struct path *, struct c_value);            /* result of the current instruction */
struct c_value path_value (struct walker *, struct path *, LLVMValueRef);
struct pg_expr *path_scalar (struct walker *, struct path *, LLVMValueRef);
struct c_value value_scalar (struct pg_expr *);
struct c_value value_pointer (struct walker *, struct pg_expr *whole);
struct c_value value_address (struct walker *, uint32_t object, uint64_t offset);
struct pg_expr *value_whole (struct walker *, struct path *, struct c_value);   /* a pointer as one value; recorded on the path as such */
struct pg_expr *value_is_far (struct walker *, struct pg_expr *);   /* the condition that the number does not fit into an offset */
struct c_value value_of_number (struct walker *, struct path *, LLVMValueRef number, struct pg_expr *);

void path_store (struct path *, struct pg_place *, struct pg_expr *);
/* The current contents of the cell; false: unknown, the step must end before. */
bool path_loaded (struct walker *, const struct path *, struct pg_place *, unsigned bits, struct pg_expr **out);

void path_note (struct walker *, struct path *, enum pg_sync, const struct c_object *, const char *name);

/* Ends in an edge: to the location of the current instruction, to a special one, or in a fault. */
void path_end_here (struct walker *, struct path *, uint32_t part);
void path_end_at (struct walker *, struct path *, uint32_t location);
void path_fault (struct walker *, struct path *, enum fault_kind, const char *text);
/* Each adds an edge for a copy of the path under the condition: to a fault; to the location of a thread whose assumption has
 * failed; to a fault because the thread waits inside an atomic section. */
void path_fault_if (struct walker *, struct path *, struct pg_expr *cond, enum fault_kind, const char *text);
void path_stop_if (struct walker *, const struct path *, struct pg_expr *cond);
void path_section_waits (struct walker *, struct path *, struct pg_expr *cond);

uint32_t walker_location (struct walker *, struct place_key);

/* ---- walk.c ---- */

/* Puts a copy of the path on the worklist that continues after the current instruction. */
void walk_on (struct walker *, struct path *);
/* The path continues when the condition holds. In an atomic section no other thread could make it true: that is an error. */
void walk_waits (struct walker *, struct path *, struct pg_expr *cond);
/* Marks the instruction as the visible operation of the step. True: the step already had one, and the path was ended before
 * the instruction. */
bool walk_begins (struct walker *, struct path *);
void walk_unsupported (struct walker *, struct path *, const char *what);

/* calls.c: a call; false: the path was consumed. */
bool call_execute (struct walker *, struct path *, LLVMValueRef call);
/* The thread ends. */
void walk_thread_ends (struct walker *, struct path *, struct pg_expr *result);

#endif
