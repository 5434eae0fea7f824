/* The variable at an address of a module's own address space, as a path into
 * its type: "queue.slots[3]". Part of symbols.c. */
#ifndef NATIVE_SYMBOLS_DATA_H
#define NATIVE_SYMBOLS_DATA_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "base/str.h"

bool symbols_add_variable (Dwarf *, uint64_t address, struct str *);

#endif
