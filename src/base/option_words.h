/* Words of a command line: those that are a compiler's, and how much two differ. */
#ifndef BASE_OPTION_WORDS_H
#define BASE_OPTION_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Is it one of -I -D -U -O -l -L -g -std= -W -f -m -pthread -include -isystem? */
bool is_compiler_option (const char *word);
/* Is its value the next word? */
bool compiler_option_is_open (const char *word);
/* Is it for the preprocessor, which models go through as well? */
bool compiler_option_is_macro (const char *word);

/* Edit distance between a (of length n) and b; of words longer than any option, much. */
unsigned edit_distance (const char *a, size_t n, const char *b);

#endif
