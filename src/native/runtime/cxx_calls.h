/* What functions of the C++ library touch of the program's memory. Their names
 * are mangled and many differ only in their parameters, so they are known by
 * patterns, and what they touch is found from their arguments. */
#ifndef NATIVE_RUNTIME_CXX_CALLS_H
#define NATIVE_RUNTIME_CXX_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `arguments` are those that are no floating-point numbers. */
typedef void cxx_effect (void *const *arguments, uint64_t pc);

cxx_effect *cxx_effect_of (const char *name);   /* NULL: not known */
cxx_effect *cxx_container_effect_of (const char *name);   /* a part of them: lists, trees, hash tables */

bool cxx_name_fits (const char *pattern, const char *name);   /* every * stands for any letters */

void cxx_touch (const void *, size_t bytes, bool write, uint64_t pc);

#endif
