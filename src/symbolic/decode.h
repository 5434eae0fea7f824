/* Paths of a circuit as executions of the model. */
#ifndef SYMBOLIC_DECODE_H
#define SYMBOLIC_DECODE_H

#include "symbolic/run.h"

enum decoded { DECODED_FINDING, DECODED_NEW_PROCESS, DECODED_RESOURCE, DECODED_WRONG };

/* Executes the path. Adds a finding to the result, or a process without a slot to the layout; otherwise `why` says what is
 * wrong. */
enum decoded decode_path (struct symbolic_run *, const struct circuit *, const struct outcome *, struct layout *, struct result *,
                          char *why, size_t room);

#endif
