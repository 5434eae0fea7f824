/* Stories: texts, threads, invariants. See story.h. */
#include "model/story.h"
#include "base/digest.h"

#include <assert.h>
#include <string.h>

struct story *
story_new (void)
{
  struct story *s = mem_zalloc (sizeof *s);
  s->loop_start = -1;
  s->failed = s->other_thread = STORY_NONE;
  return s;
}

void
story_free (struct story *s)
{
  if (!s)
    return;
  arena_release (&s->arena);
  VEC_FREE (s->threads);
  VEC_FREE (s->steps);
  VEC_FREE (s->variables);
  mem_free (s);
}

const char *
story_text (struct story *s, const char *text)
{
  if (!text)
    return NULL;
  const char **recent = &s->recent[digest_text (text, strlen (text)) % (sizeof s->recent / sizeof s->recent[0])];
  if (!*recent || strcmp (*recent, text))
    *recent = arena_strdup (&s->arena, text);
  return *recent;
}

uint32_t
story_thread_named (struct story *s, const char *name)
{
  for (uint32_t i = 0; i < s->threads.count; i++)
    if (!strcmp (s->threads.data[i].name, name))
      return i;
  struct story_thread made = {.name = story_text (s, name), .lane = (uint32_t) s->threads.count};
  VEC_PUSH (s->threads, made);
  return (uint32_t) s->threads.count - 1;
}

const char *
story_short_name (const struct story_step *x, const char *name, uint32_t thread)
{
  const char *colon = thread != STORY_NONE && (thread == x->thread || thread == x->partner) ? strchr (name, ':') : NULL;
  return colon ? colon + 1 : name;
}

size_t
story_first_own (const struct story_stack *s)
{
  size_t i = 0;
  while (i < s->count && (!s->frames[i].pos.file || !strncmp (s->frames[i].pos.file, "/usr/", 5)))
    i++;
  return i;
}

struct pos
story_place (const struct story_stack *s)
{
  size_t own = story_first_own (s);
  if (!s->count)
    return (struct pos) {0};
  return s->frames[own < s->count ? own : 0].pos;
}

bool
story_is_zero (const char *value)
{
  return !strcmp (value, "0") || !strcmp (value, "[]") || !strcmp (value, "false");
}

void
story_check (const struct story *s)
{
  for (size_t i = 0; i < s->steps.count; i++) {
    const struct story_step *x = &s->steps.data[i];
    assert (x->thread < s->threads.count && x->op && x->text);
    assert (x->partner == STORY_NONE ? !x->partner_text : x->partner < s->threads.count && x->partner != x->thread);
    assert (!i || s->steps.data[i - 1].index < x->index || (x->is_access && s->steps.data[i - 1].index == x->index));
    assert (x->after == STORY_NONE || (x->after < i && s->steps.data[x->after].thread != x->thread));
    assert (x->has_changes || !x->nchanges);
    for (size_t k = 0; k < x->nchanges; k++)
      assert (!x->changes[k].before || strcmp (x->changes[k].before, x->changes[k].after));
    (void) x;
  }
  assert (s->failed == STORY_NONE || s->failed < s->threads.count);
  assert (s->other_thread == STORY_NONE || s->other_thread < s->threads.count);
  assert (s->loop_start >= -1 && s->loop_start <= (long) s->steps.count);
  assert (s->has_values || !s->variables.count);
  (void) s;
}
