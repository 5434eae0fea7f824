/* Words of a command line that is put together.
 *
 *     struct words w = {0};
 *     words_add (&w, "gcc");
 *     words_split (&w, "-DX='a b' -O2");
 *     execvp (w.data[0], w.data);
 *     words_release (&w);
 */
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

/* A file's name, so that no tool takes it for an option or a list of options: what begins with anything but a letter, a digit,
 * `_`, `.` or `/` is named from the current folder, ./-x.c and ./@x.c. */
void words_add_file (struct words *, const char *file);
/* The same name, on the heap. */
char *words_file (const char *file);

void words_release (struct words *);

/* So many letters, digits and underscores are at the beginning of the text. */
size_t word_length (const char *text);

/* Of a list that ends with NULL. */
bool word_is_in (const char *word, const char *const *list);

#endif
