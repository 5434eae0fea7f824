/* Copies of the running program, from which steps are repeated instead of from main (checkpoint.c). */
#ifndef NATIVE_RUNTIME_STATE_CHECKPOINT_H
#define NATIVE_RUNTIME_STATE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void checkpoints_drop (size_t depth);      /* drops copies of later states, which other steps may lead to now */
bool checkpoint_restore (void);            /* restores the latest copy; false: there is none */
/* Steps up to `to` are about to be repeated: the depth at which to take another copy. `to`: none. */
size_t checkpoint_next (size_t to);
void checkpoint_take (void);               /* copies the present state; no thread runs */
#ifndef NDEBUG
bool checkpoint_is_doubted (void);         /* the state reached from a copy is to be compared with the one reached from main */
void checkpoint_look (void);               /* keeps everything that a copy would hold, for checkpoint_is_same */
bool checkpoint_is_same (void);            /* all of it is equal now; else an error that names the difference */
size_t checkpoint_after (size_t depth, size_t most);   /* depth of the first copy of a later state, or `most` */
#endif

#endif
