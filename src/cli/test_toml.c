/* mazurka.toml: the subset of TOML needed for a list of tests.
 *
 *     time = "30"                     of every test; a number is accepted
 *     options = ["--por=source"]
 *
 *     [[test]]
 *     name = "queue"                  default: its first file
 *     files = ["tests/queue.c", "src/queue.c"]
 *     args = ["3", "fast"]
 *     options = ["-DSIZE=2"]
 *     expect = "violation" */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "cli/input.h"
#include "cli/test_list.h"

struct reader {
  struct test_list *list;
  const char *p;
  struct pos pos;
  struct diag *diag;
  struct test *defaults;
  struct test *test;              /* the current [[test]]; NULL: settings of all tests */
  const char *folder;
};

static bool
complain (struct reader *r, const char *expected)
{
  diag_error (r->diag, r->pos, "expected %s", expected);
  return false;
}

/* Skips blanks and comments; also newlines inside a value. */
static void
skip (struct reader *r, bool lines)
{
  for (;; r->p++)
    if (*r->p == '#')
      r->p += strcspn (r->p, "\n") - 1;
    else if (*r->p == '\n' && lines)
      r->pos.line++;
    else if (*r->p != ' ' && *r->p != '\t' && *r->p != '\r')
      return;
}

/* A string, or a bare number or word; NULL after a message. */
static const char *
read_value (struct reader *r)
{
  struct str s = {0};
  char quote = *r->p == '"' || *r->p == '\'' ? *r->p : 0;
  if (!quote) {
    size_t n = strcspn (r->p, " \t\r\n,]#");
    const char *word = n ? arena_strndup (&r->list->texts, r->p, n) : NULL;
    r->p += n;
    return word ? word : (complain (r, "a value"), NULL);
  }
  for (r->p++; *r->p && *r->p != quote && *r->p != '\n'; r->p++) {
    if (*r->p == '\\' && quote == '"' && r->p[1])
      r->p++;
    str_add_char (&s, *r->p);
  }
  const char *text = *r->p == quote ? arena_strdup (&r->list->texts, str_text (&s)) : NULL;
  str_release (&s);
  r->p += text != NULL;
  return text ? text : (complain (r, "the end of a string on its line"), NULL);
}

static bool
read_list (struct reader *r, struct test_words *out)
{
  if (*r->p != '[')
    return complain (r, "a list: [\"...\", \"...\"]");
  for (r->p++, skip (r, true); *r->p != ']'; skip (r, true)) {
    const char *value = read_value (r);
    if (!value)
      return false;
    VEC_PUSH (*out, value);
    skip (r, true);
    if (*r->p == ',')
      r->p++;
    else if (*r->p != ']')
      return complain (r, "a comma or ]");
  }
  r->p++;
  return true;
}

static bool
read_key (struct reader *r, const char *key)
{
  struct test *t = r->test ? r->test : r->defaults;
  if (!strcmp (key, "options")) {
    struct pos pos = r->pos;
    size_t first = t->options.count;
    return read_list (r, &t->options) && test_options_are_safe (r->list, &t->options, first, r->folder, pos, r->diag);
  }
  if (!strcmp (key, "files") && r->test)
    return read_list (r, &t->files);
  if (!strcmp (key, "args") && r->test)
    return read_list (r, &t->arguments);
  const char *value = read_value (r);
  if (!value)
    return false;
  if (!strcmp (key, "time")) {
    size_t digits = strspn (value, "0123456789");
    if (!digits || (value[digits] && (!strchr ("smh", value[digits]) || value[digits + 1]))) {
      diag_error (r->diag, r->pos, "'%s' is not a time (90, 5m, 2h)", value);
      return false;
    }
    t->time = value;
  }
  else if (!strcmp (key, "name") && r->test)
    t->name = value;
  else if (!strcmp (key, "expect") && r->test)
    return test_take_word (r->list, t, arena_printf (&r->list->texts, "expect=%s", value), r->pos, r->diag);
  else {
    diag_error (r->diag, r->pos, "'%s' is not known here; a test has name, files, args, options, expect and time, all of them have options and time", key);
    return false;
  }
  return true;
}

/* Ends a [[test]]. */
static bool
finish_test (struct reader *r)
{
  struct test *t = r->test;
  if (!t)
    return true;
  if (!t->files.count)
    return complain (r, "files = [...] in each [[test]]");
  t->name = t->name ? t->name : t->files.data[0];
  t->time = t->time ? t->time : r->defaults->time;
  for (size_t i = 0; i < r->defaults->options.count; i++)
    VEC_PUSH (t->options, r->defaults->options.data[i]);
  return true;
}

static bool
read_line (struct reader *r)
{
  if (*r->p == '[') {
    if (strncmp (r->p, "[[test]]", 8))
      return complain (r, "[[test]]");
    r->p += 8;
    if (!finish_test (r))
      return false;
    VEC_PUSH (r->list->tests, ((struct test) {.outcome = TEST_DUE, .folder = arena_strdup (&r->list->texts, strcmp (r->folder, ".") ? r->folder : "")}));
    r->test = &VEC_LAST (r->list->tests);
    return true;
  }
  size_t n = 0;
  while (isalnum ((unsigned char) r->p[n]) || r->p[n] == '_' || r->p[n] == '-')
    n++;
  if (!n)
    return complain (r, "name = value, or [[test]]");
  const char *key = arena_strndup (&r->list->texts, r->p, n);
  r->p += n;
  skip (r, false);
  if (*r->p++ != '=')
    return complain (r, "=");
  skip (r, false);
  return read_key (r, key);
}

bool
test_read_toml (struct test_list *l, const char *folder, const char *path, struct test *defaults, struct diag *diag)
{
  size_t len;
  char *text = input_read (path, &len, diag);
  struct reader r = {.list = l, .p = text, .pos = {arena_strdup (&l->texts, path), 1, 0}, .diag = diag, .defaults = defaults, .folder = folder};
  bool ok = text;
  while (ok) {
    skip (&r, true);
    if (!*r.p)
      break;
    ok = read_line (&r);
    skip (&r, false);
    if (ok && *r.p && *r.p != '\n')
      ok = complain (&r, "the end of the line");
  }
  ok = ok && finish_test (&r);
  mem_free (text);
  return ok;
}
