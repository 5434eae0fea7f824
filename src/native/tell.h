/* What a program told, as findings that people can read. */
#ifndef NATIVE_TELL_H
#define NATIVE_TELL_H

#include "model/result.h"
#include "native/symbols.h"
#include "native/told.h"

/* Symbols of the modules that the program named. */
struct symbols *tell_symbols (const struct told *);

/* The finding with its story; the caller releases it (finding_release). */
struct finding tell_finding (struct symbols *, const struct told_finding *);

#endif
