#include "report/term.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/options.h"
#include "base/path.h"

void
term_init (struct term *t, FILE *out, int color)
{
  bool tty = isatty (fileno (out));
  const char *kind = getenv ("TERM"), *no_color = getenv ("NO_COLOR"), *columns = getenv ("COLUMNS");
  struct winsize size;
  t->out = out;
  t->tty = tty;
  t->color = color == COLOR_ALWAYS ||
             (color == COLOR_AUTO && tty && !(no_color && *no_color) && kind && strcmp (kind, "dumb"));
  t->width = 0;
  if (tty && !ioctl (fileno (out), TIOCGWINSZ, &size))
    t->width = size.ws_col;
  else if (columns)
    t->width = strtoul (columns, NULL, 10);
  if (t->width < 40 || t->width > 1000)
    t->width = 80;
}

const char *
term_on (const struct term *t, enum style style)
{
  static const char *const codes[] = {
    [STYLE_BAD] = "\033[1;31m", [STYLE_GOOD] = "\033[1;32m", [STYLE_UNSURE] = "\033[1;33m",
    [STYLE_STRONG] = "\033[1m", [STYLE_DIM] = "\033[2m",     [STYLE_VALUE] = "\033[36m",
  };
  return t->color ? codes[style] : "";
}

const char *
term_off (const struct term *t)
{
  return t->color ? "\033[0m" : "";
}

void
add_count (struct str *s, uint64_t n)
{
  char digits[24];
  int len = snprintf (digits, sizeof digits, "%llu", (unsigned long long) n);
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0)
      str_add_char (s, ',');
    str_add_char (s, digits[i]);
  }
}

void
add_counted (struct str *s, uint64_t n, const char *singular)
{
  add_count (s, n);
  str_printf (s, " %s%s", singular, n == 1 ? "" : "s");
}

void
add_bytes (struct str *s, uint64_t n)
{
  static const char *const units[] = {"kB", "MB", "GB", "TB"};
  double x = (double) n / 1000;
  int u = 0;
  while (x >= 999.95 && u < 3) {
    x /= 1000;
    u++;
  }
  if (n < 1000)
    str_printf (s, "%llu bytes", (unsigned long long) n);
  else
    str_printf (s, x < 9.995 ? "%.1f %s" : "%.0f %s", x, units[u]);
}

void
add_seconds (struct str *s, double t)
{
  if (t < 9.995)
    str_printf (s, "%.2f s", t);
  else if (t < 119.95)
    str_printf (s, "%.1f s", t);
  else if (t < 7200)
    str_printf (s, "%d min %d s", (int) t / 60, (int) t % 60);
  else
    str_printf (s, "%.0f h %d min", (double) ((long) t / 3600), (int) ((long) t % 3600 / 60));
}

void
add_place (struct str *s, struct pos pos)
{
  if (!pos.file)
    return;
  add_clean (s, path_name (pos.file));
  if (pos.line > 0)
    str_printf (s, ":%d", pos.line);
}

void
add_quoted (struct str *s, const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+,:@%";
  if (*word && strspn (word, plain) == strlen (word)) {
    str_add (s, word);
    return;
  }
  str_add_quoted (s, word, strlen (word), '\'');
}

static bool
continues (char c)
{
  return ((unsigned char) c & 0xc0) == 0x80;
}

size_t
text_width (const char *text)
{
  size_t n = 0;
  for (; *text; text++)
    n += !continues (*text);
  return n;
}

void
add_cut (struct str *s, const char *text, size_t most)
{
  if (text_width (text) <= most) {
    str_add (s, text);
    return;
  }
  size_t columns = 0;
  const char *end = text;
  for (; *end; end++)
    if (!continues (*end) && columns++ + 1 >= most)
      break;
  str_add_n (s, text, (size_t) (end - text));
  str_add (s, "…");
}

void
add_padding (struct str *s, size_t column)
{
  for (size_t n = text_width (str_text (s)); n < column; n++)
    str_add_char (s, ' ');
}
