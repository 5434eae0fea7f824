#include <string.h>

#include "front/promela/lex.h"

size_t
names_hash (const char *text, size_t length)
{
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char) text[i]) * 1099511628211u;
  return (size_t) (h ^ h >> 32);
}

static void
grow (struct names *names)
{
  size_t room = names->room ? 2 * names->room : 256;
  struct name **buckets = mem_zalloc (room * sizeof *buckets);
  for (size_t i = 0; i < names->room; i++)
    for (struct name *n = names->buckets[i], *next; n; n = next) {
      next = n->next_in_bucket;
      size_t at = names_hash (n->text, strlen (n->text)) & (room - 1);
      n->next_in_bucket = buckets[at];
      buckets[at] = n;
    }
  mem_free (names->buckets);
  names->buckets = buckets;
  names->room = room;
}

struct name *
names_get (struct names *names, const char *text, size_t length)
{
  if (names->count >= names->room)
    grow (names);
  struct name **bucket = &names->buckets[names_hash (text, length) & (names->room - 1)];
  for (struct name *n = *bucket; n; n = n->next_in_bucket)
    if (!strncmp (n->text, text, length) && !n->text[length])
      return n;
  struct name *n = ARENA_NEW (names->arena, struct name);
  n->text = arena_strndup (names->arena, text, length);
  n->next_in_bucket = *bucket;
  *bucket = n;
  names->count++;
  return n;
}

void
names_release (struct names *names)
{
  mem_free (names->buckets);
  *names = (struct names) {0};
}
