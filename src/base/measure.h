/* How long something takes, and what processes use. */
#ifndef BASE_MEASURE_H
#define BASE_MEASURE_H

#include <stdint.h>

double measure_seconds (void);                  /* a clock that only goes forward */

/* Of a process; 0 if that is not known. */
uint64_t measure_memory (int pid);              /* bytes in use now */
double measure_held_up (int pid);               /* seconds in which it could have run, and others had the processors */

/* The most memory that this process has had, in bytes; 0 if that is not known. */
uint64_t measure_peak (void);

#endif
