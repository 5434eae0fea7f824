#include "cli/output.h"

#include <errno.h>
#include <string.h>

#include "base/mutant.h"

bool
output_json (const struct report *report, const char *path)
{
  FILE *f = *path && !MUTANT (cli_json_to_stdout) ? fopen (path, "w") : stdout;
  bool ok = f && report_json (report, f);
  if (f && f != stdout)
    ok = !fclose (f) && ok;
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write the JSON result to %s: %s\n", *path ? path : "standard output",
             strerror (errno));
  return ok;
}
