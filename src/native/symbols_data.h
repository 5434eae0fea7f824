/* The variable at an address of a module's own address space, as a path into
 * its type: "queue.slots[3]". Part of symbols.c. */
#ifndef NATIVE_SYMBOLS_DATA_H
#define NATIVE_SYMBOLS_DATA_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "base/str.h"

bool symbols_add_variable (Dwarf *, uint64_t address, struct str *);

/* The type of a variable or member; and the path to the element at an offset in a type: "[3].next". */
bool symbols_type_of (Dwarf_Die *, Dwarf_Die *type);
void symbols_add_path (struct str *, Dwarf_Die type, uint64_t offset);

bool symbols_is_of_runtime (Dwarf_Die *unit);

struct symbols;
/* The unit of the instruction, and the scopes around it, innermost first; free them. Returns their number. */
int symbols_scopes (struct symbols *, uint64_t pc, Dwarf_Die *unit, Dwarf_Die **scopes);

/* What is known of blocks of this size that are allocated at the return address. */
struct symbols_block {
  uint64_t pc, bytes;             /* pc 0: nothing yet */
  Dwarf_Die type;
  uint64_t size;                  /* of the type; 0: not known */
  char set_name[100];             /* the variable that is set */
};
/* The cache entry for such blocks, which may hold others. */
struct symbols_block *symbols_kept_block (struct symbols *, uint64_t pc, uint64_t bytes);

#endif
