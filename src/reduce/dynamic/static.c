/* Persistent sets that the exec knows beforehand, alone and with the dynamic ones.
 *
 * Idea. Where the dynamic reductions choose among all that is enabled, let them
 * choose from a persistent set: it may be smaller than any that contains the
 * thread they would have begun with.
 *
 * Source. Flanagan and Godefroid, POPL 2005, sections 3 (lines 5, 7 and 10 of
 * Fig. 3 with PersistentSet for enabled) and 5.3.
 *
 * Where we differ. The sets are persistent by the dependence that the races go
 * by, which is coarser than what stubborn sets know (exec_ts.h); with those the
 * proof of Theorem 1 fails in its first case. A set that sleeps as a whole does
 * not end the execution, as it would by the paper: then everybody is chosen from
 * (find_allowed). There is no such combination with wakeup trees: they explore
 * each trace once, and persistent sets keep every trace.
 *
 * Why that is sound. docs/static-dpor.md. For source sets there is nothing to
 * prove: which thread is run first, and which of those that can begin a reversal
 * is added, is free.
 */

#include "reduce/dynamic/exploration.h"

static const struct selection selection = {.next = allowed_next, .persistent = true};

const struct reduction reduction_static = {
  .name = "static", .help = "persistent sets from static facts", .circuits = CIRCUITS_REDUCED, .models = true, .ends = true, .selection = &selection,
};

static const struct race_rules dpor_races = {.reverse = dpor_reverse, .probes_sleepers = true};
static const struct selection dpor_selection = {.next = persistent_next, .persistent = true, .races = &dpor_races};

const struct reduction reduction_static_dpor = {
  .name = "static,dpor", .help = "backtrack sets within persistent sets from static facts", .models = true, .ends = true,
  .selection = &dpor_selection,
};

static const struct race_rules source_races = {.reverse = source_reverse, .polls = true};
static const struct selection source_selection = {.next = persistent_next, .persistent = true, .races = &source_races};

const struct reduction reduction_static_source = {
  .name = "static,source", .help = "source sets within persistent sets from static facts", .models = true, .ends = true,
  .selection = &source_selection,
};
