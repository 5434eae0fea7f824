/* Help and man page, from the table of options. */

#include "base/option_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { HELP_COLUMN = 28, HELP_WIDTH = 80 };

/* Appends words, starting at the given column and broken before HELP_WIDTH. */
static void
add_wrapped (struct str *s, size_t start, const char *text)
{
  size_t column = start;
  while (*text) {
    size_t n = strcspn (text, " ");
    if (column > start && column + 1 + n > HELP_WIDTH) {
      str_printf (s, "\n%*s", (int) start, "");
      column = start;
    } else if (column > start) {
      str_add_char (s, ' ');
      column++;
    }
    str_add_n (s, text, n);
    column += n;
    text += n;
    text += strspn (text, " ");
  }
  str_add_char (s, '\n');
}

/* Appends the help text, with the default if it is informative. */
static void
add_help (struct str *s, const struct option_def *d)
{
  char buffer[64];
  str_add (s, d->help);
  if (d->type == CHOICE && strchr (d->arg, '|'))
    str_printf (s, " (default: %s)", option_choice_name (d->arg, atoi (d->def), buffer, sizeof buffer));
  else if (d->type == NAMED)
    str_printf (s, " (default: %.*s)", (int) strlen (d->def) - 2, d->def + 1);
  else if ((d->type == COUNT || d->type == SECONDS) && strcmp (d->def, "0") && strcmp (d->def, "UINT64_MAX"))
    str_printf (s, " (default: %s)", d->def);
}

/* "backtrack sets (models only)" */
static void
add_value_help (struct str *s, const struct option_values *v, size_t i)
{
  const char *only = v->only (i);
  str_printf (s, only ? "%s (%s only)" : "%s", v->help (i), only);
}

static void
help_values (struct str *s, const struct option_values *v)
{
  size_t widest = 0;
  for (size_t i = 0; v && v->name (i); i++)
    widest = strlen (v->name (i)) > widest ? strlen (v->name (i)) : widest;
  for (size_t i = 0; v && v->name (i); i++) {
    struct str text = {0};
    add_value_help (&text, v, i);
    str_printf (s, "%*s%-*s", HELP_COLUMN + 2, "", (int) widest + 1, v->name (i));
    add_wrapped (s, HELP_COLUMN + widest + 3, str_text (&text));
    str_release (&text);
  }
}

/* The title above the option, if it is the first of a group. */
static const char *
group_title (const struct option_def *d)
{
#define X(first, title) if (!strcmp (d->name, first)) return title;
  OPTION_GROUPS (X)
#undef X
  return NULL;
}

static bool
is_long (char command)
{
  size_t n = 0;
  for (size_t i = 0; i < NOPTIONS; i++)
    n += strchr (option_table[i].commands, command) != NULL;
  return n > 20;
}

void
options_help (struct str *s, char command, const struct option_values *values)
{
  struct str text = {0};
  const char *title = NULL;
  bool titles = is_long (command);
  if (!titles)
    str_add (s, "Options:\n");
  for (size_t i = 0; i < NOPTIONS; i++) {
    const struct option_def *d = &option_table[i];
    title = group_title (d) ? group_title (d) : title;
    if (!strchr (d->commands, command))
      continue;
    if (titles && title)
      str_printf (s, "%s%s:\n", s->len ? "\n" : "", title);
    title = NULL;
    size_t start = s->len;
    const char *format = d->type == FLAG ? "  --%s" : d->type == OPTTEXT ? "  --%s[=%s]" : "  --%s=%s";
    str_printf (s, format, d->name, d->arg);
    if (s->len - start + 2 > HELP_COLUMN)
      str_printf (s, "\n%*s", HELP_COLUMN, "");
    else
      str_printf (s, "%*s", (int) (HELP_COLUMN - (s->len - start)), "");
    str_clear (&text);
    add_help (&text, d);
    add_wrapped (s, HELP_COLUMN, str_text (&text));
    if (d->type == NAMED)
      help_values (s, option_values_of (values, d));
  }
  str_release (&text);
}

/* Appends text with roff's special characters escaped. */
static void
add_roff (struct str *s, const char *text)
{
  for (; *text; text++)
    if (*text == '-')
      str_add (s, "\\-");
    else if (*text == '\\')
      str_add (s, "\\e");
    else if (*text == '\'')
      str_add (s, "\\(aq");
    else
      str_add_char (s, *text);
}

static void
man_values (struct str *s, const struct option_values *v)
{
  for (size_t i = 0; v && v->name (i); i++) {
    struct str text = {0};
    add_value_help (&text, v, i);
    str_printf (s, ".br\n\\fI%s\\fR: ", v->name (i));
    add_roff (s, str_text (&text));
    str_add (s, ".\n");
    str_release (&text);
  }
}

void
options_man (struct str *s, const struct option_values *values)
{
  static const struct { char letter; const char *name; } commands[] = {
    {'c', "check"}, {'t', "test"}, {'r', "replay"}, {'s', "simulate"}, {'e', "export"}};
  struct str text = {0};
  for (size_t i = 0; i < NOPTIONS; i++) {
    const struct option_def *d = &option_table[i];
    str_add (s, ".TP\n\\fB\\-\\-");
    add_roff (s, d->name);
    str_add (s, "\\fR");
    if (d->type != FLAG) {
      str_add (s, d->type == OPTTEXT ? "[=\\fI" : "=\\fI");
      add_roff (s, d->arg);
      str_add (s, d->type == OPTTEXT ? "\\fR]" : "\\fR");
    }
    const char *before = " (";
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++)
      if (strchr (d->commands, commands[k].letter)) {
        str_printf (s, "%s%s", before, commands[k].name);
        before = ", ";
      }
    str_add (s, ")\n");
    str_clear (&text);
    add_help (&text, d);
    add_roff (s, str_text (&text));
    str_add (s, ".\n");
    if (d->type == NAMED)
      man_values (s, option_values_of (values, d));
  }
  str_release (&text);
}
