/* Calls that leave what is seen. The program's calls of functions in shared
 * libraries go through its table of addresses (GOT). Those of functions that
 * neither the runtime nor libc_table.h has, and that are not known to touch
 * nothing of the program (libc_pure.h), are led through us: each is named to
 * the supervisor the first time it is called, and counts as a write for loops
 * that seem to wait. */
#ifndef NATIVE_RUNTIME_IMPORTS_H
#define NATIVE_RUNTIME_IMPORTS_H

void imports_watch (void);        /* before main */

#endif
