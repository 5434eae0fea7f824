/* Determines the kind of a file: by content; by its name only if the content is inconclusive. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum input_kind { INPUT_PROMELA, INPUT_C, INPUT_PROTOCOL, INPUT_PROGRAM, INPUT_TRACE, INPUT_BINARY };

/* `line`: where the text shows that it is C or a protocol; otherwise 0. */
enum input_kind input_kind_of (const char *path, const char *text, size_t len, int *line);

/* Does it end in .c, .cpp and the like? */
bool input_is_named_c (const char *path);

/* Is the file to be executed, by its content: C source, or an executable? False if it cannot be read. `line` as above. */
bool input_is_program (const char *path, int *line);

/* The line in which C source defines main under every preprocessor configuration; 0: it does not. */
int input_main_line (const char *text);

/* The whole file (heap, terminated); NULL after a message. */
char *input_read (const char *path, size_t *len, struct diag *);

/* A file named in a trace is relative to the directory of the check; if it was moved together with its trace it is beside
 * the trace, or above .mazurka (mazurka test). On the heap. */
char *input_beside (const char *trace, const char *file);

#endif
