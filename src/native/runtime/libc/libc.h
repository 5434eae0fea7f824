/* Functions of libc that access the program's memory: libc_table.h lists them with
 * their accesses, libc.c defines their wrappers. */
#ifndef NATIVE_RUNTIME_LIBC_LIBC_H
#define NATIVE_RUNTIME_LIBC_LIBC_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

void libc_init (void);            /* before main: looks up libc's functions */

/* The number of elements of a string that are read, with its terminator, but at most `most`. */
size_t libc_length (const char *, size_t most);
size_t libc_wide_length (const wchar_t *, size_t most);

void libc_uses_locale (uint64_t pc);

/* Attributes, accessed by libc's functions. libc_attributes returns the value of pthread_attr_getinheritsched;
 * libc_attributes_of_thread an error number. */
void libc_mutex_protocol (const pthread_mutexattr_t *);   /* a priority ceiling is unsupported */
struct attributes;
int libc_attributes (const pthread_attr_t *, struct attributes *);
int libc_attributes_of_thread (pthread_attr_t *, bool is_detached, void *stack, size_t bytes, const cpu_set_t *processors);

#endif
