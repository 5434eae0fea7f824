#include "cli/output.h"

#include <errno.h>
#include <string.h>

#include "base/mutant.h"
#include "report/formats.h"

/* To the file, or to standard output if the path is empty. */
static bool
output_to (const struct report *report, bool (*write) (const struct report *, FILE *), const char *path, const char *what)
{
  FILE *f = *path && !MUTANT (cli_json_to_stdout) ? fopen (path, "w") : stdout;
  bool ok = f && write (report, f);
  if (f && f != stdout)
    ok = !fclose (f) && ok;
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write %s to %s: %s\n", what, *path ? path : "standard output", strerror (errno));
  return ok;
}

bool
output_write (const struct report *r)
{
  const struct options *o = r->options;
  bool ok = !o->json || output_to (r, report_json, o->json, "the JSON result");
  ok = (!o->html || output_to (r, report_page, o->html, "the page")) && ok;
  ok = (!o->svg || output_to (r, report_svg, o->svg, "the picture")) && ok;
  ok = (!o->sarif || output_to (r, report_sarif, o->sarif, "the SARIF result")) && ok;
  ok = (!o->junit || output_to (r, report_junit, o->junit, "the JUnit result")) && ok;
  ok = (!o->witness || output_to (r, report_witness, o->witness, "the witness")) && ok;
  ok = (!o->plantuml || output_to (r, report_plantuml, o->plantuml, "the diagram")) && ok;
  return (!o->github || output_to (r, report_github, "", "annotations")) && ok;
}
