/* Functions that write to a stream. The output is not part of the model, but what they read, write and return is: strings
 * are read, %n writes, and the number of characters is returned. */
#include "front/c/calls.h"

#include <string.h>

/* A constant that ends in a zero byte: every offset is a valid string. */
static bool
is_string (struct walker *w, const struct c_object *o)
{
  LLVMValueRef init = o->constant ? LL (GetInitializer) (w->c->sites.data[o->site].v) : NULL;
  if (!init || LL (IsAConstantAggregateZero) (init))
    return init;
  if (!LL (IsAConstantDataSequential) (init) || program_bits (LL (GetElementType) (LL (TypeOf) (init))) != 8)
    return false;
  return LL (ConstIntGetZExtValue) (LL (GetElementAsConstant) (init, (unsigned) o->size - 1)) == 0;
}

/* Checks that the argument is a string that is never written. False: the path was consumed. */
static bool
reads_string (struct walker *w, struct path *p, LLVMValueRef v)
{
  uint32_t object;
  struct pg_expr *offset;
  if (!memory_fix_object (w, p, v, &object, &offset) || !memory_alive (w, p, &w->c->objects.data[object]))
    return false;
  const struct c_object *o = &w->c->objects.data[object];
  if (!is_string (w, o)) {
    walk_unsupported (w, p, "output of a string that is no constant");
    return false;
  }
  struct pg_expr *inside = x_binary (w->c, E_ULT, offset, x_const (w->c, 64, o->size));
  path_fault_if (w, p, x_not (w->c, inside), FAULT_MEMORY, "access outside of the object");
  path_assume (w, p, inside);
  return !path_impossible (p);
}

/* Parses a conversion of the format after its per cent sign: its letter, and the number of arguments it takes from `next` on. */
static const char *
conversion (const char *s, unsigned *next)
{
  for (*next = 1; *s && strchr ("-+ #0123456789.*\'hlLqjzt", *s); s++)
    *next += *s == '*';
  return s;
}

/* The effects of printf on its arguments apart from the output. False: the path was consumed. */
static bool
follow_format (struct walker *w, struct path *p, LLVMValueRef call, unsigned at)
{
  const char *s = call_string (w, argument (call, at));
  unsigned next;
  if (!s) {
    walk_unsupported (w, p, "output with a format that is no constant");
    return false;
  }
  for (at++; (s = strchr (s, '%')); s++) {
    s = conversion (s + 1, &next);
    if (*s == '%')
      continue;
    at += next;
    if (!*s || *s == 'n' || *s == 'S' || *s == '$' || at > LL (GetNumArgOperands) (call)) {
      walk_unsupported (w, p, "output with this format");
      return false;
    }
    if (*s == 's' && !reads_string (w, p, argument (call, at - 1)))
      return false;
  }
  return true;
}

enum { FORMAT = 16 };

/* `how`: 1 + the number of the argument that is a string, or with FORMAT a format; 0: none. */
static void
call_output (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  unsigned at = (unsigned) (how & ~FORMAT) - 1;
  if (how & FORMAT ? !follow_format (w, p, call, at) : how && !reads_string (w, p, argument (call, at)))
    return;
  if (LL (GetFirstUse) (call)) {
    walk_unsupported (w, p, "the number that an output function returns");
    return;
  }
  call_returns (w, p, 0);
}

const struct call_entry *
output_find (const char *name)
{
  static const struct call_entry table[] = {
    {"printf", call_output, FORMAT | 1}, {"fprintf", call_output, FORMAT | 2}, {"puts", call_output, 1}, {"putchar", call_output, 0},
    {"fputs", call_output, 1}, {"perror", call_output, 1},
  };
  return CALL_LOOK (table, name);
}
