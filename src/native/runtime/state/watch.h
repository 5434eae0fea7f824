/* Memory that a finding is about, watched while its steps are repeated: its
 * allocations, reads, writes and frees. */
#ifndef NATIVE_RUNTIME_STATE_WATCH_H
#define NATIVE_RUNTIME_STATE_WATCH_H

#include <stddef.h>
#include <stdint.h>

#include "native/wire.h"

struct watch;

void watch_begin (void);          /* if steps are repeated */
void watch_note (uintptr_t address, size_t bytes, enum native_op, uint64_t pc);

/* An assertion fails: reports the memory that its thread has read last, the likely cause. */
void watch_blame_last_read (void);

/* The recorded accesses, the latest last; and the heap blocks and local variables whose
 * addresses occur in the steps, the accesses and the finding. */
size_t watch_touches (struct wire_touch *, size_t room);
size_t watch_blocks (struct wire_block *, size_t room, uint32_t *nsame);
size_t watch_locals (struct wire_local *, size_t room);

#endif
