/* The program's heap: a region for each thread, with marks that say which bytes are
 * allocated. Memory is not handed out twice unless the program can tell (reuse.h). */
#ifndef NATIVE_RUNTIME_MEMORY_HEAP_H
#define NATIVE_RUNTIME_MEMORY_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "native/runtime/core/layout.h"

void heap_init (void);
void heap_take (void);                     /* keeps the contents at the start of main */
void heap_clear (void);                    /* nothing is allocated */
void heap_restore (void);
void *heap_alloc (size_t bytes, size_t align, uint64_t pc);
void heap_free (void *, uint64_t pc);
void *heap_realloc (void *, size_t bytes, uint64_t pc);
size_t heap_size (void *);
struct wire_block;
bool heap_block (uintptr_t address, struct wire_block *);   /* the block at the address, freed or not */
void heap_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context);   /* calls it for each region's used part */
/* Calls `word` for words that differ from before main, `range` for memory that was not allocated then. */
void heap_differences (void (*word) (void *context, uintptr_t at, uint64_t), void (*range) (void *context, uintptr_t from, uintptr_t end),
                       void *context);
void heap_mark_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context);   /* the marks of the used parts */
uint64_t heap_hash (void);                 /* of all used parts */
/* An access to heap memory that is not allocated is a finding. */
void heap_check_slow (uintptr_t address, size_t bytes, bool write, uint64_t pc);
static inline bool
is_heap (uintptr_t address)
{
  return address - RT_HEAPS < RT_THREADS * RT_HEAP_ROOM;
}
static inline void
heap_check (uintptr_t address, size_t bytes, bool write, uint64_t pc)
{
  if (is_heap (address))
    heap_check_slow (address, bytes, write, pc);
}

#endif
