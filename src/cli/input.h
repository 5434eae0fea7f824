/* What kind of file is this? Told by content; by the name only if the content
 * says nothing. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum input_kind { INPUT_PROMELA, INPUT_C, INPUT_PROTOCOL, INPUT_PROGRAM, INPUT_TRACE, INPUT_BINARY };

/* `line`: where the text shows it is C or a protocol; otherwise 0. */
enum input_kind input_kind_of (const char *path, const char *text, size_t len, int *line);

/* Does it end in .c, .cpp and the like? */
bool input_is_named_c (const char *path);

/* Is the file to be executed, by its content: C source, or an executable? False
 * if it cannot be read. `line` as above. */
bool input_is_program (const char *path, int *line);

/* The line in which C source defines main whatever the preprocessor is told; 0: it does not. */
int input_main_line (const char *text);

/* The whole file (heap, terminated); NULL after a message. */
char *input_read (const char *path, size_t *len, struct diag *);

/* A file that a trace names is meant from where the check ran; one that moved
 * together with its trace lies next to it, or above .mazurka (mazurka test). On the heap. */
char *input_beside (const char *trace, const char *file);

#endif
