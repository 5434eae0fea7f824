/* Static persistent sets, alone and combined with the dynamic reductions.
 *
 * Idea. Where the dynamic reductions choose among all enabled threads, let them choose from a persistent set known before
 * the execution: it may be smaller than any set that contains the thread with which they would have begun.
 *
 * Source. C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005, sections 3
 * (lines 5, 7 and 10 of Fig. 3 with PersistentSet for enabled) and 5.3.
 *
 * Where we differ. The sets are persistent for the dependence that is used for races, which is coarser than that of
 * stubborn sets (exec_ts.h); with the latter the proof of Theorem 1 fails in its first case. A set that sleeps as a whole
 * does not end the execution, as it would in the paper: all enabled threads are allowed then (find_allowed). There is no
 * such combination with wakeup trees: they explore each trace once, and persistent sets preserve every trace.
 *
 * Why that is sound. docs/static-dpor.md. For source sets nothing has to be proved: which thread is run first, and which of
 * those that can begin a reversal is added, is free. */

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
