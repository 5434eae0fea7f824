/* The program's memory as it was before main, without the heap (heap.h). */
#ifndef NATIVE_RUNTIME_STATE_SNAPSHOT_H
#define NATIVE_RUNTIME_STATE_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct snapshot_page {
  char *at;
  const char *before;             /* its contents before main */
};

/* The pages that were written since. */
struct snapshot_pages {
  struct snapshot_page *data;
  size_t count, room;
};

void snapshot_take (void);
const struct snapshot_pages *snapshot_pages (void);   /* grows while the program runs; entries keep their index */
void snapshot_restore (void);
void snapshot_differences (void (*word) (void *context, uintptr_t at, uint64_t), void *context);   /* words that differ */
bool snapshot_has (uintptr_t address);      /* the address is in the snapshot */
bool snapshot_fault (uintptr_t address);   /* true: it was the first write to a page, which is writable now */

#endif
