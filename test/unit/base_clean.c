/* Nothing that a terminal takes for a command leaves add_clean. */
#include "base/clean.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "check.h"

static bool
is (const char *text, const char *wanted)
{
  struct str s = {0};
  add_clean (&s, text);
  bool same = !strcmp (str_text (&s), wanted);
  str_release (&s);
  return same;
}

static void
test_characters (void)
{
  CHECK (is ("plain äöü → 日本 🙂", "plain äöü → 日本 🙂"));
  CHECK (is ("a\nb\tc\rd\033[2J\007\177", "a\\nb\\tc\\x0dd\\x1b[2J\\x07\\x7f"));
  CHECK (is ("\xc2\x9b" "31m \xc2\x80 \xc2\xa0", "\\x9b31m \\x80 \xc2\xa0"));       /* C1 as UTF-8 */
  CHECK (is ("\x9b" "31m\xff\xc3", "\\x9b31m\\xff\\xc3"));                        /* bytes that are no UTF-8 */
  CHECK (is ("\xc0\x9b \xe0\x80\x9b \xf0\x80\x80\x9b", "\\xc0\\x9b \\xe0\\x80\\x9b \\xf0\\x80\\x80\\x9b"));   /* overlong */
  CHECK (is ("\xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x80", "\\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80 \\xe2\\x80"));
  CHECK (is ("a\u202eb\u2066c\u200f\u061c\u2028", "a\\u202eb\\u2066c\\u200f\\u061c\\u2028"));
  for (int c = 1; c < 256; c++) {
    struct str s = {0};
    add_clean (&s, (char[2]) {(char) c, 0});
    bool printable = c >= 32 && c < 127;
    CHECK (printable ? s.len == 1 : s.data[0] == '\\');
    str_release (&s);
  }
}

static void
test_lines (void)
{
  struct str s = {0};
  add_clean_lines (&s, "x.c:1: \033[31merror\n\tint x;\r\n");
  CHECK (!strcmp (str_text (&s), "x.c:1: \\x1b[31merror\n\tint x;\\x0d\n"));
  str_release (&s);
}

/* Every message about the input is one line. */
static void
test_messages (void)
{
  char *text = NULL;
  size_t bytes;
  struct diag diag = {.out = open_memstream (&text, &bytes)};
  diag_error (&diag, (struct pos) {"a\033\nb.pml", 3, 4}, "unexpected '%s'", "\033]0;x\007");
  fclose (diag.out);
  CHECK (!strcmp (text, "a\\x1b\\nb.pml:3:4: error: unexpected '\\x1b]0;x\\x07'\n"));
  free (text);
}

int
main (void)
{
  test_characters ();
  test_lines ();
  test_messages ();
  return check_end ();
}
