/* A violation witness of SV-COMP, format 2.0: YAML with one entry of type violation_sequence (P. Ayaziová, D. Beyer, M.
 * Lingsch-Rosenfeld, M. Spiessl, J. Strejček, "Software Verification Witnesses 2.0", SPIN 2024).
 *
 * A wrong waypoint makes the witness wrong, a missing one only makes it less specific. The place of a waypoint is the
 * closing parenthesis of the call, which is searched in the source: calls in macros, or inside functions of other names,
 * are omitted. Written are calls that order threads, as function_enter; input values, as function_return; and the failing
 * place, as target. Memory accesses are omitted: the format places assumptions before statements, and an access may be
 * anywhere inside one. Format 2.0 does not know threads; they are named in comments. */
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/c_text.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "report/formats.h"
#include "report/json_text.h"

/* JSON strings are valid YAML. */
static void
put_yaml (const char *text, FILE *out)
{
  json_t *j = json_text (text);
  json_dumpf (j, out, JSON_ENCODE_ANY);
  json_decref (j);
}

/* The competition's name of the violated property; NULL: it has none. */
static const char *
specification (const struct finding *f)
{
  switch (f->kind) {
  case FINDING_ASSERTION: return "G ! call(reach_error())";
  case FINDING_DATA_RACE: return "G ! data-race";
  case FINDING_MEMORY: return strstr (f->message, "free (") || strstr (f->message, "double free") ? "G valid-free" : "G valid-deref";
  default: return NULL;
  }
}

/* ---- metadata ---- */

/* Empty if the file cannot be read. */
static struct str
read_all (const char *path)
{
  struct str text = {0};
  const char *why;
  FILE *f = file_open (path, file_most_program, &why);
  if (f) {
    file_add (&text, fileno (f), file_most_program);
    fclose (f);
  }
  return text;
}

static void
put_hash (const char *path, FILE *out)
{
  struct str text = read_all (path);
  char hex[65];
  sha256_hex (text.data, text.len, hex);
  fprintf (out, "\"%s\"\n", hex);
  str_release (&text);
}

static void
put_metadata (const struct report *r, const char *property, FILE *out)
{
  uint8_t id[16] = {0};
  char when[32];
  time_t now = time (NULL);
  if (getrandom (id, sizeof id, 0) != sizeof id)
    memcpy (id, &now, sizeof now);
  id[6] = (id[6] & 0x0f) | 0x40;
  id[8] = (id[8] & 0x3f) | 0x80;
  strftime (when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime (&now));
  fputs ("- entry_type: \"violation_sequence\"\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"", out);
  for (int i = 0; i < 16; i++)
    fprintf (out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", id[i]);
  fprintf (out, "\"\n    creation_time: \"%s\"\n    producer:\n      name: \"Mazurka\"\n      version: \"%s\"\n    task:\n      input_files:\n", when,
           MAZURKA_VERSION);
  for (size_t i = 0; i < r->ninputs; i++) {
    fputs ("      - ", out);
    put_yaml (r->inputs[i], out);
    fputc ('\n', out);
  }
  fputs ("      input_file_hashes:\n", out);
  for (size_t i = 0; i < r->ninputs; i++) {
    fputs ("        ", out);
    put_yaml (r->inputs[i], out);
    fputs (": ", out);
    put_hash (r->inputs[i], out);
  }
  fprintf (out, "      specification: \"CHECK( init(main()), LTL(%s) )\"\n      data_model: \"LP64\"\n      language: \"C\"\n  content:\n", property);
}

/* ---- waypoints ---- */

/* Each in a segment of its own, in order. */
static void
put_waypoint (FILE *out, const char *type, const char *result, struct pos pos, const char *thread)
{
  fprintf (out, "  - segment:\n    - waypoint: # %s\n        type: \"%s\"\n        action: \"follow\"\n", thread, type);
  if (result) {
    fputs ("        constraint:\n          value: \"\\\\result == ", out);
    fprintf (out, "%s\"\n          format: \"acsl_expression\"\n", result);
  }
  fputs ("        location:\n          file_name: ", out);
  put_yaml (pos.file, out);
  fprintf (out, "\n          line: %d\n", pos.line);
  if (pos.col)
    fprintf (out, "          column: %d\n", pos.col);
}

/* Library calls behind an operation, and the text in their functions' names. */
static const struct { const char *op, *name, *not; } calls[] = {
  {"create", "create", NULL}, {"join", "join", NULL}, {"lock", "lock", "unlock"}, {"unlock", "unlock", NULL}, {"wait", "wait", NULL},
  {"signal", "signal", NULL}, {"broadcast", "broadcast", NULL}, {"barrier", "wait", NULL}, {"sem_wait", "wait", NULL},
  {"sem_post", "post", NULL}, {"choose", "__VERIFIER_nondet_", NULL}};

static bool
is_number (const char *text)
{
  text += *text == '-';
  return *text && !text[strspn (text, "0123456789")];
}

struct witness {
  const struct report *report;
  FILE *out;
  const char *file;               /* file whose text is loaded; NULL: none yet */
  struct str source;
  struct c_text text;
  bool done;                      /* one violation is enough */
};

static void
open_source (struct witness *w, const char *file)
{
  if (w->file && !strcmp (w->file, file))
    return;
  c_text_release (&w->text);
  str_release (&w->source);
  w->source = read_all (file);
  c_text_init (&w->text, str_text (&w->source));
  w->file = file;
}

/* Finds the end of a call of such an operation on the line; false: there is none. */
static bool
find_call_end (struct witness *w, const char *op, struct pos *pos)
{
  size_t k = 0;
  while (k < sizeof calls / sizeof *calls && strcmp (op, calls[k].op))
    k++;
  if (k == sizeof calls / sizeof *calls)
    return false;
  open_source (w, pos->file);
  for (size_t i = 0; i < w->text.calls.count; i++) {
    const struct c_call *c = &w->text.calls.data[i];
    struct str name = {0};
    int line, col;
    c_text_place (&w->text, c->name, &line, &col);
    str_add_n (&name, w->text.text + c->name, c->name_end - c->name);
    bool is_it = line == pos->line && !c->is_member && strstr (str_text (&name), calls[k].name) && !(calls[k].not && strstr (str_text (&name), calls[k].not));
    str_release (&name);
    if (is_it) {
      pos->line = c->line;
      pos->col = c->col;
      return true;
    }
  }
  return false;
}

static void
put_violation (void *context, const struct property *p, const struct finding *f, const struct story *s)
{
  struct witness *w = context;
  const char *property = specification (f);
  if (w->done || !property || !f->pos.file || p->result.verdict != VERDICT_VIOLATION)
    return;
  w->done = true;
  put_metadata (w->report, property, w->out);
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    struct pos pos = x->pos;
    bool returns = !strcmp (x->op, "choose");
    if (!pos.file || x->is_access || x->is_refused || (returns && !(x->value && is_number (x->value))) || !find_call_end (w, x->op, &pos))
      continue;
    put_waypoint (w->out, returns ? "function_return" : "function_enter", returns ? x->value : NULL, pos, s->threads.data[x->thread].name);
  }
  put_waypoint (w->out, "target", NULL, f->pos, s->failed != STORY_NONE ? s->threads.data[s->failed].name : "");
}

bool
report_witness (const struct report *r, FILE *out)
{
  struct report whole = *r;       /* an omitted waypoint would admit other executions */
  struct witness w = {.report = r, .out = out};
  whole.whole = true;
  if (r->is_program || r->threads)
    each_finding (&whole, put_violation, &w);
  if (!w.done)
    fprintf (out, "# nothing was found that violates a property of SV-COMP in C\n[]\n");
  c_text_release (&w.text);
  str_release (&w.source);
  return !ferror (out) && !fflush (out);
}
