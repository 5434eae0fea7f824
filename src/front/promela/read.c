/* promela_read: the model's text after the C preprocessor.
 *
 * As in SPIN, gcc preprocesses the file as C (gnu99); without gcc, cpp does. No shell is involved, so a file may have any
 * name. The preprocessor's messages are passed on unchanged, as they have their own positions. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/child.h"
#include "base/file.h"
#include "base/sources.h"
#include "base/words.h"
#include "front/promela/ast.h"

static void
make_command (struct words *words, const char *file, const char *flags)
{
  static const char *const gcc[] = {"gcc", "-std=gnu99", "-Wno-trigraphs", "-E", "-x", "c"};
  for (size_t i = 0; i < sizeof gcc / sizeof gcc[0]; i++)
    words_add (words, gcc[i]);
  words_split (words, flags ? flags : "");
  words_add_file (words, file);
}

static enum child_end
run (struct words *words, const struct child *c)
{
  enum child_end end = child_run (c);
  if (end != CHILD_MISSING)
    return end;
  mem_free (words->data[0]);
  words->data[0] = mem_strdup ("cpp");
  return child_run (c);
}

/* Runs the preprocessor. The files that it includes are registered in base/sources.h, so that their lines can be shown. */
static bool
preprocess (struct words *words, double seconds, struct str *out, struct pos pos, struct diag *diag)
{
  enum { MOST = 256 << 20 };      /* limit on bytes after preprocessing */
  FILE *text = tmpfile (), *said = tmpfile ();
  struct sources_list list;
  struct child c = {.argv = words->data, .out = text, .said = said, .seconds = seconds, .most_bytes = MOST, .most_memory = 4ull * MOST};
  bool ok = text && said && sources_list_begin (&list);
  if (!ok) {
    diag_error (diag, pos, "cannot make a temporary file for the preprocessor: %s", strerror (errno));
  } else {
    c.environment = list.environment;
    enum child_end end = run (words, &c);
    child_repeat (said, diag->out, NULL, NULL);
    sources_list_end (&list);
    if (end == CHILD_MISSING)
      diag_error (diag, pos, "no C preprocessor found, expected gcc or cpp in the PATH");
    else if (end == CHILD_FAILED)
      diag_error (diag, pos, "the C preprocessor failed");
    child_complain (end, "the C preprocessor", diag, pos);
    ok = end == CHILD_DONE;
  }
  if (ok)
    file_add (out, fileno (text), UINT64_MAX);
  if (text)
    fclose (text);
  if (said)
    fclose (said);
  return ok;
}

/* Reads a file that needs no preprocessing; false: it may need it. Starting the preprocessor takes longer than most checks.
 * A file needs it if it contains `#`, `__` (a predefined macro) or a backslash (a joined line). */
static bool
read_plain (FILE *f, struct str *out)
{
  file_add (out, fileno (f), UINT64_MAX);
  bool plain = !ferror (f) && out->len && !memchr (out->data, '#', out->len) && !memchr (out->data, '\\', out->len)
               && !memchr (out->data, 0, out->len) && !strstr (out->data, "__");
  if (!plain)
    str_clear (out);
  return plain;
}

bool
promela_read (const char *file, const char *cpp_flags, double seconds, struct str *out, struct diag *diag)
{
  struct pos pos = {file, 0, 0};
  const char *why;
  FILE *f = file_open (file, FILE_MOST_TEXT, &why);
  if (!f) {
    diag_error (diag, pos, "cannot read the file: %s", why);
    return false;
  }
  bool plain = !cpp_flags && read_plain (f, out);
  fclose (f);
  sources_add (file);
  if (plain)
    return true;
  struct words words = {0};
  make_command (&words, file, cpp_flags);
  bool ok = preprocess (&words, seconds, out, pos, diag);
  words_release (&words);
  return ok;
}
