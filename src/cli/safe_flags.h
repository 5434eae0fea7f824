/* Compiler flags from files: a trace, a list of tests, a comment.
 *
 * Files may come from anywhere, and some compiler flags run programs, load code, overwrite files or insert text into the
 * source. So a table lists harmless flags; any other is reported and needs permission (--allow-flags). Flags on the command
 * line are not checked. */
#ifndef CLI_SAFE_FLAGS_H
#define CLI_SAFE_FLAGS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/str.h"

struct flags_from {
  char *folder, *base;            /* real paths with "/" at the end, heap: directory of the file; working directory of the
                                   * compiler. NULL: none */
};
/* The compiler will run in `base`; "": the current directory. */
void flags_from (struct flags_from *, const char *file, const char *base);
void flags_from_release (struct flags_from *);

/* Are all words of the flags (split as for the compiler) in the table? Directories must be below one of the two;
 * `of_model`: only flags of the preprocessor are allowed. False: the first other word is added to `refused`. */
bool flags_are_safe (const char *flags, const struct flags_from *, bool of_model, struct str *refused);

/* The same, with a message at the position. NULL flags are safe. */
bool flags_take (const char *flags, const struct flags_from *, bool of_model, struct pos, struct diag *);

#endif
