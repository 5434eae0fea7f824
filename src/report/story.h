/* The story of a program's execution, printed. */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "model/story.h"
#include "report/term.h"

/* Who waits for what, the call stacks, then the steps, one column per thread.
 * Unless `full`, the middle of a long list is left out. */
void story_print (const struct term *, const struct story *, bool full);

/* "T1 queue.c:12 lock(m)", for a line of its own. */
void add_story_step (struct str *, const struct story *, size_t step);

#endif
