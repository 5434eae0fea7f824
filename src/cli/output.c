#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/mutant.h"
#include "cli/staged.h"
#include "report/formats.h"

/* To the file, or to standard output if the path is empty. */
static bool
output_to (const struct report *report, bool (*write) (const struct report *, FILE *), const char *path, const char *what)
{
  struct staged_file f;
  bool ok = !*path || MUTANT (cli_json_to_stdout) ? write (report, stdout)
                                                  : staged_begin (&f, report->options->staged, path) && staged_end (&f, write (report, f.stream));
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write %s to %s: %s\n", what, *path ? path : "standard output", whole_file_reason (errno));
  return ok;
}

bool
output_copy (struct whole_file *f)
{
  const char *folder = getenv ("MAZURKA_JSON_COPIES");
  struct str path = {0};
  if (folder)
    str_printf (&path, "%s/%ld-%ld.json", folder, (long) getpid (), (long) clock ());
  bool ok = folder && whole_file_begin (f, str_text (&path));
  str_release (&path);
  return ok;
}

bool
output_write (const struct report *r)
{
  const struct options *o = r->options;
  struct whole_file copy;
  if (o->json && output_copy (&copy))
    whole_file_end (&copy, report_json (r, copy.stream));
  bool ok = !o->json || output_to (r, report_json, o->json, "the JSON result");
  ok = (!o->html || output_to (r, report_page, o->html, "the page")) && ok;
  ok = (!o->svg || output_to (r, report_svg, o->svg, "the picture")) && ok;
  ok = (!o->sarif || output_to (r, report_sarif, o->sarif, "the SARIF result")) && ok;
  ok = (!o->junit || output_to (r, report_junit, o->junit, "the JUnit result")) && ok;
  ok = (!o->witness || output_to (r, report_witness, o->witness, "the witness")) && ok;
  ok = (!o->plantuml || output_to (r, report_plantuml, o->plantuml, "the diagram")) && ok;
  return (!o->github || output_to (r, report_github, "", "annotations")) && ok;
}

char *
output_trace (const struct options *o, const char *path, const struct trace_file *t)
{
  struct staged_file f;
  if (staged_begin (&f, o->staged, path) && staged_end (&f, trace_print (f.stream, t)))
    return mem_strdup (path);
  fprintf (stderr, "mazurka: warning: cannot write the trace to %s: %s; --trace=FILE writes it elsewhere\n", path, whole_file_reason (errno));
  return NULL;
}
