#include "cli/output.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/path.h"
#include "report/formats.h"

/* The output files that can be requested. */
static const struct output {
  size_t option;                  /* offset of the path in struct options */
  bool (*write) (const struct report *, FILE *);
  const char *what;
} outputs[] = {
  {offsetof (struct options, json), report_json, "the JSON result"},
  {offsetof (struct options, html), report_page, "the page"},
  {offsetof (struct options, svg), report_svg, "the picture"},
  {offsetof (struct options, sarif), report_sarif, "the SARIF result"},
  {offsetof (struct options, junit), report_junit, "the JUnit result"},
  {offsetof (struct options, witness), report_witness, "the witness"},
  {offsetof (struct options, plantuml), report_plantuml, "the diagram"},
};
enum { NOUTPUTS = sizeof outputs / sizeof *outputs };

/* NULL: not requested. */
static const char *
path_of (const struct output *x, const struct options *o)
{
  return *(const char *const *) ((const char *) o + x->option);
}

static bool
complain (const char *what, const char *path)
{
  fprintf (stderr, "mazurka: error: cannot write %s to %s: %s\n", what, *path ? path : "standard output", whole_file_reason (errno));
  return false;
}

bool
output_is_named (const struct options *o, const char *path)
{
  const char *copies = getenv ("MAZURKA_JSON_COPIES"), *slash = strrchr (path, '/');
  for (int i = 0; i < NOUTPUTS; i++)
    if (path_of (&outputs[i], o) && !strcmp (path_of (&outputs[i], o), path))
      return true;
  return (o->trace && !strcmp (o->trace, path)) || (o->json && !*o->json && !strcmp (path, "-"))
         || (copies && slash && (size_t) (slash - path) == strlen (copies) && !strncmp (path, copies, strlen (copies)));
}

bool
output_is_possible (const struct options *o)
{
  bool ok = true;
  for (int i = 0; i < NOUTPUTS; i++) {
    const char *path = path_of (&outputs[i], o);
    if (path && *path && !whole_file_is_possible (path))
      ok = complain (outputs[i].what, path);
  }
  return ok;
}

/* To the file, or to standard output if the path is empty. */
static bool
output_to (const struct report *report, bool (*write) (const struct report *, FILE *), const char *path, const char *what)
{
  struct staged_file f;
  bool ok = !*path ? write (report, stdout)
                    : staged_begin (&f, path) && staged_end (&f, write (report, f.stream));
  return ok || complain (what, path);
}

bool
output_copy (struct staged_file *f)
{
  const char *folder = getenv ("MAZURKA_JSON_COPIES");
  struct str path = {0};
  if (folder)
    str_printf (&path, "%s/%ld-%ld.json", folder, (long) getpid (), (long) clock ());
  bool ok = folder && staged_begin (f, str_text (&path));
  str_release (&path);
  return ok;
}

bool
output_write (const struct report *r)
{
  const struct options *o = r->options;
  struct staged_file copy;
  if (o->json && output_copy (&copy))
    staged_end (&copy, report_json (r, copy.stream));
  bool ok = true;
  for (int i = 0; i < NOUTPUTS; i++) {
    const char *path = path_of (&outputs[i], o);
    ok = (!path || output_to (r, outputs[i].write, path, outputs[i].what)) && ok;
  }
  return (!o->github || output_to (r, report_github, "", "annotations")) && ok;
}

/* FILE.trace for safety, FILE.NAME.trace for others. */
static void
add_trace_name (struct str *s, const struct property *p, const char *file)
{
  str_add (s, path_name (file));
  if (strcmp (p->kind, "safety"))
    str_printf (s, ".%s", path_name (property_claim (p)));
  str_add (s, ".trace");
}

void
output_trace (const struct options *o, const struct property_list *all, struct property *p, const char *file, const struct trace_file *t)
{
  struct staged_file f;
  struct str path = {0};
  for (const struct property *q = all->data; o->trace && q < p; q++)
    if (q->trace)
      return;                     /* the only file, already used by a finding */
  if (o->trace)
    str_add (&path, o->trace);
  else
    add_trace_name (&path, p, file);
  if (staged_begin (&f, str_text (&path)) && staged_end (&f, trace_print (f.stream, t)))
    p->trace = mem_strdup (str_text (&path));
  else
    fprintf (stderr, "mazurka: warning: cannot write the trace to %s: %s; --trace=FILE writes it elsewhere\n", str_text (&path), whole_file_reason (errno));
  str_release (&path);
}
