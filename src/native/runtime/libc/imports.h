/* Calls of code that is not instrumented. The program's calls of functions in shared
 * libraries go through its global offset table (GOT). Entries of functions that neither
 * the runtime nor libc_table.h has, and that are not known to access no memory of the
 * program (libc_pure.h), are redirected to the runtime: the first call of each is
 * reported to the supervisor, and every call counts as a write in the detection of
 * waiting loops. */
#ifndef NATIVE_RUNTIME_LIBC_IMPORTS_H
#define NATIVE_RUNTIME_LIBC_IMPORTS_H

#include <stdbool.h>
#include <stdint.h>

void imports_watch (void);        /* before main */
bool imports_is_seen (uintptr_t code);   /* the code is the program's, or of an instrumented library */
void imports_found (const char *name, const void *at, uint64_t pc);   /* dlsym has returned it: the program may call it from now on */

#endif
