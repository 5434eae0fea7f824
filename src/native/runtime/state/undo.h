/* The undo log. Data of the checker that must be restored on rewinding (clocks, the
 * race detector's lists) is changed only after undo_save. */
#ifndef NATIVE_RUNTIME_STATE_UNDO_H
#define NATIVE_RUNTIME_STATE_UNDO_H

#include <stddef.h>

void undo_init (void);
size_t undo_mark (void);
void undo_save (void *, size_t bytes);     /* called before the bytes change */
void undo_back (size_t mark);

#endif
