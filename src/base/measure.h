/* Time, and the resources of processes. */
#ifndef BASE_MEASURE_H
#define BASE_MEASURE_H

#include <stdint.h>

double measure_seconds (void);                  /* a monotonic clock */

/* Of a process; 0: unknown. */
uint64_t measure_memory (int pid);              /* bytes in use now */
double measure_held_up (int pid);               /* seconds during which it was runnable but other processes had the processors */

/* The peak memory of this process in bytes; 0: unknown. */
uint64_t measure_peak (void);

#endif
