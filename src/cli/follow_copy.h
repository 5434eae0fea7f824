/* Internal to follow: a copy of one source with the waypoints inserted. */
#ifndef CLI_FOLLOW_COPY_H
#define CLI_FOLLOW_COPY_H

#include "base/str.h"
#include "cli/follow.h"

/* Writes the copy and adds it to f->copies, or sets f->reason. False after a message: reading or writing failed. */
bool follow_copy_file (struct follow *, size_t file, struct diag *);

/* Sets the reason, unless there is one; always false. */
bool follow_refuse (struct follow *, const struct waypoint *, const char *why);

bool follow_is_file_of (const struct follow *, size_t file, const struct waypoint *);

#endif
