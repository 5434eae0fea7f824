/* The process that a protocol is checked in: its functions are a stranger's, and are called a million times in the process
 * that searches. So the rest of the command happens in a child, and behind a fence (native/fence.h) from before the protocol
 * is loaded. This process waits for it, writes its output files, says how it ended, and ends.
 *
 *     now = protocol_child_begin (file, options, &diag)     NULL: this is the parent, after a message
 *     ...                                                   compilers are run
 *     protocol_child_close ()                               from here on nothing is changed but memory
 *     ...                                                   the protocol is loaded and checked
 *     protocol_child_finish (code)                          in every process, before it ends */
#ifndef CLI_PROTOCOL_CHILD_H
#define CLI_PROTOCOL_CHILD_H

#include "base/options.h"
#include "front/protocol/protocol.h"

struct protocol_now *protocol_child_begin (const char *file, const struct options *, struct diag *);
void protocol_child_close (void);

/* The last act of the command: an exit without it is one that a function of the protocol made. Returns the exit code. */
int protocol_child_finish (int code);

#endif
