/* A finding's execution again, for people: with fewer steps, and then with fewer changes between processes.
 *
 *     search_shortest (&run, &finding);      of the model that was searched
 *     search_tidy (&run, &finding);          of the model that is shown; it may be another
 *
 * The finding replays before and after. Both are bounded by numbers of states and steps, so that the same is shown on every
 * machine. */
#ifndef SEARCH_SHORTEN_H
#define SEARCH_SHORTEN_H

#include "search/search.h"

/* Breadth first, for the same finding (a bad end may be another bad end). It may give up. Of runs that never end: the
 * shortest of all lassos, without fairness. */
void search_shortest (struct search_run *, struct finding *);

/* Leaves out steps, and moves steps to the others of their process, where the execution still ends so. */
void search_tidy (struct search_run *, struct finding *);

#endif
