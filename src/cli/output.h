/* Output files, for the commands that have results. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "base/whole_file.h"
#include "report/report.h"
#include "report/tracefile.h"

/* Called before a search that may take long: can each requested file be written? False after a message. */
bool output_is_possible (const struct options *);

/* Writes each requested file. False after a message. */
bool output_write (const struct report *);

/* Writes the trace of the property's first finding: to --trace for the first violated property, otherwise to a file named
 * after the input. A warning if it cannot be written. */
void output_trace (const struct options *, const struct property_list *, struct property *, const char *file, const struct trace_file *);

/* For tests: if $MAZURKA_JSON_COPIES names a directory, begins a file there that gets a copy of what --json writes. False:
 * not set. */
bool output_copy (struct whole_file *);

#endif
