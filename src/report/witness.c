/* A violation witness of SV-COMP, format 2.0: YAML with one entry of type
 * violation_sequence (Ayaziová et al., Software Verification Witnesses 2.0, SPIN 2024).
 *
 * A waypoint that does not fit makes a witness wrong, a missing one only says less.
 * Written are the calls that order threads, as function_enter; values that the
 * program was given, as function_return; and where it fails, as target. Accesses to
 * memory are left out: the format places assumptions before statements, and an
 * access may stand anywhere in one. Nor does format 2.0 know threads; they are
 * named in comments.
 */
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/mutant.h"
#include "base/sha256.h"
#include "base/version.h"
#include "report/formats.h"
#include "report/json_text.h"

/* A JSON text is one of YAML too. */
static void
put_yaml (const char *text, FILE *out)
{
  json_t *j = json_text (text);
  json_dumpf (j, out, JSON_ENCODE_ANY);
  json_decref (j);
}

/* What the finding violates, in the competition's words; NULL: it has none for it. */
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

static void
put_hash (const char *path, FILE *out)
{
  struct str text = {0};
  char hex[65], part[4096];
  FILE *f = fopen (path, "r");
  for (size_t n; f && (n = fread (part, 1, sizeof part, f)) > 0;)
    str_add_n (&text, part, n);
  if (f)
    fclose (f);
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

/* Each in a segment of its own: one after the other. */
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
}

/* Calls that a thread makes when the step happens. */
static bool
is_call (const char *op)
{
  static const char *const calls[] = {"create", "join", "lock", "unlock", "wait", "signal", "broadcast", "barrier", "sem_wait", "sem_post"};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (!strcmp (op, calls[i]))
      return true;
  return false;
}

static bool
is_number (const char *text)
{
  text += *text == '-';
  return *text && !text[strspn (text, "0123456789")];
}

struct witness {
  const struct report *report;
  FILE *out;
  bool done;                      /* one violation is enough */
};

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
    const char *thread = s->threads.data[x->thread].name;
    if (!x->pos.file || x->is_access)
      continue;
    if (!strcmp (x->op, "choose") && x->value && is_number (x->value))
      put_waypoint (w->out, "function_return", x->value, x->pos, thread);
    else if (is_call (x->op) && !x->is_refused && !(MUTANT (report_witness_unlocked) && !strcmp (x->op, "unlock")))
      put_waypoint (w->out, "function_enter", NULL, x->pos, thread);
  }
  put_waypoint (w->out, "target", NULL, f->pos, s->failed != STORY_NONE ? s->threads.data[s->failed].name : "");
}

bool
report_witness (const struct report *r, FILE *out)
{
  struct witness w = {.report = r, .out = out};
  if (r->is_program || r->threads)
    each_finding (r, put_violation, &w);
  if (!w.done)
    fprintf (out, "# nothing was found that violates a property of SV-COMP in C\n[]\n");
  return !ferror (out) && !fflush (out);
}
