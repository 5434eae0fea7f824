/* The supervisor's orders for this process, and the seals of records for it (native/wire.h).
 *
 *     seal_open (environment)         before any code of the program: reads the orders, and closes their file
 *     seal_take_orders (&orders, &steps)
 *     seal_head (type, bytes)         the next record's head
 */
#ifndef NATIVE_RUNTIME_RECORDS_SEAL_H
#define NATIVE_RUNTIME_RECORDS_SEAL_H

#include <stdbool.h>

#include "native/wire.h"

void seal_open (char **environment);
int seal_take_orders (struct wire_orders *, struct wire_choice **steps);   /* the descriptor for records, or -1: there are no orders */
int seal_out (void);               /* the same at any time; -1: there is no supervisor */
bool seal_is_debugged (void);      /* a debugger has started the program, so that no supervisor can start it again */
struct wire_record seal_head (enum wire_type, uint32_t bytes);
_Noreturn void seal_again (bool forked, bool constructors);   /* ends the process and asks for another start with these settings */

#endif
