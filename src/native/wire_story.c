#include "native/wire_story.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "native/step_order.h"
#include "native/wire_objects.h"
#include "native/wire_text.h"

/* Caches for names and lines of addresses: a long execution has the same few addresses
 * again and again, and looking one up walks over the debugging data. */
#define KNOWN 256
struct known { uint64_t address; const char *name; struct pos pos; };

struct condition {
  uint64_t object;
  uint32_t waiting;
};

struct story_builder {
  struct symbols *symbols;
  const struct wire_log_finding *log;
  struct story *story;
  struct str text;                /* the text under construction */
  struct known objects[KNOWN], lines[KNOWN];
  struct step_order order;
  VEC (uint32_t) places;          /* index in the story of each step of the record */
  VEC (struct condition) conditions;
  uint32_t touched;               /* number of accesses that were handled */
};

static const char *
keep (struct story_builder *b)
{
  const char *kept = story_text (b->story, str_text (&b->text));
  str_clear (&b->text);
  return kept;
}

/* ---- names ---- */

static void
add_object (struct story_builder *b, uint64_t address)
{
  struct known *k = &b->objects[address / 4 % KNOWN];
  if (!k->name || k->address != address) {
    struct str s = {0};
    if (!wire_add_object (b->symbols, b->log, address, &s))
      str_printf (&s, "0x%llx", (unsigned long long) address);
    char *inner = s.len ? strstr (s.data, "._M_") : NULL;   /* a member inside of libstdc++'s class of "cv" is called "cv" */
    if (inner && inner > s.data) {
      *inner = 0;
      s.len = (size_t) (inner - s.data);
    }
    *k = (struct known) {.address = address, .name = story_text (b->story, str_text (&s))};
    str_release (&s);
  }
  str_add (&b->text, k->name);
}

/* 'counter', or "memory at 0x55…4010". */
static void
add_quoted_object (struct story_builder *b, uint64_t address)
{
  size_t start = b->text.len;
  str_add_char (&b->text, '\'');
  add_object (b, address);
  str_add_char (&b->text, '\'');
  if (strncmp (b->text.data + start, "'0x", 3))
    return;
  b->text.len = start;
  str_printf (&b->text, "memory at 0x%llx", (unsigned long long) address);
}

/* " (queue.c:31)", if the stack has a line. */
static void
add_top (struct str *s, const struct story_stack *stack)
{
  struct pos pos = story_place (stack);
  if (pos.file)
    str_printf (s, " (%s:%d)", path_name (pos.file), pos.line);
}

/* " ('node.next')": the part of a block that is used after its end. */
static void
add_part (struct story_builder *b, const char *message)
{
  const struct wire_finding *h = &b->log->head;
  const char *offset = h->kind == FINDING_MEMORY && h->bytes ? strstr (message, "at offset ") : NULL;
  uint64_t at = offset ? strtoull (offset + 10, NULL, 10) : 0;
  if (!offset || at >= h->bytes || !wire_block_of (b->log, h->address + at))
    return;
  str_add (&b->text, " (");
  add_quoted_object (b, h->address + at);
  str_add_char (&b->text, ')');
}

/* Replaces addresses and thread numbers of the runtime's message by names:
 * "0x55…4010" becomes "'counter'", "thread 2" becomes "T2", and each access of a
 * race is followed by its line. */
static char *
decorate (struct story_builder *b, const char *message)
{
  const struct story *s = b->story;
  const char *start = message;
  bool is_race = s->other_title && s->failed != STORY_NONE && b->log->head.kind == FINDING_DATA_RACE;
  while (*message) {
    char *end;
    unsigned long long n;
    if (is_race && !strncmp (message, " while ", 7))
      add_top (&b->text, &s->other);
    if (!strncmp (message, "0x", 2) && isxdigit ((unsigned char) message[2])) {
      n = strtoull (message, &end, 16);
      add_quoted_object (b, n);
      message = end;
    } else if (!strncmp (message, "thread ", 7) && isdigit ((unsigned char) message[7])) {
      n = strtoull (message + 7, &end, 10);
      wire_add_thread (&b->text, n);
      message = end;
    } else
      str_add_char (&b->text, *message++);
  }
  if (is_race)
    add_top (&b->text, &s->threads.data[s->failed].stack);
  add_part (b, start);
  char *made = mem_strdup (str_text (&b->text));
  str_clear (&b->text);
  return made;
}

/* ---- places ---- */

enum { MOST_INLINED = 16 };

/* The frames of return addresses, innermost first. */
static struct story_stack
make_stack (struct story_builder *b, const uint64_t *frames, size_t count)
{
  VEC (struct story_frame) all = {0};
  struct symbols_place places[MOST_INLINED];
  for (size_t i = 0; i < count; i++) {
    size_t n = symbols_places (b->symbols, frames[i] - 1, places, MOST_INLINED);
    for (size_t k = 0; k < n; k++) {
      struct story_frame f = {places[k].function, places[k].pos};
      f.function = story_text (b->story, f.function);
      f.pos.file = story_text (b->story, f.pos.file);
      /* frames below the program's own functions are left out */
      if (f.pos.file || all.count)
        VEC_PUSH (all, f);
    }
  }
  while (all.count && !VEC_LAST (all).pos.file)
    all.count--;
  struct story_stack s = {arena_alloc (&b->story->arena, (all.count + 1) * sizeof *s.frames), all.count};
  if (all.count)
    memcpy (s.frames, all.data, all.count * sizeof *s.frames);
  VEC_FREE (all);
  return s;
}

/* ---- steps ---- */

static const char *
value_text (struct story_builder *b, uint64_t value, uint32_t size)
{
  wire_add_value (&b->text, b->symbols, b->log, value, size);
  return keep (b);
}

static const char *
object_of (struct story_builder *b, uint32_t kind, uint64_t object)
{
  enum native_form form = native_operation (kind)->form;
  if (form == NATIVE_FORM_WORD || form == NATIVE_FORM_VALUE)
    return NULL;
  if (form == NATIVE_FORM_THREAD)
    wire_add_thread (&b->text, object);
  else
    add_object (b, object);
  return keep (b);
}

/* The line in the program's own source: for inlined functions of system headers (C++
 * has many) the line that calls them. */
static struct pos
line_of_author (struct story_builder *b, uint64_t pc)
{
  struct known *k = &b->lines[pc % KNOWN];
  if (pc && k->address == pc)
    return k->pos;
  struct symbols_place places[MOST_INLINED];
  size_t n = symbols_places (b->symbols, pc - 1, places, MOST_INLINED), i = 0;
  while (i < n && places[i].pos.file && !strncmp (places[i].pos.file, "/usr/", 5))
    i++;
  struct pos pos = places[i < n ? i : 0].pos;
  pos.file = story_text (b->story, pos.file);
  *k = (struct known) {.address = pc, .pos = pos};
  return pos;
}

/* Counts the waiters of each condition variable; true: the step is a signal without waiters, which is lost. */
static bool
wakes_nobody (struct story_builder *b, const struct wire_step *w)
{
  size_t i = 0;
  if (w->kind != NATIVE_WAIT && w->kind != NATIVE_TIMEOUT && w->kind != NATIVE_SIGNAL && w->kind != NATIVE_BROADCAST)
    return false;
  while (i < b->conditions.count && b->conditions.data[i].object != w->object)
    i++;
  if (i == b->conditions.count)
    VEC_PUSH (b->conditions, (struct condition) {.object = w->object});
  struct condition *c = &b->conditions.data[i];
  bool nobody = !c->waiting;
  if (w->kind == NATIVE_WAIT)
    c->waiting++;
  else if (!nobody)
    c->waiting -= w->kind == NATIVE_BROADCAST ? c->waiting : 1;
  return nobody && (w->kind == NATIVE_SIGNAL || w->kind == NATIVE_BROADCAST);
}

static void
build_step (struct story_builder *b, const struct wire_step *w)
{
  struct story *s = b->story;
  uint32_t giver = step_order_add (&b->order, w);
  struct story_step x = {.index = b->places.count, .thread = w->thread, .partner = STORY_NONE,
                         .op = native_operation (w->kind)->name, .after = giver == STORY_NONE ? STORY_NONE : b->places.data[giver]};
  bool names_thread = w->kind == NATIVE_DETACH || w->kind == NATIVE_CANCEL;   /* its object is internal: names the thread instead */
  x.object = object_of (b, w->kind, names_thread ? w->value : w->object);
  assert (w->kind < NATIVE_OP_COUNT && !b->text.len && (giver == STORY_NONE || giver < b->places.count));
  wire_add_step (&b->text, b->symbols, b->log, w, x.object);
  if (wakes_nobody (b, w))
    str_add (&b->text, ": nobody waits");
  x.text = keep (b);
  if (native_operation (w->kind)->form == NATIVE_FORM_GET || native_operation (w->kind)->form == NATIVE_FORM_SET || native_operation (w->kind)->form == NATIVE_FORM_VALUE)
    x.value = value_text (b, w->value, w->size);
  x.pos = line_of_author (b, w->pc);
  x.is_refused = native_operation (w->kind)->form == NATIVE_FORM_TRY && w->value;
  x.is_minor = native_has (w->kind, NATIVE_MINOR);
  VEC_PUSH (b->places, (uint32_t) s->steps.count);
  VEC_PUSH (s->steps, x);
}

/* ---- accesses between steps ---- */

/* True if the access gets a row. The failing access itself is reported as the failure, atomic
 * accesses are steps; for a use after free only the allocation and the free are shown. */
static bool
is_told (struct story_builder *b, uint32_t i)
{
  const struct wire_log_finding *f = b->log;
  const struct wire_touch *t = &f->touches[i], *before = i ? t - 1 : NULL;
  bool is_last = i + 1 == f->head.ntouches && f->head.kind == FINDING_DATA_RACE && t->thread == f->head.thread;
  bool is_repeated = before && before->thread == t->thread && before->pc == t->pc && before->step == t->step;
  const struct wire_touch *next = i + 1 < f->head.ntouches && t[1].thread == t->thread && t[1].step == t->step ? t + 1 : NULL;
  /* x++ is a write */
  is_repeated |= t->kind == NATIVE_READ && next && next->kind == NATIVE_WRITE && next->object == t->object && t->pc && next->pc &&
                 line_of_author (b, t->pc).line == line_of_author (b, next->pc).line;
  return !is_last && !is_repeated && t->pc && (f->head.kind != FINDING_MEMORY || t->kind == NATIVE_FREE || t->kind == NATIVE_ALLOCATE);
}

/* "read the_thing", "write the_thing", "free(node)" */
static const char *
touch_text (struct story_builder *b, const struct wire_touch *t, const char *object)
{
  bool is_call = t->kind == NATIVE_FREE || t->kind == NATIVE_ALLOCATE;
  str_printf (&b->text, is_call ? "%s(%s)" : "%s %s", native_operation (t->kind)->name, object);
  if (!is_call && t->size <= 8) {
    str_add (&b->text, t->kind == NATIVE_READ ? " → " : " = ");
    wire_add_value (&b->text, b->symbols, b->log, t->value, t->size);
  }
  return keep (b);
}

/* A free or allocation names the block, not its first member. */
static const char *
touched_object (struct story_builder *b, const struct wire_touch *t)
{
  const struct wire_block *block = t->kind == NATIVE_FREE || t->kind == NATIVE_ALLOCATE ? wire_block_of (b->log, t->object) : NULL;
  if (block)
    wire_add_block (b->symbols, b->log, block, &b->text);
  else
    add_object (b, t->object);
  return keep (b);
}

static void
build_touches (struct story_builder *b, uint32_t step)
{
  for (; b->touched < b->log->head.ntouches && b->log->touches[b->touched].step <= step; b->touched++) {
    const struct wire_touch *t = &b->log->touches[b->touched];
    if (!is_told (b, b->touched))
      continue;
    struct story_step x = {.index = b->story->steps.count ? VEC_LAST (b->story->steps).index : 0, .thread = t->thread, .partner = STORY_NONE,
                           .op = native_operation (t->kind)->name, .after = STORY_NONE, .is_access = true, .is_key = true};
    x.object = touched_object (b, t);
    x.text = touch_text (b, t, x.object);
    x.value = (t->kind == NATIVE_READ || t->kind == NATIVE_WRITE) && t->size <= 8 ? value_text (b, t->value, t->size) : NULL;
    x.pos = line_of_author (b, t->pc);
    VEC_PUSH (b->story->steps, x);
  }
}

/* ---- key steps ---- */

/* Marks the steps on the memory of a race, or on the objects of a deadlock. */
static void
mark_key_steps (struct story_builder *b)
{
  const struct wire_log_finding *f = b->log;
  assert (b->places.count == f->head.nsteps);
  for (uint32_t i = 0; i < f->head.nsteps; i++) {
    const struct wire_step *w = &f->steps[i];
    bool is_key = f->head.bytes && w->object - f->head.address < f->head.bytes && native_operation (w->kind)->form != NATIVE_FORM_THREAD;
    for (uint32_t k = 0; k < f->head.nthreads && f->head.thread == UINT32_MAX; k++)
      is_key |= f->threads[k].state == WIRE_BLOCKED && f->threads[k].waits_object == w->object && f->threads[k].waits_kind != NATIVE_JOIN &&
                native_operation (w->kind)->form != NATIVE_FORM_THREAD;
    b->story->steps.data[b->places.data[i]].is_key |= is_key;
  }
}

/* "node: 24 bytes, allocated by T1 (queue.c:31)" */
static void
tell_about (struct story_builder *b)
{
  const struct wire_block *block = b->log->head.bytes ? wire_block_of (b->log, b->log->head.address) : NULL;
  if (!block)
    return;
  wire_add_block (b->symbols, b->log, block, &b->text);
  str_printf (&b->text, ": %llu byte%s, allocated by ", (unsigned long long) block->bytes, block->bytes == 1 ? "" : "s");
  wire_add_thread (&b->text, block->thread);
  struct pos pos = block->allocated ? line_of_author (b, block->allocated) : (struct pos) {0};
  if (pos.file)
    str_printf (&b->text, " (%s:%d)", path_name (pos.file), pos.line);
  b->story->about = keep (b);
}

/* ---- threads ---- */

static const char *
waits_of (struct story_builder *b, const struct wire_thread *w)
{
  if (w->state != WIRE_BLOCKED || w->waits_kind >= NATIVE_OP_COUNT)
    return NULL;
  const char *object = object_of (b, w->waits_kind, w->waits_object);
  const struct native_operation *op = native_operation (w->waits_kind);
  if (w->waits_kind == NATIVE_YIELD)
    str_add (&b->text, "goes round for ever, and looks at nothing that changes");
  else if (op->waits) {
    str_add (&b->text, "waits ");
    str_printf (&b->text, op->waits, object);
  } else {
    str_printf (&b->text, "waits to %s", op->name);
    if (object)
      str_printf (&b->text, " %s", object);
  }
  if (w->holder != UINT32_MAX && w->waits_kind != NATIVE_JOIN) {
    str_add (&b->text, ", held by ");
    wire_add_thread (&b->text, w->holder);
    str_add (&b->text, w->holder == w->thread ? " itself" : "");
  }
  return keep (b);
}

static void
build_thread (struct story_builder *b, const struct wire_thread *w, const uint64_t *frames)
{
  struct symbols_place place = {0};
  wire_add_thread (&b->text, w->thread);
  uint32_t thread = story_thread_named (b->story, keep (b));
  struct story_thread *s = &b->story->threads.data[thread];
  s->is_first = !w->thread;
  s->is_alive = w->state != WIRE_ENDED;
  if (w->routine)
    symbols_places (b->symbols, w->routine, &place, 1);
  s->routine = story_text (b->story, place.function);
  s->waits = waits_of (b, w);
  s->stack = make_stack (b, frames, w->nframes);
}

/* ---- the finding ---- */

/* The position of the finding: the innermost line of the thread that failed, in the program's own source if possible. */
static struct pos
place_of (const struct story *s)
{
  const struct story_stack *stack = s->failed == STORY_NONE ? NULL : &s->threads.data[s->failed].stack;
  return stack ? story_place (stack) : (struct pos) {0};
}

/* The text of the failing row, with the access if it is known: "write x: data race". */
static const char *
failure_text (struct story_builder *b)
{
  const struct wire_log_finding *f = b->log;
  const struct wire_touch *t = f->head.ntouches ? &f->touches[f->head.ntouches - 1] : NULL;
  const char *word = wire_failure_words ((enum finding_kind) f->head.kind);
  if (f->head.kind == FINDING_ASSERTION && f->message && strncmp (f->message, "assertion", 9))
    return story_text (b->story, f->message);   /* "the program calls abort" */
  size_t words = f->head.kind == FINDING_MEMORY && f->message ? strcspn (f->message, ":") : 0;
  if (words && words < 40) {      /* "use after free" of "use after free: read of 8 bytes at …" */
    str_printf (&b->text, "%.*s", (int) words, f->message);
    return keep (b);
  }
  if (f->head.kind != FINDING_DATA_RACE || !t || !t->pc || t->thread != f->head.thread)
    return word;
  const char *object;
  if (t->kind == NATIVE_FREE)
    object = touched_object (b, t);
  else {
    add_object (b, f->head.address);
    object = keep (b);
  }
  str_printf (&b->text, t->kind == NATIVE_FREE ? "%s(%s): %s" : "%s %s: %s", native_operation (t->kind)->name, object, word);
  return keep (b);
}

static void
build_all (struct story_builder *b)
{
  const struct wire_log_finding *f = b->log;
  struct story *s = b->story;
  const uint64_t *frames = f->frames;
  for (uint32_t i = 0; i < f->head.nthreads; i++) {
    build_thread (b, &f->threads[i], frames);
    frames += f->threads[i].nframes;
    assert (s->threads.count == i + 1 && (uint64_t) (frames - f->frames) <= f->head.nframes);
  }
  for (uint32_t i = 0; i < f->head.nsteps; i++) {
    build_step (b, &f->steps[i]);
    build_touches (b, i);
  }
  mark_key_steps (b);
  tell_about (b);
  s->failed = f->head.thread;     /* or STORY_NONE */
  s->failure = failure_text (b);
  if (f->head.other_frames) {
    s->other_thread = f->head.other_thread;
    s->other = make_stack (b, frames, f->head.other_frames);
    s->other_title = f->head.kind == FINDING_DATA_RACE ? "the other access" : f->head.kind == FINDING_WEAK_MEMORY ? "the other write" : "freed";
  }
  story_check (s);
}

struct finding
wire_story_finding (struct symbols *symbols, const struct wire_log_finding *log)
{
  struct finding f = {.kind = (enum finding_kind) log->head.kind, .loop_start = -1, .nsteps = log->head.nsteps};
  struct story_builder b = {.symbols = symbols, .log = log, .story = f.story = story_new ()};
  build_all (&b);
  if (log->head.loop && log->head.loop <= f.story->steps.count && log->head.loop <= f.nsteps)
    f.loop_start = f.story->loop_start = (long) log->head.loop - 1;
  f.message = decorate (&b, log->message);
  f.pos = place_of (f.story);
  if (f.kind == FINDING_LIVELOCK && f.loop_start >= 0)
    f.pos = line_of_author (&b, log->steps[f.nsteps - 1].pc);
  if (f.kind == FINDING_EXIT_STATUS && f.nsteps)   /* the step that ended the program */
    f.pos = line_of_author (&b, log->steps[f.nsteps - 1].pc);
  f.steps = mem_alloc ((f.nsteps + 1) * sizeof *f.steps);
  for (size_t i = 0; i < f.nsteps; i++)
    f.steps[i] = trans_of_program (log->steps[i].thread, log->steps[i].alternative);
  str_release (&b.text);
  VEC_FREE (b.places);
  VEC_FREE (b.conditions);
  return f;
}
