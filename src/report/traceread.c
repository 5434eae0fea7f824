/* Reads trace files line by line, in the order given by the header; the first error is reported with its line and ends the
 * reading. */
#include "report/tracefile.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/options.h"
#include "base/vec.h"

bool
trace_is_one (const char *text, size_t len)
{
  size_t n = strlen ("mazurka trace ");
  return len >= n && !memcmp (text, TRACE_FIRST_LINE, n);
}

struct reader {
  FILE *file;
  struct pos pos;
  char *line;                     /* without newline, comment and trailing blanks; heap */
  size_t room;
  struct trace_file *trace;
  struct diag *diag;
  bool failed;
};

static bool
fail (struct reader *r, const char *what)
{
  if (!r->failed)
    diag_error (r->diag, r->pos, "%s", what);
  r->failed = true;
  return false;
}

/* The next line that is not empty; NULL at the end of the file. */
static char *
next_line (struct reader *r)
{
  ssize_t n;
  while ((n = getline (&r->line, &r->room, r->file)) >= 0) {
    r->pos.line++;
    if (memchr (r->line, 0, (size_t) n)) {
      fail (r, "a zero byte: this is not a trace file");
      return NULL;
    }
    while (n > 0 && strchr ("\n\r", r->line[n - 1]))
      r->line[--n] = 0;
    if (n > 0 && r->line[0] != '#')
      return r->line;
  }
  r->pos.line++;
  return NULL;
}

/* What follows "key " in the current line; NULL if it starts otherwise. */
static char *
after_key (struct reader *r, const char *key)
{
  size_t n = strlen (key);
  return r->line && !strncmp (r->line, key, n) && r->line[n] == ' ' ? r->line + n + 1 : NULL;
}

/* Undoes the escapes of write_text; NULL after a message if one is invalid. */
static char *
read_text (struct reader *r, const char *text)
{
  char *out = arena_alloc (&r->trace->arena, strlen (text) + 1), *p = out;
  for (; *text; text++)
    if (*text != '\\')
      *p++ = *text;
    else if (*++text == 'n')
      *p++ = '\n';
    else if (*text == '\\')
      *p++ = '\\';
    else {
      fail (r, "bad escape: expected \\n or \\\\");
      return NULL;
    }
  return out;
}

static bool
read_number (const char **text, unsigned long most, unsigned long *out)
{
  if (**text < '0' || **text > '9')
    return false;
  char *end;
  errno = 0;
  *out = strtoul (*text, &end, 10);
  *text = end;
  return !errno && *out <= most;
}

/* The whole text is one number. */
static bool
read_whole_number (const char *text, unsigned long *out)
{
  return read_number (&text, SIZE_MAX / sizeof (trans_id), out) && !*text;
}

/* ---- options: one function for each type ---- */

static bool
read_TEXT (struct reader *r, const char *name, const char *value, const char **out)
{
  (void) name;
  return (*out = read_text (r, value));
}

static bool
read_DEFINE (struct reader *r, const char *name, const char *value, const char **out)
{
  r->trace->define_pos = r->pos;
  return read_TEXT (r, name, value, out);
}

static bool
read_CFLAGS (struct reader *r, const char *name, const char *value, const char **out)
{
  r->trace->cflags_pos = r->pos;
  return read_TEXT (r, name, value, out);
}

static bool
read_CHOICE (struct reader *r, const char *name, const char *value, int *out)
{
  char buffer[32];
  for (int i = 0; *options_choice (name, i, buffer, sizeof buffer); i++)
    if (!strcmp (buffer, value)) {
      *out = i;
      return true;
    }
  return fail (r, "this value of the option is not known");
}

static bool
read_FLAG (struct reader *r, const char *name, const char *value, bool *out)
{
  (void) name;
  return (*out = !strcmp (value, "on")) || fail (r, "expected 'on'");
}

static bool
read_COUNT (struct reader *r, const char *name, const char *value, uint64_t *out)
{
  unsigned long n = 0;
  bool ok = read_whole_number (value, &n);
  (void) name;
  *out = n;
  return ok || fail (r, "expected a number");
}

static bool
read_option (struct reader *r, const char *text)
{
  struct trace_file *t = r->trace;
  const char *value = strchr (text, ' ');
  size_t n = value ? (size_t) (value - text) : 0;
  if (!value)
    return fail (r, "expected 'option NAME VALUE'");
#define X(field, name, type)                             \
  if (n == strlen (name) && !memcmp (text, name, n)) \
    return read_##type (r, name, value + 1, &t->field);
  TRACE_OPTIONS (X)
#undef X
#define X(field, name, type) " " name
  return fail (r, "unknown option; expected one of" TRACE_OPTIONS (X));
#undef X
}

static bool
read_kind (struct reader *r, const char *text)
{
  static const char *const names[] = {
#define X(id, name) name,
    FINDING_KINDS (X)
#undef X
  };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (!strcmp (names[i], text)) {
      r->trace->finding.kind = (enum finding_kind) i;
      r->trace->has_finding = true;
      return true;
    }
  return !strcmp (text, "none") || fail (r, "unknown kind of finding");
}

static bool
read_at (struct reader *r, const char *text)
{
  struct pos *pos = &r->trace->finding.pos;
  char *file = read_text (r, text), *colon = file ? strrchr (file, ':') : NULL;
  unsigned long line;
  if (!file)
    return false;
  if (!colon || colon == file || !read_whole_number (colon + 1, &line) || line > INT32_MAX)
    return fail (r, "expected 'at FILE:LINE'");
  *colon = 0;
  *pos = (struct pos) {.file = file, .line = (int) line};
  return true;
}

/* If the current line starts with the key and `read` accepts it, moves to the next line; a missing key is an error iff
 * `expected` is given. */
static bool
take (struct reader *r, const char *key, bool (*read) (struct reader *, const char *), const char *expected)
{
  const char *text = after_key (r, key);
  if (!text)
    return !expected || fail (r, expected);
  if (!read (r, text))
    return false;
  if (!next_line (r))
    return fail (r, "the file ends too early");
  return true;
}

static bool
read_model (struct reader *r, const char *text)
{
  r->trace->model = *text ? read_text (r, text) : NULL;
  return r->trace->model || fail (r, "expected 'model FILE'");
}

static bool
read_program (struct reader *r, const char *text)
{
  if (!*text)
    return fail (r, "expected 'program FILE'");
  VEC_PUSH (r->trace->programs, read_text (r, text));
  return VEC_LAST (r->trace->programs);
}

static bool
read_argument (struct reader *r, const char *text)
{
  VEC_PUSH (r->trace->arguments, read_text (r, text));
  return VEC_LAST (r->trace->arguments);
}

static bool
read_hash (struct reader *r, const char *text)
{
  if (strlen (text) != 16 || strspn (text, "0123456789abcdef") != 16)
    return fail (r, "expected 'hash' and 16 hexadecimal digits");
  r->trace->hash = strtoull (text, NULL, 16);
  r->trace->hash_pos = r->pos;
  return true;
}

static bool
read_message (struct reader *r, const char *text)
{
  return (r->trace->finding.message = read_text (r, text));
}

static bool
read_loop (struct reader *r, const char *text)
{
  unsigned long n;
  if (!read_whole_number (text, &n))
    return fail (r, "expected 'loop N', N the number of the cycle's first step, from 0");
  r->trace->finding.loop_start = (long) n;
  return true;
}

/* One step line of a program: two numbers. */
static bool
read_program_step (struct reader *r, const char *line, trans_id *out)
{
  unsigned long thread = 0, way = 0;
  const char *p = line;
  bool ok = read_number (&p, UINT32_MAX - 1, &thread) && *p++ == ' ' && read_number (&p, UINT32_MAX, &way);
  p += ok ? strspn (p, " ") : 0;
  if (!ok || (*p && *p != '#'))
    return fail (r, "expected a step: THREAD WAY");
  *out = trans_of_program ((uint32_t) thread, (uint32_t) way);
  return true;
}

/* One step line: "release", "stutter", two numbers or four. */
static bool
read_step (struct reader *r, char *line, trans_id *out)
{
  char *comment = strchr (line, '#');
  char *end = comment ? comment : line + strlen (line);
  while (end > line && end[-1] == ' ')
    end--;
  *end = 0;
  unsigned long n[4] = {0};
  const unsigned long most[4] = {TRANS_MAX_PID, TRANS_MAX_EDGE, TRANS_MAX_PID, TRANS_MAX_PARTNER_EDGE};
  *out = !strcmp (line, "release") ? TRANS_RELEASE : TRANS_STUTTER;
  if (!strcmp (line, "release") || !strcmp (line, "stutter"))
    return true;
  int count = 0;
  const char *p = line;
  while (count < 4 && read_number (&p, most[count], &n[count])) {
    count++;
    if (*p != ' ')
      break;
    p += strspn (p, " ");
  }
  if (*p || (count != 2 && count != 4))
    return fail (r, "expected a step: PROCESS EDGE, or PROCESS EDGE PARTNER EDGE, or release");
  *out = count == 2 ? trans_of ((uint32_t) n[0], (uint32_t) n[1])
                    : trans_of_rendezvous ((uint32_t) n[0], (uint32_t) n[1], (uint32_t) n[2], (uint32_t) n[3]);
  return true;
}

static bool
read_steps (struct reader *r, unsigned long count)
{
  struct finding *x = &r->trace->finding;
  VEC (trans_id) steps = {0};
  VEC (int) lines = {0};
  bool ok = true;
  while (ok && steps.count < count) {
    trans_id id = 0;
    char *line = next_line (r);
    ok = !line             ? fail (r, "the file ends too early: a step was expected")
         : r->trace->model ? read_step (r, line, &id)
                           : read_program_step (r, line, &id);
    VEC_PUSH (steps, id);
    VEC_PUSH (lines, r->pos.line);
  }
  x->nsteps = steps.count;
  x->steps = arena_alloc (&r->trace->arena, (steps.count + 1) * sizeof (trans_id));
  r->trace->step_lines = arena_alloc (&r->trace->arena, (lines.count + 1) * sizeof (int));
  if (steps.count) {
    memcpy (x->steps, steps.data, steps.count * sizeof (trans_id));
    memcpy (r->trace->step_lines, lines.data, lines.count * sizeof (int));
  }
  VEC_FREE (steps);
  VEC_FREE (lines);
  if (!ok)
    return false;
  if (!next_line (r) || strcmp (r->line, "end"))
    return fail (r, "expected 'end' after the last step");
  return !next_line (r) || fail (r, "nothing may follow 'end'");
}

static bool
read_all (struct reader *r)
{
  struct trace_file *t = r->trace;
  unsigned long count;
  if (!next_line (r) || strncmp (r->line, TRACE_FIRST_LINE, sizeof TRACE_FIRST_LINE))
    return fail (r, !r->line || strncmp (r->line, "mazurka trace", 13) ? "not a trace: `mazurka check FILE` writes one where it finds something"
                                                          : "a trace of another version: expected 'mazurka trace 1'");
  if (!next_line (r))
    return fail (r, "the file ends too early");
  while (after_key (r, "program"))
    if (!take (r, "program", read_program, NULL))
      return false;
  while (t->programs.count && after_key (r, "argument"))
    if (!take (r, "argument", read_argument, NULL))
      return false;
  if ((!t->programs.count && !take (r, "model", read_model, "expected 'model FILE' or 'program FILE'")) ||
      !take (r, "hash", read_hash, "expected 'hash' and 16 hexadecimal digits"))
    return false;
  while (after_key (r, "option"))
    if (!take (r, "option", read_option, NULL))
      return false;
  if (!take (r, "finding", read_kind, "expected 'finding KIND' or 'option NAME VALUE'"))
    return false;
  if (t->has_finding &&
      (!take (r, "at", read_at, NULL) || !take (r, "message", read_message, "expected 'message TEXT'")))
    return false;
  if (!take (r, "loop", read_loop, NULL))
    return false;
  const char *steps = after_key (r, "steps");
  if (!steps || !read_whole_number (steps, &count))
    return fail (r, "expected 'steps N'");
  if (t->finding.loop_start >= (long) count + !t->model)   /* a program's execution may end there */
    return fail (r, "the loop starts after the last step");
  return read_steps (r, count);
}

bool
trace_read (const char *path, struct trace_file *t, struct diag *diag)
{
  *t = (struct trace_file) {.finding.loop_start = -1};
  const char *why;
  struct reader r = {.trace = t, .diag = diag, .file = file_open (path, file_most_program, &why)};
  r.pos.file = path;
  if (!r.file) {
    diag_error (diag, (struct pos) {0}, "cannot read %s: %s", path, why);
    return false;
  }
  bool ok = read_all (&r) && !r.failed;
  assert (!ok || (!t->model == (t->programs.count > 0) && t->finding.loop_start < (long) t->finding.nsteps + !t->model));
  fclose (r.file);
  free (r.line);
  return ok;
}

void
trace_release (struct trace_file *t)
{
  arena_release (&t->arena);
  VEC_FREE (t->programs);
  VEC_FREE (t->arguments);
}
