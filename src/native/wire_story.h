/* From records of a program to readable findings. */
#ifndef NATIVE_WIRE_STORY_H
#define NATIVE_WIRE_STORY_H

#include "model/result.h"
#include "native/symbols.h"
#include "native/wire_reader.h"

/* The finding with its story; the caller releases it (finding_release). */
struct finding wire_story_finding (struct symbols *, const struct wire_log_finding *);

#endif
