/* The address layout of a program under test, and the limits of the runtime.
 *
 * Memory lies at fixed addresses, so that every execution sees the same ones:
 *
 *     RT_STACKS + slot * RT_STACK_ROOM     stack of the thread, its thread-local
 *                                          storage at the upper end
 *     RT_HEAPS + slot * RT_HEAP_ROOM       what the thread has allocated
 *     RT_MARKS                             a byte for 16 bytes of heap: whether they may be accessed
 *     RT_BIRTHS                            a word for 16 bytes of heap: the thread's clock at the allocation that would have returned this block
 *     RT_FILES                             the program's files (files.h)
 *     RT_OWN                               the checker's own memory: never restored
 *     RT_ZONES                             a byte for 8 bytes of all memory: whether they may be accessed (zones.h)
 */
#ifndef NATIVE_RUNTIME_CORE_LAYOUT_H
#define NATIVE_RUNTIME_CORE_LAYOUT_H

#define RT_IDS 0x0f0000000000u    /* values of pthread_t: no other value is taken for one */
#define RT_STACKS 0x100000000000u
#define RT_STACK_ROOM (256u << 20)
#define RT_STACK_DEFAULT (8u << 20)   /* the size of a stack whose creator gives none */
#define RT_STACK_REST (64u << 10) /* at most so much above the beginning of the stack (rt_stack_top): the control block and an offset */
#define RT_STACK_GUARD ((1u << 20) - RT_STACK_REST)   /* at the lower end: inaccessible */
#define RT_STACK_CLEARED (8u << 10)   /* at the upper end, zeroed when the thread starts */
#define RT_HEAPS 0x180000000000u
#define RT_HEAP_ROOM (4ull << 30)
#define RT_MARKS 0x1c0000000000u
#define RT_BIRTHS 0x1d0000000000u
#define RT_FILES 0x1e0000000000u
#define RT_FILES_ROOM (64ull << 30)
#define RT_OWN 0x1f0000000000u
#define RT_OWN_ROOM (64ull << 30)
#define RT_ZONES 0x200000000000u  /* the same number is given to the compilers: gcc/zones.cc, build.c */
#define RT_MEMORY (1ull << 47)    /* addresses of a process are below */

#define RT_THREADS 128            /* in one program */
#define RT_TLS (16u << 20)        /* of thread-local variables, at the upper end */
#define RT_STACK_MOST (RT_STACK_ROOM - RT_STACK_GUARD - RT_STACK_REST - RT_TLS)
#define RT_FRAMES 1024            /* frames that are kept of a call stack */
#define RT_KEYS 1024              /* as glibc has */
#define RT_VISITS 32              /* states of a thread in a waiting loop */
#define RT_LOOPS 512              /* loops that wait */
#define RT_POLLS 8                /* operations since a thread's last write that are compared */
#define RT_LOCATIONS 16           /* locations whose values are kept, for loops that wait for them */
#define RT_VALUES 6               /* values that are kept of such a location */
#define RT_READS 4                /* objects a busy-waiting loop may read */
#define RT_ACCESSES (5 + 2 * RT_READS)   /* of one operation */
#define RT_SHARED 32              /* locks a thread may hold for reading at a time */
#define RT_TOUCHED 64             /* accesses of an atomic section that are kept one by one */
#define RT_EPOCH 1000000000000000000u    /* virtual time at the start, in nanoseconds */

#define RT_OBJECT (1ull << 63)    /* in struct access: no granule of memory */
#define RT_SECTION ((const void *) 8)    /* stands for all atomic sections */

#endif
