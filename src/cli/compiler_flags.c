#include "cli/compiler_flags.h"

#include <stdio.h>
#include <string.h>

#include "base/option_words.h"
#include "base/options.h"
#include "report/term.h"

bool
compiler_flags (struct options *o, bool is_program, struct str *text)
{
  const char **flags = is_program ? &o->cflags : &o->define;
  for (int i = 0; i < o->compiler.count; i++) {
    const char *word = o->compiler.data[i];
    if (!is_program && !compiler_option_is_macro (word)) {
      fprintf (stderr, "mazurka: error: %s is for C programs; models know -D, -U and -I\n", word);
      return false;
    }
    str_add (text, i ? " " : "");
    add_quoted (text, word);
    if (compiler_option_is_open (word) && i + 1 < o->compiler.count)
      add_quoted (text, o->compiler.data[++i]);
  }
  if (o->compiler.count && *flags)
    str_printf (text, " %s", *flags);
  *flags = o->compiler.count ? str_text (text) : *flags;
  return true;
}
