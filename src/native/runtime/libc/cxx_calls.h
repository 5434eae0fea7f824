/* The accesses of functions of the C++ library to the program's memory. Their names
 * are mangled and many differ only in their parameters, so they are recognised by
 * patterns, and their accesses are computed from their arguments. */
#ifndef NATIVE_RUNTIME_LIBC_CXX_CALLS_H
#define NATIVE_RUNTIME_LIBC_CXX_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `arguments`: the values of the six registers for arguments that are not floating-point numbers. */
typedef void cxx_effect (void *const *arguments, uint64_t pc);

/* Functions with names of a pattern. A function that fits no pattern, or one without effect and shape, is treated as unknown code. */
struct cxx_call {
  const char *name;
  cxx_effect *effect;             /* NULL: the shape describes everything */
  const char *shape;              /* a letter for each argument: see cxx_objects.c */
};

const struct cxx_call *cxx_call_of (const char *name);   /* NULL: it fits no pattern */
void cxx_call_touches (const struct cxx_call *, void *const *arguments, uint64_t pc);

/* The tables: strings, exceptions and other objects; streams; lists, trees and hash tables. */
const struct cxx_call *cxx_object_calls (size_t *n);
const struct cxx_call *cxx_stream_calls (size_t *n);
const struct cxx_call *cxx_container_calls (size_t *n);

bool cxx_name_fits (const char *pattern, const char *name);   /* every * matches any letters */

void cxx_touch (const void *, size_t bytes, bool write, uint64_t pc);

#endif
