/* Parsing of options. See options.h. */
#include "base/options.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/mem.h"
#include "base/option_parts.h"
#include "base/option_words.h"
#include "base/str.h"

const struct option_def option_table[] = {
#define X(field, name, type, def, arg, commands, help) \
  {name, type, #def, arg, commands, help, offsetof (struct options, field)},
  OPTIONS (X)
#undef X
};
static_assert (sizeof option_table / sizeof option_table[0] == NOPTIONS && NOPTIONS <= 64, "one bit each in options.given");

void
options_init (struct options *o)
{
  *o = (struct options) {
#define X(field, name, type, def, arg, commands, help) .field = def,
    OPTIONS (X)
#undef X
  };
}

const char *
options_misfit (const struct options *o, char kind)
{
  for (size_t i = 0; i < NOPTIONS; i++)
    if (o->given >> i & 1 && strpbrk (option_table[i].commands, "mpg") && !strchr (option_table[i].commands, kind) && !(kind == 'g' && strchr (option_table[i].commands, 'm')))
      return option_table[i].name;
  return NULL;
}

const char *
options_written (const struct options *o)
{
  for (size_t i = 0; i < NOPTIONS; i++)
    if (o->given >> i & 1 && strchr (option_table[i].commands, 'o'))
      return option_table[i].name;
  return NULL;
}

/* ---- choices ---- */

/* The length of the value that starts at s in a list "a|b|c". */
static size_t
choice_length (const char *s)
{
  return strcspn (s, "|");
}

static int
choice_index (const char *list, const char *value)
{
  size_t len = strlen (value);
  for (int i = 0;; i++) {
    size_t n = choice_length (list);
    if (n == len && !memcmp (list, value, n))
      return i;
    if (!list[n])
      return -1;
    list += n + 1;
  }
}

const char *
option_choice_name (const char *list, int index, char *buffer, size_t room)
{
  for (; index > 0; index--) {
    list += choice_length (list);
    list += *list == '|';
  }
  snprintf (buffer, room, "%.*s", (int) choice_length (list), list);
  return buffer;
}

const char *
options_choice (const char *name, int value, char *buffer, size_t room)
{
  for (size_t i = 0; i < NOPTIONS; i++)
    if (option_table[i].type == CHOICE && !strcmp (option_table[i].name, name))
      return option_choice_name (option_table[i].arg, value, buffer, room);
  return "";
}

/* ---- names ---- */

const struct option_values *
option_values_of (const struct option_values *v, const struct option_def *d)
{
  while (v && v->option && strcmp (v->option, d->name))
    v++;
  return v && v->option ? v : NULL;
}

/* The table's copy of the name; NULL after a message with the possible names. */
static const char *
find_name (const struct option_def *d, const struct option_values *v, const char *value)
{
  struct str s = {0};
  assert (v);
  for (size_t i = 0; v->name (i); i++) {
    if (!strcmp (v->name (i), value)) {
      str_release (&s);
      return v->name (i);
    }
    str_printf (&s, "%s%s", i ? "|" : "", v->name (i));
  }
  clean_print (stderr, "mazurka: error: --%s: '%s' is not one of %s\n", d->name, value, str_text (&s));
  str_release (&s);
  return NULL;
}

/* ---- values ---- */

static bool
parse_count (const char *text, uint64_t *out)
{
  static const char units[] = "KMGT";
  if (*text < '0' || *text > '9')
    return false;
  char *end;
  errno = 0;
  unsigned long long n = strtoull (text, &end, 10);
  if (errno)
    return false;
  const char *unit = *end ? strchr (units, *end == 'k' ? 'K' : *end) : NULL;
  if (unit) {
    end++;
    unsigned base = *end == 'i' ? 1024 : 1000;
    end += *end == 'i';
    for (const char *u = units; u <= unit; u++)
      if (__builtin_mul_overflow (n, base, &n))
        return false;
  }
  *out = n;
  return !*end;
}

static bool
parse_seconds (const char *text, double *out)
{
  if ((*text < '0' || *text > '9') && *text != '.')
    return false;
  char *end;
  double x = strtod (text, &end);
  if (!isfinite (x) || x < 0 || end == text || memchr (text, 'x', (size_t) (end - text)))
    return false;
  double unit = 1;
  if (*end) {
    unit = *end == 's' ? 1 : *end == 'm' ? 60 : *end == 'h' ? 3600 : 0;
    end++;
  }
  *out = x * unit;
  return unit && !*end;
}

static bool
complain_value (const struct option_def *d, const char *value, const char *expected)
{
  clean_print (stderr, "mazurka: error: --%s: '%s' is not %s\n", d->name, value, expected);
  return false;
}

static bool
set_value (struct options *o, const struct option_def *d, const struct option_values *values, const char *value)
{
  void *field = (char *) o + d->offset;
  switch (d->type) {
  case FLAG:
    *(bool *) field = true;
    break;
  case TEXT:
    if (*(const char **) field) {
      fprintf (stderr, "mazurka: error: --%s is given twice\n", d->name);
      return false;
    }
    *(const char **) field = value;
    break;
  case OPTTEXT:
    *(const char **) field = value;
    break;
  case COUNT:
    if (!parse_count (value, field))
      return complain_value (d, value, "a number (100, 20K, 16G)");
    break;
  case NAMED:
    value = find_name (d, option_values_of (values, d), value);
    if (value)
      *(const char **) field = value;
    return value;
  case SECONDS:
    if (!parse_seconds (value, field))
      return complain_value (d, value, "a time (90, 5m, 2h)");
    break;
  case CHOICE: {
    int i = choice_index (d->arg, value);
    if (i < 0) {
      struct str s = {0};
      str_printf (&s, strchr (d->arg, '|') ? "one of %s" : "known; the only value is %s", d->arg);
      complain_value (d, value, str_text (&s));
      str_release (&s);
      return false;
    }
    *(int *) field = i;
    break;
  }
  }
  return true;
}

/* ---- unknown options ---- */

static bool
complain_unknown (const char *word, const char *name, size_t len, char command)
{
  const struct option_def *near = NULL;
  unsigned best = 1 + (unsigned) len / 2;
  for (size_t i = 0; i < NOPTIONS; i++) {
    unsigned d = edit_distance (name, len, option_table[i].name);
    if (strchr (option_table[i].commands, command) && d < best) {
      best = d;
      near = &option_table[i];
    }
  }
  clean_print (stderr, "mazurka: error: unknown option '%s'", word);
  if (near)
    fprintf (stderr, "; did you mean --%s?", near->name);
  else
    fprintf (stderr, "; --help lists the options");
  fputc ('\n', stderr);
  return false;
}

/* ---- parsing ---- */

static void
add_word (struct option_words *w, const char *word)
{
  w->data = mem_realloc (w->data, (size_t) (w->count + 1) * sizeof *w->data);
  w->data[w->count++] = word;
}

void
options_release_words (struct option_words *w)
{
  mem_free (w->data);
  *w = (struct option_words) {0};
}

static const struct option_def *
find_option (const char *name, size_t len)
{
  for (size_t i = 0; i < NOPTIONS; i++)
    if (strlen (option_table[i].name) == len && !memcmp (option_table[i].name, name, len))
      return &option_table[i];
  return NULL;
}

/* Whether the word is the value of an option with an optional value. */
static bool
is_optional_value (const struct option_def *d, const char *word)
{
  size_t n = strlen (word), m = strlen (d->name);
  return n > m + 1 && word[n - m - 1] == '.' && !strcmp (word + n - m, d->name);
}

/* Parses the option at argv[*i]; moves *i over its value if that is a word of its own. */
static bool
parse_option (struct options *o, char command, const struct option_values *values, int argc, char **argv, int *i)
{
  const char *word = argv[*i];
  const char *name = word + 2;
  size_t len = strcspn (name, "=");
  const struct option_def *d = word[1] == '-' ? find_option (name, len) : NULL;
  if (!d)
    return complain_unknown (word, word[1] == '-' ? name : word + 1, word[1] == '-' ? len : strcspn (word + 1, "="),
                             command);
  if (!strchr (d->commands, command)) {
    fprintf (stderr, "mazurka: error: --%s is not an option of this command\n", d->name);
    return false;
  }
  const char *value = name[len] ? name + len + 1 : NULL;
  if (d->type == FLAG && value) {
    fprintf (stderr, "mazurka: error: --%s takes no value\n", d->name);
    return false;
  }
  const char *next = *i + 1 < argc ? argv[*i + 1] : NULL;
  if (d->type == OPTTEXT && !value) {
    value = next && is_optional_value (d, next) ? next : "";
    *i += value == next;
  } else if (d->type != FLAG && !value) {
    if (!next) {
      fprintf (stderr, "mazurka: error: --%s needs a value: --%s=%s\n", d->name, d->name, d->arg);
      return false;
    }
    value = next;
    ++*i;
  }
  o->given |= 1ull << (d - option_table);
  return set_value (o, d, values, value);
}

bool
options_parse (struct options *o, char command, const struct option_values *values, int argc, char **argv,
               struct option_words *files, struct option_words *rest)
{
  int i = 1;
  for (; i < argc && strcmp (argv[i], "--"); i++)
    if (argv[i][0] != '-' || !argv[i][1])
      add_word (files, argv[i]);
    else if (strchr ("cse", command) && is_compiler_option (argv[i])) {
      add_word (&o->compiler, argv[i]);
      if (compiler_option_is_open (argv[i]) && i + 1 < argc)
        add_word (&o->compiler, argv[++i]);
    }
    else if (!parse_option (o, command, values, argc, argv, &i))
      return false;
  for (i++; i < argc; i++)
    add_word (rest, argv[i]);
  return true;
}
