/* Builds the words of a command line.
 *
 *     struct words w = {0};
 *     words_add (&w, "gcc");
 *     words_split (&w, "-DX='a b' -O2");
 *     execvp (w.data[0], w.data);
 *     words_release (&w); */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* The last one is followed by NULL. */
struct words {
  char **data;                    /* heap, each word too */
  size_t count, room;             /* a VEC (char *) */
};

void words_add (struct words *, const char *word);

/* Splits as a shell does: blanks separate, quotes and backslashes protect. */
void words_split (struct words *, const char *text);

/* Adds the name of a file so that no tool takes it for an option or a list of options: a name that begins with anything but
 * a letter, a digit, `_`, `.` or `/` gets the prefix ./, as in ./-x.c and ./@x.c. */
void words_add_file (struct words *, const char *file);
/* The same name, on the heap. */
char *words_file (const char *file);

void words_release (struct words *);

/* The number of letters, digits and underscores at the beginning of the text. */
size_t word_length (const char *text);

/* Whether the word is in a list terminated by NULL. */
bool word_is_in (const char *word, const char *const *list);

#endif
