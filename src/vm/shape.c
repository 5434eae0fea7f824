/* Shapes: which processes and channels are alive, and their places. Processes and their channels are created and removed
 * like a stack (in Promela a process can end only when it is the youngest), so the sequence of their types is a path in a
 * tree, and one number in the header of the state names it. Finding a process in a state is then a table lookup, and a
 * state needs no type bytes. */
#include "vm/machine.h"

static struct shape *
shape_new (struct vm *vm, struct shape *parent, uint32_t component)
{
  struct shape *s = ARENA_NEW (&vm->arena, struct shape);
  s->id = (uint32_t) vm->shapes.count;
  s->component = component;
  s->parent = parent;
  VEC_PUSH (vm->shapes, s);
  return s;
}

static void
copy_places (struct vm *vm, struct shape *s, const struct shape *from)
{
  s->proc_offset = arena_alloc (&vm->arena, s->nproc * sizeof *s->proc_offset);
  s->proc_type = arena_alloc (&vm->arena, s->nproc * sizeof *s->proc_type);
  s->chan_offset = arena_alloc (&vm->arena, s->nchan * sizeof *s->chan_offset);
  s->chan_type = arena_alloc (&vm->arena, s->nchan * sizeof *s->chan_type);
  if (from->nproc) {
    memcpy (s->proc_offset, from->proc_offset, from->nproc * sizeof *s->proc_offset);
    memcpy (s->proc_type, from->proc_type, from->nproc * sizeof *s->proc_type);
  }
  if (from->nchan) {
    memcpy (s->chan_offset, from->chan_offset, from->nchan * sizeof *s->chan_offset);
    memcpy (s->chan_type, from->chan_type, from->nchan * sizeof *s->chan_type);
  }
}

struct shape *
shape_root (struct vm *vm)
{
  assert (vm->shapes.count == 0);
  struct shape *s = shape_new (vm, NULL, 0);
  s->words = vm->code->global_words;
  return s;
}

struct shape *
shape_push (struct vm *vm, struct shape *parent, uint32_t component)
{
  for (struct shape *s = parent->child; s; s = s->sibling)
    if (s->component == component)
      return s;
  bool chan = component & SHAPE_CHAN;
  uint32_t type = component & ~SHAPE_CHAN;
  assert (type < (chan ? vm->pg->nchan_types : vm->pg->nprocs));
  uint32_t words = parent->words + (chan ? vm->chans[type].words : vm->procs[type].words);
  if (words > VM_MAX_WORDS || vm->shapes.count >= VM_MAX_SHAPES)
    return NULL;
  struct shape *s = shape_new (vm, parent, component);
  s->words = words;
  s->nproc = parent->nproc + !chan;
  s->nchan = parent->nchan + chan;
  copy_places (vm, s, parent);
  if (chan) {
    s->chan_offset[parent->nchan] = parent->words * 4;
    s->chan_type[parent->nchan] = type;
  } else {
    s->proc_offset[parent->nproc] = parent->words * 4;
    s->proc_type[parent->nproc] = type;
  }
  assert (s->nproc <= VM_MAX_PROCS && s->nchan <= VM_MAX_CHANS && vm->shapes.data[s->id] == s);
  s->sibling = parent->child;
  parent->child = s;
  return s;
}
