/* Options: every type of value, both ways to write it, every mistake. */
#include "base/options.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "check.h"

static struct option_words files, rest;

static const char *
value_name (size_t i)
{
  return i == 0 ? "auto" : i == 1 ? "odd" : NULL;
}

static const char *
value_help (size_t i)
{
  return i ? "every other one" : "what suits";
}

static const char *
value_only (size_t i)
{
  return i ? "models" : NULL;
}

static const struct option_values values[] = {{"por", value_name, value_help, value_only}, {0}};

/* Parses the words (separated by spaces) as the command's. */
static bool
parse (struct options *o, char command, const char *line)
{
  static char buffer[500];
  char *argv[40] = {"check"};
  int argc = 1;
  snprintf (buffer, sizeof buffer, "%s", line);
  for (char *w = strtok (buffer, " "); w; w = strtok (NULL, " "))
    argv[argc++] = w;
  options_release_words (&files);
  options_release_words (&rest);
  options_init (o);
  return options_parse (o, command, values, argc, argv, &files, &rest);
}

static void
test_values (void)
{
  struct options o;
  CHECK (parse (&o, 'c', "") && !o.all && o.search == SEARCH_DFS && !o.json && !o.max_states);
  CHECK (parse (&o, 'c', "a.pml --all b.pml --quiet") && o.all && o.quiet && files.count == 2);
  CHECK (!strcmp (files.data[0], "a.pml") && !strcmp (files.data[1], "b.pml"));
  CHECK (parse (&o, 'c', "--search=bfs") && o.search == SEARCH_BFS);
  CHECK (parse (&o, 'c', "--search bfs x") && o.search == SEARCH_BFS && files.count == 1);
  CHECK (parse (&o, 'c', "--ends=off") && o.ends == ENDS_OFF);
  CHECK (parse (&o, 'c', "--invariant=x=1") && !strcmp (o.invariant, "x=1"));
  CHECK (parse (&o, 'c', "--define -DN=4") && !strcmp (o.define, "-DN=4"));
  CHECK (parse (&o, 'c', "--define=") && !strcmp (o.define, ""));
  CHECK (parse (&o, 's', "--seed=7 --steps 20") && o.seed == 7 && o.steps == 20);
  CHECK (parse (&o, 'c', "a -- b --c") && files.count == 1 && rest.count == 2 && !strcmp (rest.data[1], "--c"));
  CHECK (parse (&o, 'c', "-") && files.count == 1);
  CHECK (parse (&o, 'c', "") && !strcmp (o.por, "auto"));
  CHECK (parse (&o, 'c', "--por=odd") && o.por == value_name (1) && parse (&o, 'c', "--por auto x") && files.count == 1);
}

static void
test_json (void)
{
  struct options o;
  CHECK (parse (&o, 'c', "--json m.pml") && !strcmp (o.json, "") && files.count == 1);
  CHECK (parse (&o, 'c', "m.pml --json") && !strcmp (o.json, ""));
  CHECK (parse (&o, 'c', "--json=out m.pml") && !strcmp (o.json, "out"));
  CHECK (parse (&o, 'c', "--json out.json m.pml") && !strcmp (o.json, "out.json") && files.count == 1);
}

static uint64_t
count (const char *text)
{
  struct options o;
  char line[100];
  snprintf (line, sizeof line, "--memory=%s", text);
  return parse (&o, 'c', line) ? o.memory : 12345;
}

static double
seconds (const char *text)
{
  struct options o;
  char line[100];
  snprintf (line, sizeof line, "--time=%s", text);
  return parse (&o, 'c', line) ? o.time : -1;
}

static void
test_numbers (void)
{
  CHECK (count ("0") == 0 && count ("42") == 42 && count ("2K") == 2000 && count ("2k") == 2000);
  CHECK (count ("3M") == 3000000 && count ("1G") == 1000000000 && count ("1T") == 1000000000000);
  CHECK (count ("2Ki") == 2048 && count ("1Gi") == 1 << 30);
  CHECK (count ("18446744073709551615") == UINT64_MAX);
  const char *const bad[] = {"", "x", "-1", "+1", " 1", "1x", "1KK", "1Kx", "18446744073709551616", "99999999999T", "1.5", "i"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    CHECK (count (bad[i]) == 12345);
  CHECK (seconds ("90") == 90 && seconds ("90s") == 90 && seconds ("5m") == 300 && seconds ("2h") == 7200);
  CHECK (seconds ("1.5") == 1.5 && seconds (".5m") == 30);
  const char *const worse[] = {"", "x", "-1", "inf", "nan", "1e999", "0x10", "5d", "5mm", "."};
  for (size_t i = 0; i < sizeof worse / sizeof worse[0]; i++)
    CHECK (seconds (worse[i]) == -1);
}

static void
test_mistakes (void)
{
  struct options o;
  CHECK (!parse (&o, 'c', "--serch=bfs"));
  CHECK (!parse (&o, 'c', "--=x"));
  CHECK (!parse (&o, 'c', "-q"));
  CHECK (!parse (&o, 'c', "--search=best"));
  CHECK (!parse (&o, 'c', "--search="));
  CHECK (!parse (&o, 'c', "--search"));
  CHECK (!parse (&o, 'c', "--all=yes"));
  CHECK (!parse (&o, 'c', "--steps=1"));
  CHECK (!parse (&o, 'r', "--all"));
  CHECK (!parse (&o, 'c', "--define=a --define=b"));
  CHECK (!parse (&o, 'c', "--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

/* What is said about a mistake: read back from a file in place of standard error. */
static void
test_messages (void)
{
  struct options o;
  char text[1000] = "";
  FILE *f = tmpfile ();
  int saved = dup (2);
  dup2 (fileno (f), 2);
  parse (&o, 'c', "--serch=bfs");
  parse (&o, 'c', "--search=best");
  parse (&o, 'c', "--zzzzzzzz");
  fflush (stderr);
  dup2 (saved, 2);
  close (saved);
  rewind (f);
  size_t n = fread (text, 1, sizeof text - 1, f);
  text[n] = 0;
  fclose (f);
  CHECK (strstr (text, "unknown option '--serch=bfs'; did you mean --search?"));
  CHECK (strstr (text, "--search: 'best' is not one of dfs|bfs"));
  CHECK (strstr (text, "unknown option '--zzzzzzzz'; --help lists the options"));
}

static void
test_help (void)
{
  struct str s = {0};
  char buffer[20];
  options_help (&s, 's', NULL);
  CHECK (strstr (str_text (&s), "--seed=N") && !strstr (str_text (&s), "--search"));
  str_release (&s);
  options_help (&s, 'c', values);
  CHECK (strstr (str_text (&s), "  --por=NAME") && strstr (str_text (&s), "  odd  every other one (models only)\n"));
  for (char *line = strtok (s.data, "\n"); line; line = strtok (NULL, "\n"))
    CHECK (strlen (line) <= 80);
  str_release (&s);
  options_man (&s, values);
  CHECK (strstr (str_text (&s), "\\fIodd\\fR: every other one (models only).\n"));
  CHECK (strstr (str_text (&s), "\\-\\-max\\-states") && strstr (str_text (&s), "(check, simulate)"));
  str_release (&s);
  CHECK (!strcmp (options_choice ("ends", 1, buffer, sizeof buffer), "empty"));
  CHECK (!strcmp (options_choice ("ends", 9, buffer, sizeof buffer), ""));
  CHECK (!strcmp (options_choice ("no such option", 0, buffer, sizeof buffer), ""));
}

/* What no option sets is not left as it was. */
static void
test_init (void)
{
  struct options o;
  memset (&o, 0x55, sizeof o);
  options_init (&o);
  CHECK (!o.unbounded && !o.given && !o.compiler.count);
}

int
main (void)
{
  test_init ();
  test_values ();
  test_json ();
  test_messages ();
  FILE *quiet = freopen ("/dev/null", "w", stderr);
  CHECK (quiet);
  test_numbers ();
  test_mistakes ();
  test_help ();
  options_release_words (&files);
  options_release_words (&rest);
  return check_end ();
}
