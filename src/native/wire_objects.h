/* Names of the addresses in a finding: variables, parts of heap blocks, local
 * variables of active functions. */
#ifndef NATIVE_WIRE_OBJECTS_H
#define NATIVE_WIRE_OBJECTS_H

#include <stdbool.h>

#include "base/str.h"
#include "native/symbols.h"
#include "native/wire_reader.h"

/* The symbols of the program's modules. */
struct symbols *wire_log_symbols (const struct wire_log *);

/* Appends "counter", "node#2.next", "q.count"; false: it has no name. */
bool wire_add_object (struct symbols *, const struct wire_log_finding *, uint64_t address, struct str *);

/* Appends "&node#2" if the value is the address of a block; false: it is not. */
bool wire_add_pointer (struct symbols *, const struct wire_log_finding *, uint64_t value, struct str *);

/* The block that contains the address, or NULL. */
const struct wire_block *wire_block_of (const struct wire_log_finding *, uint64_t address);
void wire_add_block (struct symbols *, const struct wire_log_finding *, const struct wire_block *, struct str *);

#endif
