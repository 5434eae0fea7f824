/* Standard input, output and error, for the lifetime of the process. */
#ifndef CLI_STREAMS_H
#define CLI_STREAMS_H

/* Streams closed by the caller are replaced by /dev/null, so that no file opened later gets their numbers. */
void streams_begin (void);

/* The exit code; after a message different from `code` if standard output could not be written. */
int streams_end (int code);

/* The same for what somebody else has written for this process: an errno. */
int streams_lost (int code, int error);

#endif
