/* Building a program that can be checked: with the user's compiler, with every
 * access to memory instrumented, and with Mazurka's runtime instead of the
 * sanitizer's.
 *
 * What a build needs lies in one directory (build_tools): the runtime
 * libmazurka-rt.o, the compiler driver's instructions mazurka.specs, and
 * include/ with <mazurka/mazurka.h>.
 *
 *     build_tools (&tools, &diag)            once
 *     build_command (&tools, ..., &words)    the compiler's command line for `mazurka cc ARGS`
 *     build_program (&tools, ...)            runs it on sources
 */
#ifndef NATIVE_BUILD_H
#define NATIVE_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/words.h"

struct build_tools {
  char *directory;                /* heap */
};

/* Finds the directory: that of the running program, or ../lib/mazurka seen
 * from there. False after a message; release in both cases. */
bool build_tools (struct build_tools *, struct diag *);
void build_tools_release (struct build_tools *);

/* A new directory for what is built, in $TMPDIR or /tmp, on the heap; NULL after a message. */
char *build_directory (struct diag *);

/* The command that does what the compiler would do with the words, for a
 * program to be checked. The compiler is $MAZURKA_CC (gcc), or $MAZURKA_CXX
 * (g++) for C++. */
void build_command (const struct build_tools *, bool is_cxx, const char *const *words, size_t count,
                    struct words *out);

/* Compiles and links the sources into `output`; `cflags` may be NULL. As
 * written: unless cflags say otherwise, no access and no call is optimised
 * away. Messages are the compiler's. False if it fails, or does not end
 * after so many seconds (0: as many as base/child.h says). */
bool build_program (const struct build_tools *, const char *const *sources, size_t count, const char *cflags,
                    bool as_written, double seconds, const char *output, struct diag *);

/* Compiles the source of a protocol into a shared object whose accesses call __tsan_read4 and the like; calls of the
 * functions named are linked to __wrap_ and their name. */
bool build_protocol (const struct build_tools *, const char *source, const char *flags, const char *const *wrapped, double seconds, const char *output, struct diag *);

#endif
