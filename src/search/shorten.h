/* A readable execution for a finding: with fewer steps, and then with fewer context switches.
 *
 *     search_shortest (&run, &finding);      in the model that was searched
 *     search_tidy (&run, &finding);          in the model that is shown, which may be another
 *
 * The finding replays before and after. Both functions are bounded by numbers of states and steps, so that the result is
 * the same on every machine. */
#ifndef SEARCH_SHORTEN_H
#define SEARCH_SHORTEN_H

#include "search/search.h"

/* Searches breadth-first for the same finding (for a bad end: any bad end). It may give up. For runs that do not end: the
 * shortest of all lassos, without fairness. */
void search_shortest (struct search_run *, struct finding *);

/* Removes steps, and moves steps next to others of their process, while the execution ends in the same way. */
void search_tidy (struct search_run *, struct finding *);

#endif
