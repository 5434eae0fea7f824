/* Lists of numbers in options: 0,1,-5..3. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The numbers in the order in which they are written. False after reporting an error in --nondet. */
bool values_parse (const char *text, int64_t *out, size_t room, uint32_t *count);

#endif
