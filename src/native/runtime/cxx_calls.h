/* What functions of the C++ library touch of the program's memory. Their names
 * are mangled and many differ only in their parameters, so they are known by
 * patterns, and what they touch is found from their arguments. */
#ifndef NATIVE_RUNTIME_CXX_CALLS_H
#define NATIVE_RUNTIME_CXX_CALLS_H

#include <stdint.h>

/* `arguments` are those that are no floating-point numbers. */
typedef void cxx_effect (void *const *arguments, uint64_t pc);

cxx_effect *cxx_effect_of (const char *name);   /* NULL: not known */

#endif
