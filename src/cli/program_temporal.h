/* Temporal properties of C programs (--ltl): the formula over propositions and globals, and its check on the states sent by
 * the program.
 *
 *     program_temporal_open (&t, program, options, &diag);
 *     program_temporal_orders (&t, &orders);             ... the program explores and sends its states ...
 *     program_temporal_check (&t, &log, options, &result);
 *     program_temporal_close (&t); */
#ifndef CLI_PROGRAM_TEMPORAL_H
#define CLI_PROGRAM_TEMPORAL_H

#include "cli/model.h"
#include "cli/program.h"
#include "cli/temporal.h"

struct program_temporal {
  struct model model;             /* the observed variables, and the formula */
  struct property_list properties;   /* safety, and the formula */
  struct wire_observed observed[WIRE_OBSERVED];
  uint32_t nobserved;
};

/* False after a located message; close in both cases. */
bool program_temporal_open (struct program_temporal *, const struct program *, const struct options *, struct diag *);
void program_temporal_close (struct program_temporal *);
void program_temporal_orders (const struct program_temporal *, struct wire_orders *);

/* Searches for a run that violates the formula. The finding's steps are those of the program (trans_of_program); its loop
 * may start after the last step: the run has ended there. */
void program_temporal_check (struct program_temporal *, const struct wire_log *, const struct options *, struct result *);

/* For program_replay: orders to repeat a run that violates the formula; and, when the program has repeated it, whether it does
 * so by the states that the program sent. */
void program_temporal_steer (struct wire_orders *, const struct finding *);
bool program_temporal_repeated (struct program_temporal *, const struct wire_log *, const struct options *, const struct program_replay *,
                                char *why, size_t room);

/* As model_observe, for a program's states. */
const uint32_t *program_observed (struct model *, const uint32_t *state, struct fault *);

#endif
