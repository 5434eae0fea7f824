/* mazurka test: options that a file gives for its check. */
#include <string.h>

#include "cli/command_line.h"
#include "cli/safe_flags.h"
#include "cli/strategy.h"
#include "cli/test_list.h"
#include "report/term.h"

/* Checks options as the check itself would read them; false after a message. */
static bool
are_harmless (const struct test_list *l, const struct options *o, const char *folder, struct pos pos, struct diag *diag)
{
  struct flags_from from;
  struct str flags = {0};
  const char *written = options_written (o);
  if (written) {
    diag_error (diag, pos, "--%s names a file to be written; that is for the command line, not for a file to say", written);
    return false;
  }
  for (int i = 0; i < o->compiler.count; i++) {
    str_add (&flags, i ? " " : "");
    add_quoted (&flags, o->compiler.data[i]);
  }
  flags_from (&from, pos.file, folder);
  bool ok = l->allow_flags || (flags_take (str_text (&flags), &from, false, pos, diag) && flags_take (o->cflags, &from, false, pos, diag)
                               && flags_take (o->define, &from, true, pos, diag));
  flags_from_release (&from);
  str_release (&flags);
  return ok;
}

bool
test_options_are_safe (const struct test_list *l, const struct test_words *words, size_t first, const char *folder, struct pos pos, struct diag *diag)
{
  struct command_line line = {0};
  const struct option_words *files = &line.files;
  VEC (char *) argv = {0};
  bool ok = true;
  VEC_PUSH (argv, (char *) "check");
  for (size_t i = first; i < words->count; i++) {
    ok &= strcmp (words->data[i], "--") != 0;
    VEC_PUSH (argv, (char *) words->data[i]);
  }
  VEC_PUSH (argv, NULL);
  /* parsed as in the check, so that both agree on the meaning */
  bool read = ok && command_line_parse (&line, 'c', strategy_values, (int) argv.count - 1, argv.data);
  if (!read)
    diag_error (diag, pos, "these are no options of mazurka check");
  else if (files->count)
    diag_error (diag, pos, "'%s' is no option of mazurka check; its value is written with =, and files stand in files = [...] or with=", files->data[0]);
  ok = read && !files->count && are_harmless (l, &line.options, folder, pos, diag);
  command_line_release (&line);
  VEC_FREE (argv);
  return ok;
}
