/* Texts in JSON. */
#ifndef REPORT_JSON_TEXT_H
#define REPORT_JSON_TEXT_H

#include <jansson.h>

#include "base/str.h"

/* A JSON string of any bytes: what is not UTF-8 becomes U+FFFD. NULL is null. */
json_t *json_text (const char *);

/* The same for formats that are written without a JSON library. */
void add_utf8 (struct str *, const char *);

#endif
