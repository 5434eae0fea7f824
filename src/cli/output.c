#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/staged.h"
#include "report/formats.h"

/* To the file, or to standard output if the path is empty. */
static bool
output_to (const struct report *report, bool (*write) (const struct report *, FILE *), const char *path, const char *what)
{
  FILE *staged = report->options->staged, *f = *path ? staged_open (staged, path) : stdout;
  bool ok = f && write (report, f);
  if (f && f != stdout)
    ok = staged_close (staged, path, f) && ok;
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write %s to %s: %s\n", what, *path ? path : "standard output", strerror (errno));
  return ok;
}

FILE *
output_copy (struct str *path)
{
  const char *folder = getenv ("MAZURKA_JSON_COPIES");
  if (!folder)
    return NULL;
  str_printf (path, "%s/%ld-%ld", folder, (long) getpid (), (long) clock ());
  return fopen (str_text (path), "w");
}

void
output_copied (struct str *path, FILE *f)
{
  struct str name = {0};
  str_printf (&name, "%s.json", str_text (path));
  if (!fclose (f))
    rename (str_text (path), str_text (&name));
  str_release (&name);
  str_release (path);
}

static void
copy_json (const struct report *r)
{
  struct str path = {0};
  FILE *f = output_copy (&path);
  if (f) {
    report_json (r, f);
    output_copied (&path, f);
  }
}

bool
output_write (const struct report *r)
{
  const struct options *o = r->options;
  if (o->json)
    copy_json (r);
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
  FILE *f = staged_open (o->staged, path);
  bool ok = f && trace_print (f, t);
  if (f)
    ok = staged_close (o->staged, path, f) && ok;
  if (ok)
    return mem_strdup (path);
  fprintf (stderr, "mazurka: warning: cannot write the trace to %s: %s; --trace=FILE writes it elsewhere\n", path, strerror (errno));
  return NULL;
}
