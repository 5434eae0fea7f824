/* From addresses of a program to what its source calls them. */
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
/* An object that is no variable. */
void symbols_add_name (struct symbols *, uint64_t object, const char *name);
void symbols_free (struct symbols *);

/* Where an instruction comes from: the function, and those it was inlined
 * into, innermost first. Returns how many were filled in, at least 1. */
size_t symbols_places (struct symbols *, uint64_t pc, struct symbols_place *out, size_t most);

/* Is the instruction one of the checker's own, inside of the program? */
bool symbols_is_ours (struct symbols *, uint64_t pc);

/* Appends "counter", "table[3].next", "main", "notes.txt"; false if it has no name. */
bool symbols_add_object (struct symbols *, uint64_t address, struct str *);

/* A global variable of the program that holds a number: its address in the file. */
struct symbols_variable {
  uint64_t address;
  uint32_t size;                  /* 1, 2, 4 or 8 */
  bool is_signed;
};
/* NO_PLACE: the compiler left it out, or each thread has its own. */
enum symbols_found { SYMBOLS_NOT_FOUND, SYMBOLS_NO_PLACE, SYMBOLS_FOUND, SYMBOLS_NO_NUMBER, SYMBOLS_AMBIGUOUS };
enum symbols_found symbols_find_variable (const char *executable, const char *name, struct symbols_variable *);

/* Does the executable carry our runtime? False also if it is no executable. */
bool symbols_is_checkable (const char *path);

#endif
