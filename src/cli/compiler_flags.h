/* Compiler flags among the options of a command. */
#ifndef CLI_COMPILER_FLAGS_H
#define CLI_COMPILER_FLAGS_H

#include <stdbool.h>

struct options;
struct str;

/* Adds them to --cflags, or to --define for models; `text` holds the result, and must live as long as the options. False
 * after a message. */
bool compiler_flags (struct options *, bool is_program, struct str *text);

#endif
