/* A growing string, always terminated. All zeros is the empty string (its data may be NULL until the first append; str_text
 * never returns NULL). */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stddef.h>

struct str {
  char *data;
  size_t len, room;
};

void str_add (struct str *, const char *text);
void str_add_n (struct str *, const char *text, size_t n);
void str_add_char (struct str *, char c);
void str_printf (struct str *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void str_vprintf (struct str *, const char *format, va_list);
/* Appends the text in quotes: " as in C, ' as in a shell. */
void str_add_quoted (struct str *, const char *text, size_t n, char quote);
const char *str_text (const struct str *);
void str_clear (struct str *);                  /* keeps the allocated memory */
char *str_take (struct str *);                  /* the text, which is the caller's on the heap; the string is empty then */
void str_release (struct str *);

#endif
