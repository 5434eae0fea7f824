/* Names of heap blocks and of addresses on stacks: types and variables from DWARF,
 * and the source line of the allocation. */
#ifndef NATIVE_SYMBOLS_BLOCK_H
#define NATIVE_SYMBOLS_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct str;
struct symbols;

/* The name of a block that was allocated at the return address: the type that the
 * statement there asks for ("node"), else the variable that it sets ("buffer").
 * False: not known. */
bool symbols_add_block (struct symbols *, uint64_t pc, uint64_t bytes, struct str *);
/* The part of it at the offset: "[3].next". */
void symbols_add_block_part (struct symbols *, uint64_t pc, uint64_t bytes, uint64_t offset, struct str *);

/* The local variable at the address, in the function in which the pc is, with this
 * canonical frame address. */
bool symbols_add_local (struct symbols *, uint64_t pc, uint64_t frame, uint64_t address, struct str *);

#endif
