/* The checker's own memory, and versions of memcpy, strlen, ... whose accesses are
 * not taken for accesses of the program. */
#ifndef NATIVE_RUNTIME_CORE_MEMORY_H
#define NATIVE_RUNTIME_CORE_MEMORY_H

#include <stddef.h>

/* ---- own.c ---- */
void *own_alloc (size_t bytes);            /* zeroed, never given back */
_Noreturn void rt_quit (int status);       /* the process ends now */

/* ---- memory.c ---- */
void *rt_memcpy (void *, const void *, size_t);
void *rt_memset (void *, int, size_t);
void *rt_memmove (void *, const void *, size_t);
int rt_memcmp (const void *, const void *, size_t);
size_t rt_strlen (const char *);
int rt_strcmp (const char *, const char *);
int rt_strncmp (const char *, const char *, size_t);
char *rt_strchr (const char *, int);
char *rt_strrchr (const char *, int);

#endif
