/* Reuse of addresses and thread ids (docs/reuse.md).
 *
 * malloc may return a block that was freed, pthread_create the id of a thread that has ended. Both are choices of
 * the system. They are explored where the program can tell: for a pair of a freed block and an allocation (or of an
 * ended thread and a creation) whose addresses (ids) the program has compared.
 *
 *     reuse_offer   a step that chooses an address or id, if a pair names this allocation
 *     reuse_take    a step that waits until the chosen one is free, and takes it
 *     reuse_give    a step that makes it free, if a pair names it
 *     reuse_...compared, _converted, _freed   find pairs, with which the exploration is restarted */
#ifndef NATIVE_RUNTIME_MEMORY_REUSE_H
#define NATIVE_RUNTIME_MEMORY_REUSE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "native/runtime/core/layout.h"
#include "native/runtime/core/thread.h"
#include "native/wire.h"

enum { REUSE_PAIRS = 256, REUSE_COMPARED = 4096, REUSE_CONVERTED = 1024, REUSE_INTEGERS = 16 };

/* `taker` may get `given`. A block is named by its address; an allocation by the address that it would get
 * without reuse (heap.c); a thread's id by reuse_id, its creation by reuse_creation. */
struct reuse_pair { uint64_t taker, given; };

struct reuse {
  size_t npairs, nactive;         /* the first nactive are offered in this exploration */
  struct reuse_pair pairs[REUSE_PAIRS];
  size_t ncompared;               /* blocks that were compared while both were allocated: a hash table */
  struct reuse_pair compared[2 * REUSE_COMPARED];
  size_t nconverted, nintegers;   /* entries of converted, and pairs found by them */
  uintptr_t converted[REUSE_CONVERTED];   /* blocks whose addresses were converted to integers */
  bool is_told;                   /* the steps to be repeated contain choices of reuse */
  uint32_t births[RT_THREADS];    /* the creator's clock when it created the thread */
  uint64_t ids[RT_THREADS][RT_THREADS / 64];     /* [thread][other]: their ids were compared */
  uint64_t older[RT_THREADS][RT_THREADS / 64];   /* [gone][other]: the creation of `other` happens before the end of `gone` */
  uint64_t places[RT_THREADS][RT_THREADS / 64];  /* [thread][other]: the same place in their stacks, or thread-local storage, was compared */
  uint64_t hashed[RT_THREADS / 64];              /* by name: its id was read as bytes */
};

void reuse_init (void);
void reuse_begin (void);                   /* an exploration begins, and offers all pairs that are known */
bool reuse_is_pending (void);              /* pairs were found that are not offered yet */

/* The thread's pthread_t; its lower 32 bits alone are unique, too. */
static inline pthread_t reuse_pthread (thread_id name) { return RT_IDS + (name + 1ull) * 4096; }
static inline bool reuse_is_pthread (uint64_t x) { return x - RT_IDS - 4096 < RT_THREADS * 4096ull && x % 4096 == 0; }

static inline uint64_t reuse_id (thread_id t) { return RT_STACKS + (uint64_t) t * 16 + 4; }
static inline uint64_t reuse_creation (thread_id creator, uint32_t n) { return 1ull << 60 | (uint64_t) creator << 32 | n; }

/* ---- choices ---- */
bool reuse_can_be_named (uint64_t given);  /* a trace can name it */
bool reuse_is_active (void);               /* some pair is offered */
bool reuse_is_given (uint64_t given);      /* some pair that is offered names it; also in a repetition */
uint64_t reuse_offer (uint64_t taker, uint64_t align, bool of_thread, uint64_t pc);   /* 0: one that was never used before */
void reuse_take (enum native_op, uint64_t given, uint64_t count, rt_ready_fn *, uint64_t pc);
bool reuse_give (uint64_t given, uint64_t pc);   /* true: it was a step, and other threads may take it */
const void *reuse_object (uint64_t given); /* the object of these steps, which also orders the free before the allocation */

/* ---- observations ---- */
void reuse_words_compared (uint64_t, uint64_t);   /* addresses of any kind, ids, or anything else */
void reuse_word_hashed (uint64_t);                /* its bytes are read, perhaps for a comparison */
void reuse_ids_compared (pthread_t, pthread_t);
void reuse_thread_born (const struct rt_thread *child);
void reuse_thread_gone (const struct rt_thread *, bool ends);   /* it ends, or was joined or detached; no effect if its id is still in use */
void reuse_block_freed (uintptr_t start);

/* ---- heap.c ---- */
/* A block, for pairs. */
struct reuse_block {
  uintptr_t start, allocation;
  size_t room;                    /* its size, rounded up to glibc's classes */
  thread_id thread;               /* which allocated it */
  uint32_t clock;                 /* of that thread at that time */
  uintptr_t freed_at;             /* 0: not freed; else the end of the freeing thread's region at that time */
  uintptr_t moved_from;           /* argument of the realloc that returned it; 0: none */
};
bool heap_reuse_block (uintptr_t address, struct reuse_block *);   /* the block at or ending at the address; false: none */

#endif
