/* What code that is not ours takes from the kernel in an execution: noted, and given back (kernel.c). */
#ifndef NATIVE_RUNTIME_STATE_KERNEL_H
#define NATIVE_RUNTIME_STATE_KERNEL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

void kernel_watch (void);         /* before main; from now on its calls are seen */
void kernel_restore (void);       /* an execution begins */
size_t kernel_maps (void);        /* how many there are */
void kernel_forget_maps (size_t kept);   /* the latest are unmapped, all but so many */
bool kernel_holds (void);         /* what a copy of the present state would not have */

/* signals.c */
void signals_install (int number, void (*) (int, siginfo_t *, void *));   /* without ever blocking it */

#endif
