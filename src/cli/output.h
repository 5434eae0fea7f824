/* Where results go, for the commands that have some. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "report/report.h"
#include "report/tracefile.h"

/* Each file that the options ask for. False after a message. */
bool output_write (const struct report *);

/* Writes the trace; its path, which the caller frees. NULL after a warning. */
char *output_trace (const struct options *, const char *path, const struct trace_file *);

/* For tests: with $MAZURKA_JSON_COPIES, a folder, a file there that gets a copy of
 * what --json writes; NULL: no copy is wanted. It gets its name when it is complete. */
FILE *output_copy (struct str *path);
void output_copied (struct str *path, FILE *);

#endif
