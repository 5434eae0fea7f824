/* Faults of a step. */
#ifndef MODEL_FAULT_H
#define MODEL_FAULT_H

/* FAULT_RESOURCE is not an error of the program: a bound of the model was reached, and what lies behind it is unknown. */
enum fault_kind {
  FAULT_NONE, FAULT_ASSERTION, FAULT_BOUNDS, FAULT_CHANNEL, FAULT_DIVISION, FAULT_DSTEP,
  FAULT_PROCESS, FAULT_EXCLUSIVE, FAULT_TRACE, FAULT_RESOURCE,
  FAULT_MEMORY, FAULT_RACE, FAULT_MISUSE, FAULT_EXIT_STATUS, FAULT_CRASH
};

#endif
