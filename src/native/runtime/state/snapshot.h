/* The program's memory as it was before main, but for the heap (heap.h). */
#ifndef NATIVE_RUNTIME_STATE_SNAPSHOT_H
#define NATIVE_RUNTIME_STATE_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct snapshot_page {
  char *at;
  const char *before;             /* as it was */
};

/* All that were written to since. */
struct snapshot_pages {
  struct snapshot_page *data;
  size_t count, room;
};

void snapshot_take (void);
const struct snapshot_pages *snapshot_pages (void);   /* grows while the program runs; those that are there stay where they are */
void snapshot_restore (void);
void snapshot_differences (void (*word) (void *context, uintptr_t at, uint64_t), void *context);   /* from then */
bool snapshot_has (uintptr_t address);      /* it is part of what is remembered */
bool snapshot_fault (uintptr_t address);   /* a first write to a page: now it is remembered and may go on */

#endif
