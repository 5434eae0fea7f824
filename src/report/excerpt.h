/* A long story without its middle, for outputs that would grow with its length: the first and the last steps, numbered from 0 without a
 * gap, `omitted` of them left out before step `omitted_at`. A cycle that begins among those that are left out begins
 * at `omitted_at`; an arrow from one of them is left out, too. */
#ifndef REPORT_EXCERPT_H
#define REPORT_EXCERPT_H

#include "model/story.h"

/* Steps at each end: of a property's first finding, whose trace file has all of them; and of its others. */
enum { EXCERPT_FIRST = 500, EXCERPT_OTHER = 50 };

/* Texts and threads stay the story's, which must live as long. */
void excerpt_make (struct story *out, const struct story *, size_t ends);
void excerpt_release (struct story *);

#endif
