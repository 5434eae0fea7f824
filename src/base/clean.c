/* Printable text. See clean.h. */
#include "base/clean.h"

#include <stdbool.h>
#include <stdint.h>

/* Decodes the first character of the text and its length in bytes. False: the byte begins no character; its length is 1. */
static bool
decode (const unsigned char *p, uint32_t *code, size_t *length)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t n = *p < 0x80 ? 1 : *p >= 0xc2 && *p < 0xe0 ? 2 : *p >= 0xe0 && *p < 0xf0 ? 3 : *p >= 0xf0 && *p < 0xf5 ? 4 : 0;
  *length = 1;
  *code = n > 1 ? *p & (0xffu >> (n + 1)) : *p;
  for (size_t i = 1; i < n; i++) {
    if ((p[i] & 0xc0) != 0x80)
      return false;
    *code = *code << 6 | (p[i] & 0x3f);
  }
  if (!n || *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000))
    return false;
  *length = n;
  return true;
}

/* Unicode characters that change the displayed order of the text around them, or break the line. */
static bool
changes_order (uint32_t c)
{
  return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static void
add (struct str *s, const char *text, bool of_lines)
{
  const unsigned char *p = (const unsigned char *) text;
  uint32_t code;
  for (size_t n; *p; p += n) {
    bool is_text = decode (p, &code, &n);
    if (!is_text)
      str_printf (s, "\\x%02x", *p);
    else if ((code == '\n' || code == '\t') && of_lines)
      str_add_char (s, (char) code);
    else if (code == '\n' || code == '\t')
      str_add (s, code == '\n' ? "\\n" : "\\t");
    else if (code < 32 || (code >= 127 && code < 0xa0))
      str_printf (s, "\\x%02x", code);
    else if (changes_order (code))
      str_printf (s, "\\u%04x", code);
    else
      str_add_n (s, (const char *) p, n);
  }
}

void
add_clean (struct str *s, const char *text)
{
  add (s, text, false);
}

void
add_clean_lines (struct str *s, const char *text)
{
  add (s, text, true);
}

static void
clean_vprint (FILE *out, const char *format, va_list ap)
{
  struct str raw = {0}, clean = {0};
  str_vprintf (&raw, format, ap);
  bool ends = raw.len && raw.data[raw.len - 1] == '\n';
  if (ends)
    raw.data[raw.len - 1] = 0;
  add_clean (&clean, str_text (&raw));
  fprintf (out, "%s%s", str_text (&clean), ends ? "\n" : "");
  str_release (&raw);
  str_release (&clean);
}

void
clean_print (FILE *out, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  clean_vprint (out, format, ap);
  va_end (ap);
}
