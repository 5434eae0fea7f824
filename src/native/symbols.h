/* From addresses of a program to names and lines of its source. */
#ifndef NATIVE_SYMBOLS_H
#define NATIVE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/str.h"

struct symbols;

struct symbols_place {
  const char *function;           /* NULL: not known; both live as long as the symbols */
  struct pos pos;                 /* file NULL: not known */
};

struct symbols *symbols_new (void);
/* The module was loaded `base` above the addresses in its file. */
void symbols_add_module (struct symbols *, const char *path, uint64_t base);
/* Names an object that is not a variable. */
void symbols_add_name (struct symbols *, uint64_t object, const char *name);
void symbols_free (struct symbols *);

/* The source of an instruction: its function and those it was inlined into,
 * innermost first. Returns the number of entries, at least 1. */
size_t symbols_places (struct symbols *, uint64_t pc, struct symbols_place *out, size_t most);

/* True if the instruction belongs to the runtime inside of the program. */
bool symbols_is_ours (struct symbols *, uint64_t pc);

/* Appends "counter", "table[3].next", "main", "notes.txt"; false if it has no name. */
bool symbols_add_object (struct symbols *, uint64_t address, struct str *);

/* A global variable of the program that holds a number: its address in the file. */
struct symbols_variable {
  uint64_t address;
  uint32_t size;                  /* 1, 2, 4 or 8 */
  bool is_signed;
};
/* NO_PLACE: the compiler has removed it, or it is thread-local. */
enum symbols_found { SYMBOLS_NOT_FOUND, SYMBOLS_NO_PLACE, SYMBOLS_FOUND, SYMBOLS_NO_NUMBER, SYMBOLS_AMBIGUOUS };
enum symbols_found symbols_find_variable (const char *executable, const char *name, struct symbols_variable *);

/* True if the file is an executable with Mazurka's runtime. */
bool symbols_is_checkable (const char *path);

#endif
