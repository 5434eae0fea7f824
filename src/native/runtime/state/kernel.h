/* Resources that libraries take from the kernel in an execution: recorded, and released after it (kernel.c). */
#ifndef NATIVE_RUNTIME_STATE_KERNEL_H
#define NATIVE_RUNTIME_STATE_KERNEL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

void kernel_watch (void);         /* before main: traps their system calls from now on */
void kernel_restore (void);       /* an execution begins: releases everything */
size_t kernel_maps (void);        /* the number of mappings */
void kernel_forget_maps (size_t kept);   /* unmaps the latest ones; so many are kept */
bool kernel_holds (void);         /* there are resources that a copy of the state would lack */

/* signals.c */
void signals_install (int number, void (*) (int, siginfo_t *, void *));   /* the signal is not blocked in its handler */

#endif
