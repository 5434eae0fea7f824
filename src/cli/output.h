/* Output files, for the commands that have results. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "cli/staged.h"
#include "report/report.h"
#include "report/tracefile.h"

/* Is the path that of an output file, by an option? */
bool output_is_named (const struct options *, const char *path);

/* Called before a search that may take long: can each requested file be written? False after a message. */
bool output_is_possible (const struct options *);

/* Writes each requested file. False after a message. */
bool output_write (const struct report *);

/* Writes the trace of the property's first finding: to --trace for the first violated property, otherwise to a file named
 * after the input. A warning if it cannot be written. */
void output_trace (const struct options *, const struct property_list *, struct property *, const char *file, const struct trace_file *);

/* For tests: if $MAZURKA_JSON_COPIES names a directory, begins a file there that gets a copy of what --json writes. False:
 * not set. */
bool output_copy (struct staged_file *);

#endif
