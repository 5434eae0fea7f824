/* A long story without its middle, for outputs whose size would grow with its length: the first and the last steps,
 * numbered from 0 without a gap, with `omitted` steps left out before step `omitted_at`. A cycle that begins among the
 * omitted steps begins at `omitted_at`; arrows from omitted steps are dropped. */
#ifndef REPORT_EXCERPT_H
#define REPORT_EXCERPT_H

#include "model/story.h"

/* Steps kept at each end: for a property's first finding, whose trace file has all of them; and for its other findings. */
enum { EXCERPT_FIRST = 500, EXCERPT_OTHER = 50 };

/* Texts and threads still belong to the original story, which must outlive the excerpt. */
void excerpt_make (struct story *out, const struct story *, size_t ends);
void excerpt_release (struct story *);

#endif
