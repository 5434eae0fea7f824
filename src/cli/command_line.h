/* The words of a command: its options, the files it is given, and what follows "--". */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "base/options.h"
#include "base/str.h"

struct command_line {
  struct options options;
  struct option_words files, rest;
  struct str flags;               /* text of the compiler flags that command_line_take_flags has put together */
};

/* `letter` and values: as for options_parse. False after a message; release in both cases. */
bool command_line_parse (struct command_line *, char letter, const struct option_values *, int argc, char **argv);
void command_line_release (struct command_line *);

/* Adds -I, -D, -O and the like to --cflags, or to --define for models. False after a message. */
bool command_line_take_flags (struct command_line *, bool is_program);

#endif
