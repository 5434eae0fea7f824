/* The kept models (test/corpus), executed with assertions on: the number of
 * states, the verdict and the kinds of findings that each says in its first
 * line, which were compared with SPIN's; and the same kinds when simplified. */
#include "base/str.h"
#include "check.h"
#include "models.h"

#include <dirent.h>

static char *
read_text (const char *path)
{
  FILE *in = fopen (path, "r");
  if (!in)
    return NULL;
  struct str text = {0};
  for (int c; (c = getc (in)) != EOF;)
    str_add_char (&text, (char) c);
  fclose (in);
  return text.data;
}

/* As test/trust/checker.py: what SPIN can tell apart. */
static const char *
kind_name (enum finding_kind kind)
{
  return kind == FINDING_ASSERTION ? "assertion"
         : kind == FINDING_INVALID_END || kind == FINDING_DEADLOCK ? "invalid-end" : "runtime";
}

static void
print_outcome (struct str *out, const struct result *r, bool states)
{
  str_printf (out, "verdict=%s", verdict_name (r->verdict));
  if (states)
    str_printf (out, " states=%llu", (unsigned long long) r->stats.states);
  str_add (out, " kinds=");
  static const char *const names[] = {"assertion", "invalid-end", "runtime"};
  bool any = false;
  for (size_t k = 0; k < 3; k++)
    for (size_t i = 0; i < r->findings.count; i++)
      if (!strcmp (kind_name (r->findings.data[i].kind), names[k])) {
        str_printf (out, "%s%s", any ? "," : "", names[k]);
        any = true;
        break;
      }
  if (!any)
    str_add (out, "-");
}

static void
test_model (const char *path, const char *text)
{
  const char *end = text + 2 + strcspn (text + 2, "*\n"), *options = strstr (text, " options=");
  const char *begin = strstr (text, "verdict=");
  struct str expected = {0}, got = {0}, plain = {0}, simplified = {0};
  if (!begin || begin > end)
    return;                       /* one that must be rejected */
  options = options && options < end ? options : end;
  for (const char *s = begin; s < options - (options == end && options[-1] == ' '); s++)
    str_add_char (&expected, *s);
  bool any_count = strstr (str_text (&expected), "states=any");
  for (int simplify = 0; simplify < 2; simplify++) {
    struct pg *pg = model_load (text);
    HOLD (pg != NULL);
    if (!pg)
      break;
    pg->lossy_send = options < end && strstr (options, "--lossy") && strstr (options, "--lossy") < end;
    if (simplify)
      pg_simplify (pg, NULL, 0);
    else
      pg_drop_hidden (pg, NULL, 0);
    struct result r = {0};
    model_explore (pg, options < end && !pg->lossy_send, &r);
    if (!simplify)
      print_outcome (&got, &r, true);
    print_outcome (simplify ? &simplified : &plain, &r, false);
    result_release (&r);
    pg_free (pg);
  }
  if (!any_count)
    HOLD (!strcmp (str_text (&got), str_text (&expected)));
  HOLD (!strcmp (str_text (&plain), str_text (&simplified)));
  if (check_broken)
    fprintf (stderr, "%s: %s, simplified %s, expected %s\n", path, str_text (&got), str_text (&simplified), str_text (&expected));
  CHECK_HELD (path);
  str_release (&expected);
  str_release (&got);
  str_release (&plain);
  str_release (&simplified);
}

static void
test_folder (const char *folder)
{
  struct dirent **names;
  int n = scandir (folder, &names, NULL, alphasort);
  CHECK (n > 2);
  for (int i = 0; i < n; i++) {
    char path[300];
    snprintf (path, sizeof path, "%s/%s", folder, names[i]->d_name);
    char *text = strstr (path, ".pml") ? read_text (path) : NULL;
    if (text)
      test_model (path, text);
    mem_free (text);
    free (names[i]);
  }
  if (n >= 0)
    free (names);
}

int
main (void)
{
  test_folder ("test/corpus/promela");
  test_folder ("test/corpus/found");
  return check_end ();
}
