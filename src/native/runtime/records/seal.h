/* What the supervisor gave this process, and the seals of the records for it (native/wire.h).
 *
 *     seal_open (environment)         before any code of the program: the orders are read, and their file closed
 *     seal_take_orders (&orders, &steps)
 *     seal_head (type, bytes)         the next record's head
 */
#ifndef NATIVE_RUNTIME_RECORDS_SEAL_H
#define NATIVE_RUNTIME_RECORDS_SEAL_H

#include <stdbool.h>

#include "native/wire.h"

void seal_open (char **environment);
int seal_take_orders (struct wire_orders *, struct wire_choice **steps);   /* where records go, or -1: there are no orders */
int seal_out (void);               /* the same, before and after; -1: nobody listens */
bool seal_is_debugged (void);      /* a debugger has started the program: nobody else will start it again */
struct wire_record seal_head (enum wire_type, uint32_t bytes);
_Noreturn void seal_again (bool forked, bool constructors);   /* asks to be started again, so */

#endif
