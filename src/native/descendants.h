/* Processes that a program under test leaves behind: they become children of the supervisor, and are ended.
 *
 *     descendants_begin (&d)     before it starts: existing children of this process are left alone
 *     descendants_end (&d)       after each end of the program
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
