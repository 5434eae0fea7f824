/* Calls whose results are printed: by glibc and the kernel, and by the runtime. */
#ifndef TEST_NATIVE_CALLS_SAY_H
#define TEST_NATIVE_CALLS_SAY_H

#define _GNU_SOURCE 1
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A number that is returned; with errno where that says something. */
#define SAY(call)                                                                       \
  do {                                                                                  \
    errno = 0;                                                                          \
    long long said_ = (long long) (call);                                               \
    int error_ = errno;                                                                 \
    printf ("%d %s: %lld", __LINE__, #call, said_);                                     \
    printf (said_ == -1 ? " %s\n" : "\n", said_ == -1 ? strerrorname_np (error_) : ""); \
  } while (0)

/* Whether a pointer is one; a text; some bytes. */
#define SAY_POINTER(call) SAY ((call) != NULL)
#define SAY_TEXT(call)                                            \
  do {                                                            \
    const char *said_ = (call);                                   \
    printf ("%d %s: %s\n", __LINE__, #call, said_ ? said_ : "-"); \
  } while (0)

void say_schedule (void);
void say_attributes (void);
void say_signals (void);
void say_timers (void);
void say_locks (void);
void say_threads (void);
void say_process (void);
void say_time (void);
void say_memory (void);
void say_files (void);
void say_descriptors (void);
void say_streams (void);
void say_samples (void);

#endif
