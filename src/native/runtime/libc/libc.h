/* Functions of libc that touch the program's memory: libc_table.h says which
 * and how, libc.c makes them. */
#ifndef NATIVE_RUNTIME_LIBC_LIBC_H
#define NATIVE_RUNTIME_LIBC_LIBC_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

void libc_init (void);            /* before main: finds libc's own */

/* Elements of a string that are read if at most so many are looked at: its end counts. */
size_t libc_length (const char *, size_t most);
size_t libc_wide_length (const wchar_t *, size_t most);

void libc_uses_locale (uint64_t pc);

/* Attributes of threads, read and made by libc itself. The first returns what pthread_attr_getinheritsched says; the
 * second an error number. */
void libc_mutex_protocol (const pthread_mutexattr_t *);   /* one with a ceiling is named */
struct attributes;
int libc_attributes (const pthread_attr_t *, struct attributes *);
int libc_attributes_of_thread (pthread_attr_t *, bool is_detached, void *stack, size_t bytes, const cpu_set_t *processors);

#endif
