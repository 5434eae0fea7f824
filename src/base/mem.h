/* Memory: allocation that never returns NULL, and arenas. Out of memory ends in one place, mem_out(), which prints a
 * message and exits with code 3 (unknown). Before that it calls the hook, so that a search can print what it has found so
 * far. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *mem_alloc (size_t bytes);                 /* uninitialised */
void *mem_zalloc (size_t bytes);                /* zeroed */
void *mem_realloc (void *p, size_t bytes);
void mem_free (void *p);
char *mem_strdup (const char *s);

_Noreturn void mem_out (size_t bytes);
void mem_on_out (void (*hook) (void *), void *context);

/* mem_stack: the stack that recursion may use, in bytes. mem_reserve_stack: requests as much as the main thread can have
 * without the memory that the system keeps free for it (less, if the user set a limit). */
size_t mem_stack (void);
void mem_reserve_stack (void);

/* Requests that much stack if the limit is less; false: the main thread cannot have more than *available. */
bool mem_require_stack (size_t bytes, size_t *available);

/* mem_of_machine: the memory of the machine, or the limit of the process's control group if that is less. mem_limited: the
 * smaller of a number of bytes and the one in a file, if that exists. */
uint64_t mem_of_machine (void);
uint64_t mem_limited (const char *path, uint64_t bytes);

/* Arena: many small objects freed together. Objects are zeroed and aligned to
 * 16 bytes. An arena of all zeros is empty and ready. */
struct arena {
  struct arena_block *last;
};

void *arena_alloc (struct arena *, size_t bytes);
void *arena_copy (struct arena *, const void *data, size_t bytes);
char *arena_strdup (struct arena *, const char *s);
char *arena_strndup (struct arena *, const char *s, size_t n);
char *arena_printf (struct arena *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void arena_release (struct arena *);

#define ARENA_NEW(arena, type) ((type *) arena_alloc ((arena), sizeof (type)))

#endif
