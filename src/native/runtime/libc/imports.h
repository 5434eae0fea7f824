/* Calls that leave what is seen. The program's calls of functions in shared
 * libraries go through its table of addresses (GOT). Those of functions that
 * neither the runtime nor libc_table.h has, and that are not known to touch
 * nothing of the program (libc_pure.h), are led through us: each is named to
 * the supervisor the first time it is called, and counts as a write for loops
 * that seem to wait. */
#ifndef NATIVE_RUNTIME_LIBC_IMPORTS_H
#define NATIVE_RUNTIME_LIBC_IMPORTS_H

#include <stdbool.h>
#include <stdint.h>

void imports_watch (void);        /* before main */
bool imports_is_seen (uintptr_t code);   /* it is the program's, or of an instrumented library */
void imports_found (const char *name, const void *at, uint64_t pc);   /* the program has looked it up and may call it from now on */

#endif
