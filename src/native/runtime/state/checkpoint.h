/* Copies of the running program, from which steps are repeated instead of from main (checkpoint.c). */
#ifndef NATIVE_RUNTIME_STATE_CHECKPOINT_H
#define NATIVE_RUNTIME_STATE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void checkpoints_drop (size_t depth);      /* those of later states: other steps may lead there now */
bool checkpoint_restore (void);            /* the latest that is left; false: there is none */
/* Steps up to `to` are about to be repeated: where to stop for another copy. `to`: nowhere. */
size_t checkpoint_next (size_t to);
void checkpoint_take (void);               /* of the present state; no thread runs */
#ifndef NDEBUG
bool checkpoint_is_doubted (void);         /* the state that was come to from a copy is to be compared with what main leads to */
void checkpoint_look (void);               /* at all that a copy would hold */
bool checkpoint_is_same (void);            /* all that is as it was then; else there is an error that says what is not */
size_t checkpoint_after (size_t depth, size_t most);   /* depth of the first copy of a later state, or `most` */
#endif

#endif
