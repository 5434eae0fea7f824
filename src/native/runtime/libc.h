/* Functions of libc that touch the program's memory: libc_table.h says which
 * and how, libc.c makes them. */
#ifndef NATIVE_RUNTIME_LIBC_H
#define NATIVE_RUNTIME_LIBC_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

void libc_init (void);            /* before main: finds libc's own */

/* Elements of a string that are read if at most so many are looked at: its end counts. */
size_t libc_length (const char *, size_t most);
size_t libc_wide_length (const wchar_t *, size_t most);

void libc_uses_locale (uint64_t pc);

#endif
