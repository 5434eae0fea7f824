#define _GNU_SOURCE
#include "cli/complaint.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/json_text.h"

static struct complaint *capturing;

void
complaint_begin (struct complaint *c, int argc, char **argv)
{
  *c = (struct complaint) {-1, -1, NULL, NULL};
  for (int i = 1; i < argc && strcmp (argv[i], "--"); i++) {
    const char *next = i + 1 < argc ? argv[i + 1] : "", *dot = strrchr (next, '.');
    if (!strncmp (argv[i], "--json=", 7))
      c->path = argv[i] + 7;
    else if (!strcmp (argv[i], "--json"))
      c->path = dot && !strcmp (dot, ".json") ? next : "";
  }
  if (!c->path)
    return;
  fflush (stderr);
  c->kept = memfd_create ("complaint", MFD_CLOEXEC);
  c->real = dup (STDERR_FILENO);
  if (c->kept >= 0 && c->real >= 0)
    dup2 (c->kept, STDERR_FILENO);
  capturing = c;
}

int
complaint_stderr (void)
{
  return capturing && capturing->real >= 0 ? capturing->real : STDERR_FILENO;
}

void
complaint_pass_all (void)
{
  if (capturing)
    complaint_pass (capturing);
}

void
complaint_pass (struct complaint *c)
{
  enum { MOST = 16 << 20 };       /* a stranger's code may have written it */
  struct str s = {0};
  if (c->kept < 0 || c->real < 0) {
    c->text = c->path && !c->text ? mem_strdup ("") : c->text;    /* the messages could not be captured */
    return;
  }
  fflush (stderr);
  dup2 (c->real, STDERR_FILENO);
  file_add (&s, c->kept, MOST);
  if (!ftruncate (c->kept, 0))    /* a process that was forked meanwhile does not say it again */
    lseek (c->kept, 0, SEEK_SET);
  fputs (str_text (&s), stderr);
  c->text = str_take (&s);
  close (c->kept);
  close (c->real);
  c->kept = c->real = -1;
}

/* Parses "file:line:column: error: text", with an incomplete position or none, or an error of the linker; NULL: it has
 * another form. */
static json_t *
error_of (const char *line, size_t length)
{
  static const char mark[] = ": error: ", linkers[] = ": undefined reference";
  char *text = mem_alloc (length + 1);
  int at = 0, column = 0;
  memcpy (text, line, length);
  text[length] = 0;
  char *found = strstr (text, mark), *colon;
  json_t *error = NULL;
  bool is_linkers = !found && (found = strstr (text, linkers));
  if (found && strncmp (text, "collect2:", 9)) {
    const char *message = found + (is_linkers ? 2 : sizeof mark - 1);
    *found = 0;
    for (int i = 0; i < 2 && (colon = strrchr (text, ':')) && colon[1] && strspn (colon + 1, "0123456789") == strlen (colon + 1); i++) {
      column = at;
      at = atoi (colon + 1);
      *colon = 0;
    }
    bool is_ours = !strcmp (text, "mazurka");
    error = json_pack ("{s:o, s:o, s:o, s:o}", "message", json_text (message), "file", is_ours ? json_null () : json_text (text),
                       "line", at ? json_integer (at) : json_null (), "column", column ? json_integer (column) : json_null ());
  }
  mem_free (text);
  return error;
}

static json_t *
errors_of (const char *text)
{
  json_t *errors = json_array ();
  for (const char *p = text; *p;) {
    size_t n = strcspn (p, "\n");
    json_t *error = error_of (p, n);
    if (error)
      json_array_append_new (errors, error);
    p += n + !!p[n];
  }
  if (!json_array_size (errors))
    json_array_append_new (errors, json_pack ("{s:o, s:n, s:n, s:n}", "message", json_text (*text ? text : "the input cannot be checked"), "file", "line", "column"));
  return errors;
}

static bool
put_errors (const json_t *errors, FILE *out)
{
  return !json_dumpf (errors, out, JSON_INDENT (2) | JSON_PRESERVE_ORDER) && fputc ('\n', out) != EOF && !fflush (out);
}

static void
write_errors (const struct complaint *c)
{
  struct staged_file f;
  json_t *errors = json_pack ("{s:s, s:s, s:o}", "tool", "mazurka", "version", MAZURKA_VERSION, "errors", errors_of (c->text));
  bool ok = *c->path ? staged_begin (&f, c->path) && staged_end (&f, put_errors (errors, f.stream)) : put_errors (errors, stdout);
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write the errors to %s: %s\n", *c->path ? c->path : "standard output", whole_file_reason (errno));
  if (output_copy (&f))
    staged_end (&f, put_errors (errors, f.stream));
  json_decref (errors);
}

void
complaint_end (struct complaint *c, int code)
{
  bool understood = c->text;      /* then writing the results has failed */
  complaint_pass (c);
  if (c->path && code == EXIT_USAGE && !understood)
    write_errors (c);
  mem_free (c->text);
}
