#include <assert.h>

#include "base/options.h"
#include "report/story_writers.h"
#include "report/tracefile.h"

static void
write_text (FILE *f, const char *key, const char *text)
{
  fprintf (f, "%s ", key);
  for (; *text; text++)
    if (*text == '\n')
      fputs ("\\n", f);
    else if (*text == '\\')
      fputs ("\\\\", f);
    else
      fputc (*text, f);
  fputc ('\n', f);
}

static void
write_options (FILE *f, const struct trace_file *t)
{
  char buffer[32];
#define WRITE_TEXT(value, name) \
  if (value)                    \
    write_text (f, "option " name, value);
#define WRITE_CFLAGS WRITE_TEXT
#define WRITE_DEFINE WRITE_TEXT
#define WRITE_FLAG(value, name)                        \
  if (value)                                           \
    fprintf (f, "option %s on\n", name);
#define WRITE_COUNT(value, name) \
  if (value)                     \
    fprintf (f, "option %s %llu\n", name, (unsigned long long) (value));
#define WRITE_CHOICE(value, name) \
  if (value)                      \
    fprintf (f, "option %s %s\n", name, options_choice (name, value, buffer, sizeof buffer));
#define X(field, name, type) WRITE_##type (t->field, name)
  TRACE_OPTIONS (X)
#undef X
}

static void
write_head (FILE *f, const struct trace_file *t)
{
  const struct finding *x = &t->finding;
  fprintf (f, "%s\n", TRACE_FIRST_LINE);
  if (t->model)
    write_text (f, "model", t->model);
  for (size_t i = 0; i < t->programs.count; i++)
    write_text (f, "program", t->programs.data[i]);
  for (size_t i = 0; i < t->arguments.count; i++)
    write_text (f, "argument", t->arguments.data[i]);
  fprintf (f, "hash %016llx\n", (unsigned long long) t->hash);
  write_options (f, t);
  if (!t->has_finding) {
    fprintf (f, "finding none\n");
  } else {
    fprintf (f, "finding %s\n", finding_kind_name (x->kind));
    if (x->pos.file) {
      struct str at = {0};
      str_printf (&at, "%s:%d", x->pos.file, x->pos.line);
      write_text (f, "at", str_text (&at));
      str_release (&at);
    }
    write_text (f, "message", x->message);
  }
  if (t->finding.loop_start > 0 || !t->finding.loop_start)
    fprintf (f, "loop %ld\n", t->finding.loop_start);
  fprintf (f, "steps %zu\n", x->nsteps);
}

/* How the file names a step: the numbers that replay it. */
static void
add_step_id (struct str *s, bool of_program, trans_id id)
{
  if (of_program)
    str_printf (s, "%u %u", trans_thread (id), trans_alternative (id));
  else if (id == TRANS_RELEASE)
    str_add (s, "release");
  else if (id == TRANS_STUTTER)
    str_add (s, "stutter");
  else {
    str_printf (s, "%u %u", trans_pid (id), trans_edge (id));
    if (trans_is_rendezvous (id))
      str_printf (s, " %u %u", trans_partner (id), trans_partner_edge (id));
  }
}

enum { COMMENTED = 500 };        /* number of commented steps at each end of a long trace */

static void
write_steps (FILE *f, const struct finding *x, bool of_program)
{
  struct str line = {0};
  const struct story *s = x->story;
  size_t told = 0;
  for (size_t i = 0; i < x->nsteps; i++) {
    str_clear (&line);
    add_step_id (&line, of_program, x->steps[i]);
    if (s && told < s->steps.count && s->steps.data[told].index == i) {
      if (i < COMMENTED || i + COMMENTED >= x->nsteps) {
        add_padding (&line, 15);
        str_add (&line, " # ");
        add_step (&line, s, &s->steps.data[told]);
      }
      told++;
      while (told < s->steps.count && s->steps.data[told].is_access)
        told++;
    }
    fprintf (f, "%s\n", str_text (&line));
  }
  assert (!s || told == s->steps.count);
  str_release (&line);
}

bool
trace_print (FILE *f, const struct trace_file *t)
{
  assert (!t->model != !t->programs.count && t->finding.loop_start < (long) t->finding.nsteps + !t->model);
  write_head (f, t);
  write_steps (f, &t->finding, !t->model);
  fprintf (f, "end\n");
  return !ferror (f);
}
