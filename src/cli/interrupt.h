/* Signals that end the command. Once a search checks the flag, the first SIGINT, SIGTERM or SIGHUP only sets it and the run
 * ends regularly; before that, and the second time, the temporary files are removed and the signal has its default effect.
 * A file that exceeds the size limit is an error of the write. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* Called at the start of the process. */
void interrupt_begin (void);

/* The flag; the caller checks it from now on. */
volatile const int *interrupt_catch (void);

#endif
