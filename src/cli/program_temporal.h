/* Temporal properties of C programs (--ltl): the formula over propositions and
 * globals, and its check on the states that the program told.
 *
 *     program_temporal_open (&t, program, options, &diag);
 *     program_temporal_orders (&t, &orders);             ... the program explores, and tells its states ...
 *     program_temporal_check (&t, &log, options, &result);
 *     program_temporal_replay (&t, program, options, finding, ...);
 *     program_temporal_close (&t);
 */
#ifndef CLI_PROGRAM_TEMPORAL_H
#define CLI_PROGRAM_TEMPORAL_H

#include "cli/model.h"
#include "cli/program.h"
#include "cli/temporal.h"

struct program_temporal {
  struct model model;             /* what is observed, and the formula */
  struct property_list properties;   /* safety, and the formula */
  struct wire_observed observed[WIRE_OBSERVED];
  uint32_t nobserved;
};

/* False after a located message; close in both cases. */
bool program_temporal_open (struct program_temporal *, const struct program *, const struct options *, struct diag *);
void program_temporal_close (struct program_temporal *);
void program_temporal_orders (const struct program_temporal *, struct wire_orders *);

/* Looks for a run that violates the formula. The finding's steps are those of the program (trans_of_program);
 * its loop may start after the last: the run has ended then. */
void program_temporal_check (struct program_temporal *, const struct wire_log *, const struct options *, struct result *);

/* Has the program repeat the run: as program_replay. */
bool program_temporal_replay (struct program_temporal *, const struct program *, const struct options *, const struct finding *,
                              bool show_output, struct finding *again, char *why, size_t room);

/* As model_observe, of a program's states. */
const uint32_t *program_observed (struct model *, const uint32_t *state, struct fault *);

#endif
