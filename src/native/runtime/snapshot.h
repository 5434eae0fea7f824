/* The program's memory as it was before main, but for the heap (heap.h). */
#ifndef NATIVE_RUNTIME_SNAPSHOT_H
#define NATIVE_RUNTIME_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

void snapshot_take (void);
void snapshot_restore (void);
void snapshot_differences (void (*word) (void *context, uintptr_t at, uint64_t), void *context);   /* from then */
uint64_t snapshot_hash (void);              /* of all pages that were written to since */
bool snapshot_fault (uintptr_t address);   /* a first write to a page: now it is remembered and may go on */

#endif
