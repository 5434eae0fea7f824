/* Where things are in a program under test, and how many there can be.
 *
 * Memory lies at fixed addresses, so that every execution sees the same ones:
 *
 *     RT_STACKS + slot * RT_STACK_ROOM     stack of the thread, its thread-local
 *                                          storage at the upper end
 *     RT_HEAPS + slot * RT_HEAP_ROOM       what the thread has allocated
 *     RT_MARKS                             a byte for 16 bytes of heap: may it be touched
 *     RT_BIRTHS                            a word for 16 bytes of heap: the thread's clock at the allocation that would have had the block there
 *     RT_FILES                             its files (files.h)
 *     RT_OWN                               the checker's: never restored
 *     RT_ZONES                             a byte for 8 bytes of all memory: may they be touched (zones.h)
 */
#ifndef NATIVE_RUNTIME_CORE_LAYOUT_H
#define NATIVE_RUNTIME_CORE_LAYOUT_H

#define RT_IDS 0x0f0000000000u    /* values of pthread_t: nobody takes anything else for one */
#define RT_STACKS 0x100000000000u
#define RT_STACK_ROOM (256u << 20)
#define RT_STACK_DEFAULT (8u << 20)   /* of it, for who asks for none in particular */
#define RT_STACK_REST (64u << 10) /* of it, at most: the control block, and what is above where the stack begins (rt_stack_top) */
#define RT_STACK_GUARD ((1u << 20) - RT_STACK_REST)   /* of it, at the lower end: nobody may touch it */
#define RT_STACK_CLEARED (8u << 10)   /* at the upper end, when the thread starts */
#define RT_HEAPS 0x180000000000u
#define RT_HEAP_ROOM (4ull << 30)
#define RT_MARKS 0x1c0000000000u
#define RT_BIRTHS 0x1d0000000000u
#define RT_FILES 0x1e0000000000u
#define RT_FILES_ROOM (64ull << 30)
#define RT_OWN 0x1f0000000000u
#define RT_OWN_ROOM (64ull << 30)
#define RT_ZONES 0x200000000000u  /* the compilers are told: gcc/zones.cc, build.c */
#define RT_MEMORY (1ull << 47)    /* addresses of a process are below */

#define RT_THREADS 128            /* in one program */
#define RT_TLS (16u << 20)        /* of thread-local variables, at the upper end */
#define RT_STACK_MOST (RT_STACK_ROOM - RT_STACK_GUARD - RT_STACK_REST - RT_TLS)
#define RT_FRAMES 1024            /* kept of a call stack */
#define RT_KEYS 1024              /* as glibc has */
#define RT_VISITS 32              /* states of a thread in a waiting loop */
#define RT_LOOPS 512              /* that wait */
#define RT_POLLS 8                /* operations that are compared, since a thread last changed something */
#define RT_LOCATIONS 16           /* whose values are kept, for loops that wait for them */
#define RT_VALUES 6               /* of such a location */
#define RT_READS 4                /* objects a busy-waiting loop may read */
#define RT_ACCESSES (5 + 2 * RT_READS)   /* of one operation */
#define RT_SHARED 32              /* locks a thread may hold for reading at a time */
#define RT_TOUCHED 64             /* accesses of an atomic section that are kept apart */
#define RT_EPOCH 1000000000000000000u    /* virtual time at the start, in nanoseconds */

#define RT_OBJECT (1ull << 63)    /* in struct access: no granule of memory */
#define RT_SECTION ((const void *) 8)    /* stands for all atomic sections */

#endif
