/* Where results go, for the commands that have some. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "report/report.h"

/* To the file, or to standard output if the path is empty. False after a message. */
bool output_json (const struct report *, const char *path);

#endif
