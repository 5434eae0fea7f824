/* State that must follow the execution backwards and is no program memory
 * (clocks and shadow of the race detector) is changed only after undo_save. */
#ifndef NATIVE_RUNTIME_STATE_UNDO_H
#define NATIVE_RUNTIME_STATE_UNDO_H

#include <stddef.h>

void undo_init (void);
size_t undo_mark (void);
void undo_save (void *, size_t bytes);     /* it is about to change */
void undo_back (size_t mark);

#endif
