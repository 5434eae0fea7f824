/* Red zones: bytes around globals and locals that belong to no object.
 *
 * The compilers insert them, as for -fsanitize=address, and keep a byte for each 8 bytes of memory at
 * RT_ZONES + address / 8: 0, all of them may be accessed; 1 to 7, the first so many; else none. Compiled code
 * writes it for locals when a function is entered and left; for globals it calls the runtime before main. */
#ifndef NATIVE_RUNTIME_MEMORY_ZONES_H
#define NATIVE_RUNTIME_MEMORY_ZONES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "native/runtime/core/layout.h"

struct rt_thread;

void zones_check_slow (uintptr_t address, size_t bytes, bool write, uint64_t pc);

/* True if the byte is in a zone. */
static inline bool
zones_have (uintptr_t address)
{
  int8_t may = *(const int8_t *) (RT_ZONES + address / 8);
  return may && (int8_t) (address % 8) >= may;
}

/* An access to bytes of a zone is a finding. */
static inline void
zones_check (uintptr_t address, size_t bytes, bool write, uint64_t pc)
{
  uintptr_t last = address + bytes - 1;
  if (address < RT_MEMORY && last < RT_MEMORY && bytes && (bytes > 8 || zones_have (last) || zones_have (address)))
    zones_check_slow (address, bytes, write, pc);
}

size_t zones_count (uintptr_t from, uintptr_t end);   /* bytes of zones */
void zones_clear (uintptr_t from, uintptr_t end);   /* no zones are there any more */
void zones_leave_stacks (void);                     /* clears the stacks of all threads: another execution begins */
void zones_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context);   /* the zone bytes of live stacks */

/* The zone bytes of [from, end): their number, saved and restored. */
size_t zones_bytes (uintptr_t from, uintptr_t end);
void zones_save (uintptr_t from, uintptr_t end, char *to);
void zones_restore (uintptr_t from, uintptr_t end, const char *saved);

#endif
