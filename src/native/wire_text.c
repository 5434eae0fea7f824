#define _GNU_SOURCE               /* strerrorname_np */
#include "native/wire_text.h"

#include <assert.h>
#include <string.h>

#include "native/wire_objects.h"

void
wire_add_thread (struct str *s, uint64_t thread)
{
  if (thread)
    str_printf (s, "T%llu", (unsigned long long) thread);
  else
    str_add (s, "main");
}

/* A value of this size: as a pointer to a block, a small negative number, or else unsigned. */
void
wire_add_value (struct str *s, struct symbols *symbols, const struct wire_log_finding *f, uint64_t value, uint32_t size)
{
  const int64_t small = 1 << 20;
  unsigned unused = size && size < 8 ? 64 - 8 * size : 0;
  int64_t number = (int64_t) (value << unused) >> unused;
  if (size == 8 && wire_add_pointer (symbols, f, value, s))
    return;
  if (number > -small && number < 0)
    str_printf (s, "%lld", (long long) number);
  else if (value >> 32)
    str_printf (s, "0x%llx", (unsigned long long) value);
  else
    str_printf (s, "%llu", (unsigned long long) value);
}

/* The memory order, if it is weaker than the default. */
static void
add_order (struct str *s, uint32_t order)
{
  static const char *const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
  if (order < sizeof names / sizeof names[0])
    str_printf (s, " (%s)", names[order]);
}

void
wire_add_step (struct str *s, struct symbols *symbols, const struct wire_log_finding *f, const struct wire_step *w, const char *object)
{
  const char *op = w->kind == NATIVE_RMW ? "update" : w->kind == NATIVE_CAS ? "cas" : native_operation (w->kind)->name, *error = NULL;
  assert (object || native_operation (w->kind)->form == NATIVE_FORM_WORD || native_operation (w->kind)->form == NATIVE_FORM_VALUE);
  switch (native_operation (w->kind)->form) {
  case NATIVE_FORM_WORD:
    str_add (s, op);
    break;
  case NATIVE_FORM_CALL:
    str_printf (s, "%s(%s)", w->kind == NATIVE_TIMEOUT && w->value ? "in time" : op, object);
    break;
  case NATIVE_FORM_TRY:
    error = w->value ? strerrorname_np ((int) w->value) : NULL;
    str_printf (s, "%s(%s) → %s", op, object, error ? error : "0");
    break;
  case NATIVE_FORM_GET:
    str_printf (s, "%s %s → ", op, object);
    wire_add_value (s, symbols, f, w->value, w->size);
    break;
  case NATIVE_FORM_SET:
    str_printf (s, "%s %s = ", op, object);
    wire_add_value (s, symbols, f, w->value, w->size);
    break;
  case NATIVE_FORM_FILE:
    str_printf (s, "%s %s → ", op, object);
    wire_add_value (s, symbols, f, w->value, 0);
    break;
  case NATIVE_FORM_THREAD:
    str_printf (s, "%s %s", op, object);
    break;
  case NATIVE_FORM_VALUE:
    str_printf (s, "%s → ", op);
    wire_add_value (s, symbols, f, w->value, 0);
    break;
  }
  add_order (s, w->order);
}

const char *
wire_failure_words (enum finding_kind kind)
{
  switch (kind) {
  case FINDING_ASSERTION: return "the assertion fails";
  case FINDING_DATA_RACE: return "data race";
  case FINDING_MEMORY: return "invalid use of memory";
  case FINDING_CRASH: return "crash";
  case FINDING_LIVELOCK: return "runs forever";
  case FINDING_EXIT_STATUS: return "the status is not 0";
  case FINDING_WEAK_MEMORY: return "C11 also allows an older value here";
  default: return "error";
  }
}
