/* Signals that end the command. Once a search looks at the flag, the first SIGINT, SIGTERM or SIGHUP only sets it and the
 * run ends in good order; before that, and the second time, the temporary files are removed and the signal does
 * what it always did. A file that becomes too large is an error of the write. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* At the start of the process. */
void interrupt_begin (void);

/* The flag; from now on it is looked at. */
volatile const int *interrupt_catch (void);

#endif
