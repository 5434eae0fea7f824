/* What functions of the C++ library touch of the program's memory. Their names
 * are mangled and many differ only in their parameters, so they are known by
 * patterns, and what they touch is found from their arguments. */
#ifndef NATIVE_RUNTIME_LIBC_CXX_CALLS_H
#define NATIVE_RUNTIME_LIBC_CXX_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `arguments` are those that are no floating-point numbers. */
typedef void cxx_effect (void *const *arguments, uint64_t pc);

/* Known by a pattern of names. A function that fits no pattern, or one without effect and shape, is unseen. */
struct cxx_call {
  const char *name;
  cxx_effect *effect;             /* NULL: all is in the shape */
  const char *shape;              /* what each argument is: letters of cxx_objects.c */
};

const struct cxx_call *cxx_call_of (const char *name);   /* NULL: not known */
void cxx_call_touches (const struct cxx_call *, void *const *arguments, uint64_t pc);

/* The tables: strings, exceptions and other objects; streams; lists, trees and hash tables. */
const struct cxx_call *cxx_object_calls (size_t *n);
const struct cxx_call *cxx_stream_calls (size_t *n);
const struct cxx_call *cxx_container_calls (size_t *n);

bool cxx_name_fits (const char *pattern, const char *name);   /* every * stands for any letters */

void cxx_touch (const void *, size_t bytes, bool write, uint64_t pc);

#endif
