/* The table of options, as used by parsing and help. */
#ifndef BASE_OPTION_PARTS_H
#define BASE_OPTION_PARTS_H

#include <stddef.h>

#include "base/options.h"

enum option_type { FLAG, TEXT, OPTTEXT, COUNT, SECONDS, CHOICE, NAMED };

struct option_def {
  const char *name;
  enum option_type type;
  const char *def, *arg, *commands, *help;
  size_t offset;
};

enum {
#define X(field, name, type, def, arg, commands, help) OPTION_##field,
  OPTIONS (X)
#undef X
  NOPTIONS
};
extern const struct option_def option_table[];

/* The values of a NAMED option; NULL: it has none. */
const struct option_values *option_values_of (const struct option_values *, const struct option_def *);

/* The name of a choice, such as "on" of "on|off"; in the buffer. */
const char *option_choice_name (const char *list, int index, char *buffer, size_t room);

#endif
