/* Flags for the compiler that a file gives: a trace, a list of tests, a comment.
 *
 * Files come from anywhere, and a compiler has flags that run programs, load code, overwrite files and put text into what is
 * compiled. So there is a table of those that do none of this; any other is shown and asked for (--allow-flags). What the user
 * writes on the command line is not looked at.
 */
#ifndef CLI_SAFE_FLAGS_H
#define CLI_SAFE_FLAGS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/str.h"

struct flags_from {
  char *folder, *base;            /* real names with "/" at the end, heap: of the file; where the compiler runs. NULL: none */
};
/* The compiler will run in `base`; "": here. */
void flags_from (struct flags_from *, const char *file, const char *base);
void flags_from_release (struct flags_from *);

/* Are all words of the flags (split as when they are passed on) in the table? Folders must be below one of the two; `of_model`: only
 * the preprocessor's flags count. False: the first word that is not is added to `refused`. */
bool flags_are_safe (const char *flags, const struct flags_from *, bool of_model, struct str *refused);

/* The same, with a message at the place. NULL flags are safe. */
bool flags_take (const char *flags, const struct flags_from *, bool of_model, struct pos, struct diag *);

#endif
