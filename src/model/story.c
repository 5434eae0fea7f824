#include "model/story.h"

void
story_free (struct story *s)
{
  if (s)
    arena_release (&s->arena);
  mem_free (s);
}
