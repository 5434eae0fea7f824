/* Numbers in a source, to be tried as input values. */
#ifndef CLI_LITERALS_H
#define CLI_LITERALS_H

#include "base/str.h"

/* Appends ",N" for a few numbers greater than 1. */
void literals_add (const char *file, struct str *);

#endif
