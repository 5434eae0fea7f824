#include "native/wire_objects.h"

#include <assert.h>
#include <string.h>

#include "base/path.h"
#include "native/symbols_block.h"

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

const struct wire_block *
wire_block_of (const struct wire_log_finding *f, uint64_t address)
{
  for (uint32_t i = 0; i < f->head.nblocks; i++)
    if (address - f->blocks[i].start < f->blocks[i].bytes)
      return &f->blocks[i];
  return NULL;
}

/* "node", or "block of queue.c:31" where the type is not known. */
static void
add_base (struct symbols *symbols, const struct wire_block *b, struct str *out)
{
  struct symbols_place place;
  if (b->allocated && symbols_add_block (symbols, b->allocated, b->bytes, out))
    return;
  str_add (out, "block");
  if (!b->allocated || !symbols_places (symbols, b->allocated - 1, &place, 1) || !place.pos.file)
    return;
  str_printf (out, "@%s:%d", path_name (place.pos.file), place.pos.line);
}

/* Blocks of the same name are numbered in the order of the list. A block's name must be
 * the same in every run of the steps, because messages are compared. */
void
wire_add_block (struct symbols *symbols, const struct wire_log_finding *f, const struct wire_block *b, struct str *out)
{
  struct str name = {0}, other = {0};
  unsigned same = 0, before = 0;
  add_base (symbols, b, &name);
  bool is_extra = (uint64_t) (b - f->blocks) >= f->head.nsame;
  for (uint32_t i = 0; i < (is_extra ? f->head.nblocks : f->head.nsame); i++) {
    str_clear (&other);
    add_base (symbols, &f->blocks[i], &other);
    bool is_same = !strcmp (str_text (&name), str_text (&other));
    same += is_same;
    before += is_same && &f->blocks[i] <= b;
  }
  assert (b >= f->blocks && b < f->blocks + f->head.nblocks && before && before <= same);
  str_add (out, str_text (&name));
  if (same > 1)
    str_printf (out, "#%u", before);
  str_release (&name);
  str_release (&other);
}

bool
wire_add_object (struct symbols *symbols, const struct wire_log_finding *f, uint64_t address, struct str *out)
{
  const struct wire_block *b = wire_block_of (f, address);
  for (uint32_t i = 0; i < f->head.nlocals; i++)
    if (f->locals[i].address == address && symbols_add_local (symbols, f->locals[i].pc, f->locals[i].frame, address, out))
      return true;
  if (!b)
    return symbols_add_object (symbols, address, out);
  struct str named = {0};
  bool is_named = symbols_add_object (symbols, address, &named);   /* an object that the runtime has named: a file, a queue */
  if (is_named)
    str_add (out, str_text (&named));
  else {
    wire_add_block (symbols, f, b, out);
    symbols_add_block_part (symbols, b->allocated, b->bytes, address - b->start, out);
  }
  str_release (&named);
  return true;
}

bool
wire_add_pointer (struct symbols *symbols, const struct wire_log_finding *f, uint64_t value, struct str *out)
{
  const struct wire_block *b = wire_block_of (f, value);
  if (!b)
    return false;
  str_add_char (out, '&');
  wire_add_block (symbols, f, b, out);
  if (value != b->start)
    symbols_add_block_part (symbols, b->allocated, b->bytes, value - b->start, out);
  return true;
}
