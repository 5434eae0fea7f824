#include "cli/command_line.h"

#include <assert.h>
#include <stdio.h>

#include "base/option_words.h"
#include "report/term.h"

bool
command_line_parse (struct command_line *c, char letter, const struct option_values *values, int argc, char **argv)
{
  *c = (struct command_line) {0};
  options_init (&c->options);
  return options_parse (&c->options, letter, values, argc, argv, &c->files, &c->rest);
}

void
command_line_release (struct command_line *c)
{
  str_release (&c->flags);
  options_release_words (&c->options.compiler);
  options_release_words (&c->files);
  options_release_words (&c->rest);
}

bool
command_line_take_flags (struct command_line *c, bool is_program)
{
  struct options *o = &c->options;
  const char **flags = is_program ? &o->cflags : &o->define;
  assert (!c->flags.len);
  for (int i = 0; i < o->compiler.count; i++) {
    const char *word = o->compiler.data[i];
    if (!is_program && !compiler_option_is_macro (word)) {
      fprintf (stderr, "mazurka: error: %s is for C programs; models know -D, -U and -I\n", word);
      return false;
    }
    str_add (&c->flags, i ? " " : "");
    add_quoted (&c->flags, word);
    if (compiler_option_is_open (word) && i + 1 < o->compiler.count)
      add_quoted (&c->flags, o->compiler.data[++i]);
  }
  if (o->compiler.count && *flags)
    str_printf (&c->flags, " %s", *flags);
  *flags = o->compiler.count ? str_text (&c->flags) : *flags;
  return true;
}
