/* Standard input, output and error, from the first to the last moment of a process. */
#ifndef CLI_STREAMS_H
#define CLI_STREAMS_H

/* A stream that the caller has closed reads and writes nothing, and no file that is opened later takes its number. */
void streams_begin (void);

/* The exit code; after a message another one than `code` if standard output could not be written. */
int streams_end (int code);

#endif
