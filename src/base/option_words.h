/* Words of a command line: options of compilers, and the edit distance of words. */
#ifndef BASE_OPTION_WORDS_H
#define BASE_OPTION_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether it is one of -I -D -U -O -l -L -g -std= -W -f -m -pthread -include -isystem. */
bool is_compiler_option (const char *word);
/* Whether its value is the next word. */
bool compiler_option_is_open (const char *word);
/* Whether it is for the preprocessor, which is also applied to models. */
bool compiler_option_is_macro (const char *word);

/* Edit distance between a (of length n) and b; a large number for words longer than any option. */
unsigned edit_distance (const char *a, size_t n, const char *b);

#endif
