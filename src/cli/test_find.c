/* Finds the tests: files by content, directories recursively, or the files named in their mazurka.toml. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "base/words.h"
#include "cli/input.h"
#include "cli/test_list.h"
#include "native/symbols.h"

const char *
test_outcome_name (enum test_outcome o)
{
  static const char *const names[] = {"ok", "violation", "error", "unknown", "not run"};
  return names[o];
}

void
test_list_release (struct test_list *l)
{
  for (size_t i = 0; i < l->tests.count; i++) {
    struct test *t = &l->tests.data[i];
    VEC_FREE (t->files);
    VEC_FREE (t->options);
    VEC_FREE (t->arguments);
    mem_free (t->output);
  }
  VEC_FREE (l->tests);
  VEC_FREE (l->folders);
  arena_release (&l->texts);
}

/* ---- options in comments ---- */

bool
test_take_word (struct test_list *l, struct test *t, const char *word, struct pos pos, struct diag *diag)
{
  static const enum test_outcome outcomes[] = {TEST_OK, TEST_VIOLATION, TEST_UNKNOWN};
  if (!strncmp (word, "expect=", 7)) {
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++)
      if (!strcmp (word + 7, test_outcome_name (outcomes[i]))) {
        t->expected = outcomes[i];
        return true;
      }
    diag_error (diag, pos, "'%s': expected ok, violation or unknown", word + 7);
    return false;
  }
  if (!strncmp (word, "--time=", 7))
    t->time = arena_strdup (&l->texts, word + 7);
  else if (!strncmp (word, "with=", 5)) {
    const char *slash = strrchr (t->files.data[0], '/');
    VEC_PUSH (t->files, slash ? arena_printf (&l->texts, "%.*s/%s", (int) (slash - t->files.data[0]), t->files.data[0], word + 5)
                              : arena_strdup (&l->texts, word + 5));
  } else if (word[0] == '-' && word[1])
    VEC_PUSH (t->options, arena_strdup (&l->texts, word));
  else {
    diag_error (diag, pos, "'%s' is not understood here: expected options of check, expect=VERDICT, with=FILE, or -- and arguments", word);
    return false;
  }
  return true;
}

/* The words of one line, up to the end of the comment. */
static bool
take_line (struct test_list *l, struct test *t, const char *text, struct pos pos, struct diag *diag)
{
  bool arguments = false;
  size_t first = t->options.count;
  for (; *(text += strspn (text, " \t\r")) && *text != '\n' && strncmp (text, "*/", 2);) {
    size_t n = strcspn (text, " \t\r\n");
    const char *word = arena_strndup (&l->texts, text, n);
    text += n;
    if (arguments)
      VEC_PUSH (t->arguments, word);
    else if (!strcmp (word, "--"))
      arguments = true;
    else if (!test_take_word (l, t, word, pos, diag))
      return false;
  }
  return test_options_are_safe (l, &t->options, first, "", pos, diag);
}

/* Reads comments `mazurka: --time=30 expect=violation` into the test; false after a message. */
static bool
read_comments (struct test_list *l, struct test *t, const char *path, const char *text, struct diag *diag)
{
  int line = 1;
  for (const char *p = text; *p; line++) {
    const char *q = p + strspn (p, " \t");
    if (!strncmp (q, "//", 2) || !strncmp (q, "/*", 2) || *q == '*') {
      q += strspn (q, "/* \t");
      if (!strncmp (q, "mazurka:", 8) &&
          !take_line (l, t, q + 8, (struct pos) {.file = arena_strdup (&l->texts, path), .line = line}, diag))
        return false;
    }
    p += strcspn (p, "\n");
    p += *p == '\n';
  }
  return true;
}

/* ---- files ---- */

/* Is the file a test? Explicitly named files are accepted if they are possible inputs; a directory also contains pages,
 * reports and notes that quote programs. */
static bool
is_test (const char *path, const char *text, size_t len, bool is_named)
{
  static const char *const of_models[] = {".pml", ".prom", ".promela", NULL};
  int line;
  switch (input_kind_of (path, text, len, &line)) {
  case INPUT_PROMELA:
    return is_named || word_is_in (path_ending (path), of_models);
  case INPUT_C:
    return is_named || (input_is_named_c (path) && input_main_line (text));
  case INPUT_PROTOCOL:
    return is_named || input_is_named_c (path);
  case INPUT_PROGRAM:
    return (is_named || !access (path, X_OK)) && symbols_is_checkable (path);
  default:
    return false;
  }
}

/* Large files are tests only if explicitly named. */
static bool
add_file (struct test_list *l, const char *path, off_t bytes, bool is_named, const struct test *defaults, struct diag *diag)
{
  enum { LARGEST = 64 << 20 };
  struct diag silent = {0};
  size_t len;
  struct test t = {.outcome = TEST_DUE, .folder = "", .time = defaults->time};
  if (!is_named && bytes > LARGEST)
    return true;
  char *text = input_read (path, &len, is_named ? diag : &silent);
  if (!text)
    return !is_named;
  bool ok = true;
  if (is_test (path, text, len, is_named)) {
    t.name = arena_strdup (&l->texts, !strncmp (path, "./", 2) ? path + 2 : path);
    VEC_PUSH (t.files, t.name);
    for (size_t i = 0; i < defaults->options.count; i++)
      VEC_PUSH (t.options, defaults->options.data[i]);
    ok = !memchr (text, 0, len) ? read_comments (l, &t, path, text, diag) : true;
    VEC_PUSH (l->tests, t);
  } else if (is_named) {
    diag_error (diag, (struct pos) {.file = path}, "nothing that can be checked: neither a model, a C program, nor built with `mazurka cc`");
    ok = false;
  }
  mem_free (text);
  return ok;
}

/* ---- directories ---- */

static int
not_hidden (const struct dirent *e)
{
  return e->d_name[0] != '.';
}

static bool add_folder (struct test_list *, const char *path, const struct test *defaults, struct diag *);

static bool
add_entry (struct test_list *l, const char *path, const struct test *defaults, struct diag *diag)
{
  struct stat s;
  if (lstat (path, &s))
    return true;
  if (S_ISDIR (s.st_mode))
    return add_folder (l, path, defaults, diag);
  return !S_ISREG (s.st_mode) || add_file (l, path, s.st_size, false, defaults, diag);
}

/* If mazurka.toml names tests, these are all in its directory; otherwise its settings apply to the files found there. */
static bool
add_folder (struct test_list *l, const char *path, const struct test *defaults, struct diag *diag)
{
  struct dirent **entries = NULL;
  struct test own = {.time = defaults->time};
  size_t before = l->tests.count;
  bool here = !strcmp (path, "."), ok = true;
  for (size_t i = 0; i < defaults->options.count; i++)
    VEC_PUSH (own.options, defaults->options.data[i]);
  const char *toml = here ? "mazurka.toml" : arena_printf (&l->texts, "%s/mazurka.toml", path);
  if (!access (toml, F_OK))
    ok = test_read_toml (l, path, toml, &own, diag);
  VEC_PUSH (l->folders, arena_strdup (&l->texts, path));
  int n = ok && l->tests.count == before ? scandir (path, &entries, not_hidden, alphasort) : 0;
  if (n < 0) {
    diag_error (diag, (struct pos) {.file = path}, "cannot be read: %s", strerror (errno));
    ok = false;
  }
  for (int i = 0; i < n; i++) {
    ok = ok && add_entry (l, here ? entries[i]->d_name : arena_printf (&l->texts, "%s/%s", path, entries[i]->d_name), &own, diag);
    free (entries[i]);
  }
  free (entries);
  VEC_FREE (own.options);
  return ok;
}

bool
test_list_find (struct test_list *l, const char *path, struct diag *diag)
{
  struct stat s;
  static const struct test none;
  const char *base = path_name (path);
  char *clean = arena_strdup (&l->texts, path);
  while (strlen (clean) > 1 && clean[strlen (clean) - 1] == '/')
    clean[strlen (clean) - 1] = 0;
  if (stat (path, &s)) {
    diag_error (diag, (struct pos) {0}, "cannot read %s: %s", path, strerror (errno));
    return false;
  }
  if (S_ISDIR (s.st_mode))
    return add_folder (l, clean, &none, diag);
  if (!strcmp (base, "mazurka.toml")) {
    struct test defaults = {0};
    const char *folder = base == path ? "." : arena_strndup (&l->texts, path, (size_t) (base - path - 1));
    bool ok = test_read_toml (l, folder, path, &defaults, diag);
    VEC_FREE (defaults.options);
    return ok;
  }
  return add_file (l, path, s.st_size, true, &none, diag);
}
