/* SIGINT and SIGTERM end a run in good order: the first sets a flag that
 * searches look at, the second does what it always did. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

volatile const int *interrupt_catch (void);

#endif
