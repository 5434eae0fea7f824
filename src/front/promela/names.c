/* The table of words. See lex.h. */
#include <string.h>

#include "base/digest.h"
#include "front/promela/lex.h"

struct name *
names_get (struct names *names, const char *text, size_t length)
{
  uint64_t hash = digest_text (text, length);
  for (struct table_probe p = table_probe (hash); table_next (&names->numbers, &p);) {
    struct name *n = names->all.data[p.number];
    if (!strncmp (n->text, text, length) && !n->text[length])
      return n;
  }
  struct name *n = ARENA_NEW (names->arena, struct name);
  n->text = arena_strndup (names->arena, text, length);
  table_add (&names->numbers, hash, (uint32_t) names->all.count);
  VEC_PUSH (names->all, n);
  return n;
}

void
names_release (struct names *names)
{
  VEC_FREE (names->all);
  table_release (&names->numbers);
  *names = (struct names) {0};
}
