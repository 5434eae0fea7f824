#define _GNU_SOURCE               /* strerrorname_np */
#include "native/wire_story.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "native/step_order.h"

/* The last answers about addresses: a long execution asks for the same few
 * again and again, and looking one up takes a walk over the debugging data. */
#define KNOWN 256
struct known { uint64_t address; const char *name; struct pos pos; };

struct story_builder {
  struct symbols *symbols;
  const struct wire_log_finding *log;
  struct story *story;
  struct str text;                /* being made */
  struct known objects[KNOWN], lines[KNOWN];
  struct step_order order;
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
add_thread (struct str *s, uint64_t thread)
{
  if (thread)
    str_printf (s, "T%llu", (unsigned long long) thread + MUTANT (report_thread_number));
  else
    str_add (s, "main");
}

static void
add_object (struct story_builder *b, uint64_t address)
{
  struct known *k = &b->objects[address / 4 % KNOWN];
  if (!k->name || k->address != address) {
    struct str s = {0};
    if (!symbols_add_object (b->symbols, address, &s))
      str_printf (&s, "0x%llx", (unsigned long long) address);
    *k = (struct known) {.address = address, .name = story_text (b->story, str_text (&s))};
    str_release (&s);
  }
  str_add (&b->text, k->name);
}

/* A value of so many bytes, as it is most likely meant. */
static void
add_value (struct str *s, uint64_t value, uint32_t size)
{
  const int64_t small = 1 << 20;
  unsigned unused = size && size < 8 ? 64 - 8 * size : 0;
  int64_t number = (int64_t) (value << unused) >> unused;
  if (number > -small && number < 0)
    str_printf (s, "%lld", (long long) number);
  else if (value >> 32)
    str_printf (s, "0x%llx", (unsigned long long) value);
  else
    str_printf (s, "%llu", (unsigned long long) value);
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

/* " (queue.c:31)", if the stack says where. */
static void
add_top (struct str *s, const struct story_stack *stack)
{
  const char *file = stack->count ? stack->frames[0].pos.file : NULL, *slash = file ? strrchr (file, '/') : NULL;
  if (file)
    str_printf (s, " (%s:%d)", slash ? slash + 1 : file, stack->frames[0].pos.line);
}

/* The runtime knows addresses and thread numbers; people know names and lines:
 * "0x55…4010" becomes "'counter'", "thread 2" becomes "T2", and each access of a
 * race is followed by where it is. */
static char *
decorate (struct story_builder *b, const char *message)
{
  const struct story *s = b->story;
  bool is_race = s->other_title && s->failed != STORY_NONE && b->log->head.kind == FINDING_DATA_RACE;
  while (*message) {
    char *end;
    unsigned long long n;
    if (is_race && !strncmp (message, " while ", 7))
      add_top (&b->text, MUTANT (report_race_places) ? &s->threads.data[s->failed].stack : &s->other);
    if (!strncmp (message, "0x", 2) && isxdigit ((unsigned char) message[2])) {
      n = strtoull (message, &end, 16);
      add_quoted_object (b, n);
      message = end;
    } else if (!strncmp (message, "thread ", 7) && isdigit ((unsigned char) message[7])) {
      n = strtoull (message + 7, &end, 10);
      add_thread (&b->text, n);
      message = end;
    } else
      str_add_char (&b->text, *message++);
  }
  if (is_race)
    add_top (&b->text, &s->threads.data[s->failed].stack);
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
      /* what surrounds the program's own functions is of no interest */
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

/* How an operation is written. */
enum form {
  FORM_WORD,                      /* yield */
  FORM_CALL,                      /* lock(m) */
  FORM_TRY,                       /* trylock(m) → EBUSY */
  FORM_GET,                       /* load x → 0 */
  FORM_SET,                       /* store x = 1 */
  FORM_FILE,                      /* read file(notes.txt) → 12 */
  FORM_THREAD,                    /* join T1 */
  FORM_VALUE                      /* choose → 2 */
};

static enum form
form_of (uint32_t kind)
{
  switch (kind) {
  case NATIVE_LOAD: case NATIVE_RMW: case NATIVE_CAS: case NATIVE_READ:
    return FORM_GET;
  case NATIVE_STORE: case NATIVE_WRITE:
    return FORM_SET;
  case NATIVE_CREATE: case NATIVE_JOIN:
    return FORM_THREAD;
  case NATIVE_TRYLOCK: case NATIVE_TIMEDLOCK: case NATIVE_TRYRDLOCK: case NATIVE_SEM_TRYWAIT:
    return FORM_TRY;
  case NATIVE_FILE_READ: case NATIVE_FILE_WRITE: case NATIVE_FILE_SEEK: case NATIVE_FILE_TRUNCATE:
    return FORM_FILE;
  case NATIVE_CHOOSE:
    return FORM_VALUE;
  case NATIVE_START: case NATIVE_END: case NATIVE_EXIT: case NATIVE_YIELD: case NATIVE_ATOMIC:
    return FORM_WORD;
  default:
    return FORM_CALL;
  }
}

static const char *
op_name (uint32_t kind)
{
  static const char *const names[] = {
#define X(id, name) name,
    NATIVE_OPS (X)
#undef X
  };
  return names[kind];
}

/* Orders weaker than what one gets without asking. */
static void
add_order (struct str *s, uint32_t order)
{
  static const char *const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
  if (order < sizeof names / sizeof names[0])
    str_printf (s, " (%s)", names[order]);
}

static void
add_step_text (struct str *s, const struct wire_step *w, const char *object)
{
  const char *op = w->kind == NATIVE_RMW ? "update" : w->kind == NATIVE_CAS ? "cas" : op_name (w->kind), *error = NULL;
  switch (form_of (w->kind)) {
  case FORM_WORD:
    str_add (s, op);
    break;
  case FORM_CALL:
    str_printf (s, "%s(%s)", op, object);
    break;
  case FORM_TRY:
    error = w->value ? strerrorname_np ((int) w->value) : NULL;
    str_printf (s, "%s(%s) → %s", op, object, error ? error : "0");
    break;
  case FORM_GET:
    str_printf (s, "%s %s → ", op, object);
    add_value (s, w->value, w->size);
    break;
  case FORM_SET:
    str_printf (s, "%s %s = ", op, object);
    add_value (s, w->value, w->size);
    break;
  case FORM_FILE:
    str_printf (s, "%s %s → ", op, object);
    add_value (s, w->value, 8);
    break;
  case FORM_THREAD:
    str_printf (s, "%s %s", op, object);
    break;
  case FORM_VALUE:
    str_printf (s, "%s → ", op);
    add_value (s, w->value, 0);
    break;
  }
}

static const char *
object_of (struct story_builder *b, uint32_t kind, uint64_t object)
{
  enum form form = form_of (kind);
  if (form == FORM_WORD || form == FORM_VALUE)
    return NULL;
  if (form == FORM_THREAD)
    add_thread (&b->text, object);
  else
    add_object (b, object);
  return keep (b);
}

/* Where the program's author wrote it: functions of system headers that were
 * inlined (C++ has many) are left for the line that calls them. */
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

static void
build_step (struct story_builder *b, const struct wire_step *w)
{
  struct story *s = b->story;
  struct story_step x = {.index = s->steps.count, .thread = w->thread, .partner = STORY_NONE,
                         .op = op_name (w->kind), .after = step_order_add (&b->order, w)};
  x.object = object_of (b, w->kind, w->object);
  assert (w->kind < NATIVE_OP_COUNT && !b->text.len);
  add_step_text (&b->text, w, x.object);
  add_order (&b->text, w->order);
  x.text = keep (b);
  if (form_of (w->kind) == FORM_GET || form_of (w->kind) == FORM_SET) {
    add_value (&b->text, w->value, w->size);
    x.value = keep (b);
  }
  x.pos = line_of_author (b, w->pc);
  x.is_refused = form_of (w->kind) == FORM_TRY && w->value;
  x.is_minor = w->kind == NATIVE_START || w->kind == NATIVE_END;
  VEC_PUSH (s->steps, x);
}

/* ---- threads ---- */

static const char *
waits_of (struct story_builder *b, const struct wire_thread *w)
{
  const char *object;
  if (w->state != WIRE_BLOCKED || w->waits_kind >= NATIVE_OP_COUNT)
    return NULL;
  object = object_of (b, w->waits_kind, w->waits_object);
  switch (w->waits_kind) {
  case NATIVE_WAIT: case NATIVE_WOKEN:
    str_printf (&b->text, "waits for a signal on %s", object);
    break;
  case NATIVE_LOAD: case NATIVE_RMW: case NATIVE_CAS: case NATIVE_READ:
    str_printf (&b->text, "waits for %s to change", object);
    break;
  case NATIVE_FUTEX_WAIT: case NATIVE_FUTEX_WOKEN: case NATIVE_FUTEX_TIMEOUT:
    str_printf (&b->text, "waits to be woken at the futex %s", object);
    break;
  case NATIVE_SIGWAIT: case NATIVE_SIGSUSPEND:
    str_add (&b->text, "waits for a signal");
    break;
  case NATIVE_FILE_READ:
    str_printf (&b->text, "waits for data from %s", object);
    break;
  case NATIVE_JOIN:
    str_printf (&b->text, "waits for %s to end", object);
    break;
  case NATIVE_ARRIVE: case NATIVE_PASS:
    str_printf (&b->text, "waits for other threads at barrier %s", object);
    break;
  default:
    str_printf (&b->text, "waits to %s", op_name (w->waits_kind));
    if (object)
      str_printf (&b->text, " %s", object);
  }
  if (w->holder != UINT32_MAX && w->waits_kind != NATIVE_JOIN) {
    str_add (&b->text, ", held by ");
    add_thread (&b->text, MUTANT (report_holder) ? w->thread : w->holder);
    str_add (&b->text, w->holder == w->thread ? " itself" : "");
  }
  return keep (b);
}

static void
build_thread (struct story_builder *b, const struct wire_thread *w, const uint64_t *frames)
{
  struct symbols_place place = {0};
  add_thread (&b->text, w->thread);
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

/* Where it happened: the innermost line of the thread that failed. */
static struct pos
place_of (const struct story *s)
{
  const struct story_stack *stack = s->failed == STORY_NONE ? NULL : &s->threads.data[s->failed].stack;
  return stack && stack->count ? stack->frames[0].pos : (struct pos) {0};
}

/* The finding as the last entry of its thread. */
static const char *
failure_of (enum finding_kind kind)
{
  switch (kind) {
  case FINDING_ASSERTION: return "the assertion fails";
  case FINDING_DATA_RACE: return "data race";
  case FINDING_MEMORY: return "invalid use of memory";
  case FINDING_CRASH: return "crash";
  case FINDING_LIVELOCK: return "runs forever";
  case FINDING_WEAK_MEMORY: return "not the only possibility in weak memory";
  default: return "error";
  }
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
  for (size_t i = 0; i < f->head.nsteps; i++)
    build_step (b, &f->steps[i]);
  s->failed = f->head.thread;     /* or STORY_NONE */
  s->failure = failure_of ((enum finding_kind) f->head.kind);
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
  f.message = decorate (&b, log->message);
  f.pos = place_of (f.story);
  if (f.kind == FINDING_EXIT_STATUS && f.nsteps)   /* the step that ended the program */
    f.pos = line_of_author (&b, log->steps[f.nsteps - 1].pc);
  f.steps = mem_alloc ((f.nsteps + 1) * sizeof *f.steps);
  for (size_t i = 0; i < f.nsteps; i++)
    f.steps[i] = trans_of_program (log->steps[i].thread, log->steps[i].alternative);
  str_release (&b.text);
  return f;
}

struct symbols *
wire_log_symbols (const struct wire_log *log)
{
  struct symbols *s = symbols_new ();
  for (size_t i = 0; i < log->modules.count; i++)
    symbols_add_module (s, log->modules.data[i].path, log->modules.data[i].base);
  for (size_t i = 0; i < log->names.count; i++)
    symbols_add_name (s, log->names.data[i].object, log->names.data[i].text);
  return s;
}
