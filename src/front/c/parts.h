/* Internal to the translation of C.
 *
 * Order of work: program.c compiles, reads the bitcode and finds loops and live values (byval.c makes the copies that calls
 * imply); points_to.c computes which objects a pointer may point to; contexts.c unfolds calls and threads and creates the
 * objects; objects.c lays them out as variables; walk.c follows each thread from location to location and emits edges, with
 * memory.c for loads and stores, calls.c and sync.c for library functions, path.c for symbolic state, expr.c for
 * expressions; race.c adds the detection of data races. */
#ifndef FRONT_C_PARTS_H
#define FRONT_C_PARTS_H

#include <assert.h>

#include "base/bits.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/c/c.h"
#include "front/c/llvm.h"
#include "front/c/map.h"

#define NONE UINT32_MAX

/* A pointer is the number of an object and a byte offset in it, which may be negative: as one value object * 2^52 + offset.
 * Object 0 is NULL, and represents integers cast to pointers: casts keep all bits, and addition is the same on both sides
 * of a cast. An offset that does not fit is rejected where the pointer becomes one value. */
enum { POINTER_BITS = 64, OFFSET_BITS = 52, OBJECT_BITS = 12, MOST_OBJECTS = 4000, MOST_BYTES = 1 << 20, MOST_THREADS = 48 };

/* ---- the program ---- */

struct c_inst {
  LLVMValueRef v;
  LLVMOpcode op;
  uint32_t block;
};

struct c_block {
  LLVMBasicBlockRef v;
  uint32_t first, count;
  bool header;                    /* loop header: the target of a back edge */
  bool looped;                    /* in some loop */
  uint32_t trips;                 /* upper bound of its executions in one call, if derivable from constants; 0: unknown */
  uint64_t *live;                 /* values of the function that are live at its first instruction after the phis */
};

/* Values of a function are numbered: parameters first, then instructions. */
struct c_func {
  LLVMValueRef v;
  const char *name;
  bool defined;
  uint32_t nargs, ninsts, nblocks, nvalues, words;
  struct c_inst *insts;
  struct c_block *blocks;
  uint32_t node;                  /* points_to.c: node of value 0; node + nvalues is that of its result */
};

enum site_kind { SITE_GLOBAL, SITE_LOCAL, SITE_HEAP, SITE_FUNCTION };

/* Places that create objects: the elements of points-to sets. */
struct c_site {
  enum site_kind kind;
  LLVMValueRef v;
  uint32_t func;                  /* SITE_LOCAL, SITE_HEAP: the function with the instruction; SITE_FUNCTION: the function
                                   * itself */
  uint32_t contents;              /* node */
  bool escapes;                   /* its address is stored, or passed to a thread */
  VEC (uint32_t) objects;
};

/* Cells of one scalar type inside an object: one, or arrays of them. */
struct c_leaf {
  uint64_t offset;
  uint32_t bytes;                 /* size of a cell in memory */
  uint8_t bits, ndims;
  bool pointer;
  bool in_parts;                  /* some access touches only part of a cell */
  bool inner;                     /* the representation of a lock or the like, which only library functions may access */
  uint8_t role;
  uint32_t dim[PG_MAX_DIMS], stride[PG_MAX_DIMS];
  uint32_t var;                   /* its variable, in the region of the object */
  uint32_t mark, reading;         /* race.c: variables that announce a writer, and the set of threads about to read; NONE */
  uint8_t after[PG_MAX_DIMS];     /* as pg_var.dim_after */
  const char *name;               /* "x.a.b" */
};

struct c_object {
  uint32_t site;
  struct c_ctx *ctx;              /* owner of a local or block; NULL */
  uint32_t thread;                /* the thread whose copy it is; NONE */
  uint32_t index;                 /* number of the block among those of its place */
  const char *name;
  LLVMTypeRef type;
  uint64_t size, count;           /* bytes; elements of the type */
  uint64_t readers, writers;      /* sets of threads */
  bool in_frame, constant;
  bool visible;                   /* accessing it is a step of its own */
  uint32_t alive;                 /* SITE_HEAP: variable that is 1 while it is allocated; NONE */
  uint32_t gone;                  /* SITE_LOCAL accessed by other threads: variable that is 1 after its function has
                                   * returned; NONE */
  VEC (struct c_leaf) leaves;
};

/* A call of a function by a thread, in the context of its callers. */
struct c_ctx {
  uint32_t thread, number;
  struct c_func *f;
  struct c_ctx *parent, *sibling, *child;
  uint32_t call;                  /* the call instruction in the parent */
  bool looped;                    /* may run more than once; upper bound of its executions (0: unknown) */
  uint32_t times;
  uint32_t depth;                 /* nesting depth of calls of the same function */
  uint32_t *slot;                 /* per value: frame variable, or NONE */
  uint32_t *object;               /* per instruction: the local's or the first block's object, or NONE */
  uint32_t *counter;              /* per instruction: variable that counts blocks or threads, or NONE */
  uint32_t *created;              /* per instruction: first thread that it starts, or NONE */
};

struct c_thread {
  const char *name;
  struct c_func *f;
  struct c_ctx *root;
  struct c_ctx *creator;          /* NULL for main */
  uint32_t call;
  uint32_t started, argument, result;          /* global variables; NONE for main */
  uint32_t ended;                 /* likewise; for main only if it may end before the program */
  uint32_t claimed;               /* the thread was joined or detached */
  bool of_family;                 /* it represents any number of threads */
};

/* Kinds of accesses to shared cells. */
enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC_READ, ACCESS_ATOMIC_WRITE };
struct c_access {
  enum access_kind kind;
  uint32_t thread, location, object, leaf;
};

struct c_acts {
  struct pg_act *data;
  size_t count, room;             /* a VEC (struct pg_act) */
};

struct c_line {
  struct pos pos;
  const char *text;
};

struct c_program {
  const struct c_config *config;
  struct diag *diag;
  struct pg *pg;
  struct arena *arena;
  LLVMContextRef llvm;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  VEC (struct c_func) funcs;
  struct map func_of, value_of, block_of, site_of;
  VEC (struct c_site) sites;
  VEC (struct c_object) objects;
  VEC (struct c_thread) threads;
  VEC (struct pg_var) vars;       /* globals */
  struct c_acts init;
  VEC (struct c_line) lines;      /* source lines that were read */
  uint32_t ncontexts, nnodes, site_words;
  uint64_t **points_to;
  VEC (struct c_access) accesses; /* found by the first walk */
  uint32_t stops;                 /* global variable: some thread has stopped at a failed assumption; NONE: not needed */
  bool has_mutex_kinds;           /* recursive or error-checking mutexes may be created */
  bool has_destroy;               /* locks may be destroyed: the last cell of each records it */
  bool is_first_walk;
  bool may_race;                  /* some cells are not known to be protected */
  bool failed;
};

/* program.c */
bool program_read (struct c_program *);
bool program_live_at (const struct c_program *, const struct c_func *, uint32_t inst, uint64_t *live);
struct pos program_pos (struct c_program *, LLVMValueRef);
struct c_func *program_func (struct c_program *, LLVMValueRef);     /* NULL: none */
bool program_has (const struct c_program *, const char *function);  /* whether the program refers to it */
LLVMValueRef program_strip (LLVMValueRef);                          /* without casts of constants */
uint32_t program_bits (LLVMTypeRef);                                /* 0: not an integer or pointer */
uint32_t program_bytes (const struct c_program *, LLVMTypeRef);     /* size of a scalar's load or store; its element size in arrays
                                                                     * may be larger */

/* byval.c */
void byval_copies (struct c_program *);

/* points_to.c */
void points_to_solve (struct c_program *);
const uint64_t *points_to (struct c_program *, const struct c_func *, LLVMValueRef, uint64_t *scratch);
bool program_may_be_address (struct c_program *, const struct c_func *, LLVMValueRef);      /* whether the value, a pointer or a number, may be an object's address */
uint64_t program_alignment (struct c_program *, const struct c_func *, LLVMValueRef);        /* alignment common to all objects that it may point to */
/* Calls `see` for the library function of that name, or for each possible target. */
typedef void callee_fn (void *context, struct c_func *);
void program_callees (struct c_program *, const struct c_func *, LLVMValueRef call, callee_fn *, void *context);

/* contexts.c */
bool contexts_unfold (struct c_program *);
struct c_ctx *context_called (const struct c_ctx *, uint32_t inst, const struct c_func *);
/* Appends the objects that the pointer may point to in that context. */
struct c_objects {
  uint32_t *data;
  size_t count, room;
};
void context_objects (struct c_program *, const struct c_ctx *, LLVMValueRef pointer, struct c_objects *);
/* Upper bound of the executions of the instruction in the whole program; 0: unknown. */
uint32_t context_times (const struct c_ctx *, uint32_t inst);
/* The threads that a pthread_create there may start: `count` for each function in turn. */
struct c_starts {
  uint32_t first, count, nfuncs;
  bool family;                    /* an unknown number */
};
struct c_starts context_starts (struct c_program *, const struct c_ctx *, uint32_t inst);

/* objects.c */
uint32_t object_new (struct c_program *, uint32_t site, LLVMTypeRef, uint64_t count, const char *name);
bool objects_lay_out (struct c_program *);
uint32_t program_var (struct c_program *, const char *name, unsigned bits, bool is_signed);   /* a new global */

bool object_begins (const struct c_object *, uint64_t at);   /* whether a cell begins at the offset */
void object_unmade (struct c_program *, const struct c_leaf *, enum pg_region, struct c_acts *);
/* The object of a constant address, and the offset in it; false: it is not one. */
bool object_constant (struct c_program *, uint32_t thread, LLVMValueRef, uint32_t *object, int64_t *offset);

/* families.c */
void families_tell (struct c_program *);

/* race.c */
void race_find (struct c_program *);

/* walk.c */
bool walk_thread (struct c_program *, uint32_t thread);

#endif
