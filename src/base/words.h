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

#include <stddef.h>

/* The last one is followed by NULL. */
struct words {
  char **data;                    /* heap, each word too */
  size_t count, room;             /* a VEC (char *) */
};

void words_add (struct words *, const char *word);

/* Splits as a shell does: blanks separate, quotes and backslashes protect. */
void words_split (struct words *, const char *text);

void words_release (struct words *);

#endif
