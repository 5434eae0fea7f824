/* mazurka test: many checks, a line for each, and a summary. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/whole_file.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/interrupt.h"
#include "cli/test_list.h"
#include "report/formats.h"

static const char default_time[] = "60";

/* ---- the summary ---- */

struct sum { size_t passed, failed, errors, unknown; };

static struct sum
count (const struct test_list *l)
{
  struct sum s = {0};
  for (size_t i = 0; i < l->tests.count; i++) {
    const struct test *t = &l->tests.data[i];
    size_t *which = test_passed (t)                      ? &s.passed
                    : t->outcome == TEST_BAD_INPUT       ? &s.errors
                    : t->outcome == TEST_DUE || (t->outcome == TEST_UNKNOWN && t->expected == TEST_OK) ? &s.unknown
                                                         : &s.failed;
    ++*which;
  }
  return s;
}

static int
exit_code (struct sum s)
{
  return s.failed ? EXIT_VIOLATION : s.errors ? EXIT_USAGE : s.unknown ? EXIT_UNKNOWN : EXIT_OK;
}

static void
print_detail (const struct test *x, const struct term *t)
{
  struct str name = {0}, said = {0};
  add_clean (&name, x->name);
  add_clean_lines (&said, x->output);
  fprintf (t->out, "\n%s%s%s\n%s", term_on (t, STYLE_STRONG), str_text (&name), term_off (t), str_text (&said));
  str_release (&name);
  str_release (&said);
}

/* The messages about input that could not be checked, for the reader. */
static void
print_details (const struct test_list *l, const struct term *t)
{
  for (size_t i = 0; i < l->tests.count; i++) {
    const struct test *x = &l->tests.data[i];
    if (x->outcome == TEST_BAD_INPUT && x->output && *x->output)
      print_detail (x, t);
  }
}

static void
print_sum (const struct test_list *l, const struct term *t, struct sum s)
{
  fprintf (t->out, "%zu passed", s.passed);
  if (s.failed)
    fprintf (t->out, ", %s%zu failed%s", term_on (t, STYLE_BAD), s.failed, term_off (t));
  if (s.errors)
    fprintf (t->out, ", %s%zu could not be checked%s", term_on (t, STYLE_BAD), s.errors, term_off (t));
  if (s.unknown)
    fprintf (t->out, ", %s%zu unknown%s", term_on (t, STYLE_UNSURE), s.unknown, term_off (t));
  fputc ('\n', t->out);
  for (size_t i = 0; i < l->tests.count; i++) {
    const struct test *x = &l->tests.data[i];
    char *trace = test_trace (x);
    struct str quoted = {0}, word = {0};
    add_quoted (&quoted, trace);
    add_clean (&word, str_text (&quoted));
    if (!test_passed (x) && x->outcome == TEST_VIOLATION && !access (trace, R_OK))
      fprintf (t->out, "  mazurka replay %s\n", str_text (&word));
    str_release (&quoted);
    str_release (&word);
    mem_free (trace);
  }
  fflush (t->out);
}

/* ---- JUnit ---- */

static void
put_case (const struct test *t, FILE *out)
{
  const char *element = t->outcome == TEST_BAD_INPUT || t->outcome == TEST_UNKNOWN || t->outcome == TEST_DUE ? "error" : "failure";
  fputs ("    <testcase classname=\"mazurka\" name=\"", out);
  put_xml (t->name, out);
  fprintf (out, "\" time=\"%.3f\">\n", t->seconds);
  if (!test_passed (t)) {
    fprintf (out, "      <%s type=\"%s\" message=\"", element, test_outcome_name (t->outcome));
    put_xml (t->message ? t->message : "", out);
    fputs ("\">", out);
    put_xml (t->output ? t->output : "", out);
    fprintf (out, "</%s>\n", element);
  }
  fputs ("    </testcase>\n", out);
}

static void
put_cases (const struct test_list *l, struct sum s, FILE *out)
{
  fprintf (out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"mazurka\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
           l->tests.count, s.failed, s.errors + s.unknown);
  for (size_t i = 0; i < l->tests.count; i++)
    put_case (&l->tests.data[i], out);
  fputs ("  </testsuite>\n</testsuites>\n", out);
}

static bool
write_junit (const struct test_list *l, const char *path, struct sum s)
{
  struct whole_file f;
  bool ok = whole_file_begin (&f, path);
  if (ok) {
    put_cases (l, s, f.stream);
    ok = whole_file_end (&f, true);
  }
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write the JUnit result to %s: %s\n", path, whole_file_reason (errno));
  return ok;
}

/* ---- the command ---- */

/* Traces are stored by test name. */
static bool
names_differ (const struct test_list *l)
{
  for (size_t i = 0; i < l->tests.count; i++)
    for (size_t k = 0; k < i; k++)
      if (!strcmp (l->tests.data[i].name, l->tests.data[k].name) && !strcmp (l->tests.data[i].folder, l->tests.data[k].folder)) {
        clean_print (stderr, "mazurka: error: two tests are called %s; `name = ` in mazurka.toml tells them apart\n", l->tests.data[i].name);
        return false;
      }
  return true;
}

/* A symbolic link would redirect what is written and removed there. */
static bool
remembers_here (const struct test_list *l)
{
  bool ok = true;
  for (size_t i = 0; i < l->tests.count && ok; i++) {
    struct stat s;
    char *folder = test_trace (&l->tests.data[i]);
    *strrchr (folder, '/') = 0;
    ok = lstat (folder, &s) || S_ISDIR (s.st_mode);
    if (!ok)
      clean_print (stderr, "mazurka: error: %s is not a folder, but traces of failures are kept in one of that name\n", folder);
    mem_free (folder);
  }
  return ok;
}

static int
run_tests (struct test_list *l, const struct options *o, const struct option_words *paths, const char *time)
{
  struct term t;
  term_init (&t, stdout, o->color);
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  struct test_run run = {.jobs = o->jobs ? o->jobs : cores > 0 ? (size_t) cores : 1, .time = time, .term = &t, .quiet = o->quiet,
                         .interrupt = interrupt_catch ()};
  struct sum s;
  bool written;
  do {
    test_list_run (l, &run);
    s = count (l);
    print_details (l, &t);
    print_sum (l, &t, s);
    written = !o->junit || write_junit (l, o->junit, s);
    if (o->watch && !*run.interrupt)
      fprintf (t.out, "waiting for changes; Ctrl-C ends\n"), fflush (t.out);
  } while (o->watch && test_list_wait (l, paths->data, (size_t) paths->count, run.interrupt));
  return written ? exit_code (s) : EXIT_USAGE;
}

int
command_test (const char *program, int argc, char **argv)
{
  struct command_line line;
  struct test_list list = {0};
  struct diag diag = {.out = stderr};
  struct str time = {0};
  int code = EXIT_USAGE;
  (void) program;
  bool ok = command_line_parse (&line, 't', NULL, argc, argv);
  const struct options *o = &line.options;
  list.allow_flags = o->allow_flags;
  if (ok && line.rest.count)
    fprintf (stderr, "mazurka: error: arguments of a program stand in its comment or in mazurka.toml: // mazurka: -- ARGS\n");
  ok = ok && !line.rest.count && test_list_find_all (&list, line.files.data, (size_t) line.files.count, &diag);
  if (ok && !list.tests.count)
    fprintf (stderr, "mazurka: error: nothing to check here: no model, no C source with a main, no executable built with `mazurka cc`\n");
  if (o->time > 0)
    str_printf (&time, "%g", o->time);
  if (ok && list.tests.count && names_differ (&list) && remembers_here (&list))
    code = run_tests (&list, o, &line.files, o->time > 0 ? str_text (&time) : default_time);
  str_release (&time);
  test_list_release (&list);
  command_line_release (&line);
  return code;
}
