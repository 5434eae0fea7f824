/* Where results go, for the commands that have some. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "base/whole_file.h"
#include "report/report.h"
#include "report/tracefile.h"

/* Before a search that may take long: could each file be written that the options ask for? False after a message. */
bool output_is_possible (const struct options *);

/* Each file that the options ask for. False after a message. */
bool output_write (const struct report *);

/* Writes the trace of the property's first finding: to --trace, for the first property that is violated, else to a file called as the
 * input is. A file that cannot be written is a warning. */
void output_trace (const struct options *, const struct property_list *, struct property *, const char *file, const struct trace_file *);

/* For tests: with $MAZURKA_JSON_COPIES, a folder, begins a file there that gets a copy of
 * what --json writes. False: no copy is wanted. */
bool output_copy (struct whole_file *);

#endif
