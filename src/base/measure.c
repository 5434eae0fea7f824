/* Time and resources of processes. See measure.h. */
#include "base/measure.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double
measure_seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* The second number of a file about the process. */
static unsigned long long
second_number (int pid, const char *file)
{
  char path[40];
  unsigned long long first, second = 0;
  snprintf (path, sizeof path, "/proc/%d/%s", pid, file);
  FILE *f = fopen (path, "r");
  if (!f)
    return 0;
  if (fscanf (f, "%llu %llu", &first, &second) != 2)
    second = 0;
  fclose (f);
  return second;
}

uint64_t
measure_memory (int pid)
{
  return second_number (pid, "statm") * (uint64_t) sysconf (_SC_PAGESIZE);
}

double
measure_held_up (int pid)
{
  return (double) second_number (pid, "schedstat") / 1e9;
}

uint64_t
measure_peak (void)
{
  struct rusage usage;
  return getrusage (RUSAGE_SELF, &usage) ? 0 : (uint64_t) usage.ru_maxrss * 1024;
}
