/* Processes that a program under test leaves behind: they become children of the supervisor, and are ended.
 *
 *     descendants_begin (&d)     before it starts: who is a child of ours already is let alone
 *     descendants_end (&d)       after it has ended, as often as it is started
 *     descendants_release (&d)
 */
#ifndef NATIVE_DESCENDANTS_H
#define NATIVE_DESCENDANTS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/vec.h"

struct descendants {
  VEC (pid_t) own;
  bool was_reaper, found;
};

void descendants_begin (struct descendants *);
void descendants_end (struct descendants *);
void descendants_release (struct descendants *);

#endif
