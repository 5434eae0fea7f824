/* Where results go, for the commands that have some. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "report/report.h"

/* Each file that the options ask for. False after a message. */
bool output_write (const struct report *);

#endif
