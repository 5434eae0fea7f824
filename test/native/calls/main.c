/* Runs the groups of calls that its arguments name. Without any it fails: the trace is what calls.py replays. */

#include "say.h"

#include <stdlib.h>

static const struct { const char *name; void (*say) (void); } groups[] = {
  {"schedule", say_schedule}, {"attributes", say_attributes}, {"signals", say_signals}, {"timers", say_timers}, {"locks", say_locks},
  {"threads", say_threads}, {"process", say_process}, {"time", say_time}, {"memory", say_memory},
  {"files", say_files}, {"descriptors", say_descriptors}, {"streams", say_streams}, {"samples", say_samples},
};

int
main (int argc, char **argv)
{
  if (argc < 2)
    abort ();
  for (int i = 1; i < argc; i++)
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
      if (!strcmp (argv[i], groups[k].name)) {
        printf ("== %s\n", argv[i]);
        groups[k].say ();
      }
  fflush (stdout);
  return 0;
}
