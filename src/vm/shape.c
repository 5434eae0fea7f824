/* Shapes: which processes and channels are alive, and where they lie.
 *
 * Idea. Processes and their channels are created and removed like a stack
 * (Promela lets a process go only when it is the youngest), so the sequence of
 * their types is a path in a tree, and one number in the state's header names
 * it. Finding a process in a state is then a table look-up, and a state needs
 * no type bytes.
 *
 * The number is given by the sequence, not by who meets it first, so that all
 * workers name a state alike:
 *
 *      23  22                          0
 *     +---+-----------------------------+
 *     | 0 | first + (all first + 1) * n |    n: what follows, as a number in base k with digits 1..k
 *     | 1 | digest of the sequence      |    where that is too large
 *     +---+-----------------------------+
 *
 * `first` is how much of the initial state's sequence there is; what follows
 * was run, and is made of k types of processes and channels. So the numbers of
 * models that create little while they run are exact. A digest may stand for
 * two sequences: who meets the second one stops there (shape_push), and the
 * verdict is unknown. A worker that is given another's states must be told of
 * the sequences behind digests, too.
 */
#include "base/digest.h"
#include "vm/machine.h"

#define EXACT_NUMBERS 0x800000u

static struct shape **
slot_of (const struct vm *vm, uint32_t number)
{
  uint32_t i = shape_place (vm, number);
  while (vm->shapes[i] && vm->shapes[i]->number != number)
    i = (i + 1) & vm->shape_mask;
  return &vm->shapes[i];
}

/* At most half of the slots are used. */
static void
make_room (struct vm *vm)
{
  struct shape **old = vm->shapes;
  uint32_t size = old ? vm->shape_mask + 1 : 0;
  if (old && 2 * (vm->nshapes + 1) <= size)
    return;
  vm->shape_mask = size ? 2 * size - 1 : 15;
  vm->shapes = mem_zalloc ((vm->shape_mask + 1) * sizeof *vm->shapes);
  for (uint32_t i = 0; i < size; i++)
    if (old[i])
      *slot_of (vm, old[i]->number) = old[i];
  mem_free (old);
}

struct shape *
shape_find (const struct vm *vm, uint32_t number)
{
  struct shape *s = *slot_of (vm, number);
  assert (s && s->number == number);
  return s;
}

/* With the component behind the parent's sequence. */
static void
give_number (const struct code *code, struct shape *s, const struct shape *parent, uint32_t component)
{
  s->digest = digest_add (parent->digest, component);
  s->first = parent->first;
  s->more = parent->more;
  if (!s->more && s->first < code->nfirst && code->first[s->first] == component)
    s->first++;
  else if (s->more != SHAPE_INEXACT) {
    uint32_t digit = 0;
    while (digit < code->nrun && code->run[digit] != component)
      digit++;
    uint64_t more = s->more * code->nrun + digit + 1;
    s->more = digit < code->nrun && more < EXACT_NUMBERS ? more : SHAPE_INEXACT;
  }
  uint64_t number = s->more == SHAPE_INEXACT ? EXACT_NUMBERS : s->first + s->more * (code->nfirst + 1);
  s->number = number < EXACT_NUMBERS ? (uint32_t) number : EXACT_NUMBERS | (uint32_t) (digest_mix (s->digest) % EXACT_NUMBERS);
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
  assert (!vm->nshapes);
  struct shape *s = ARENA_NEW (&vm->arena, struct shape);
  s->words = vm->code->global_words;
  make_room (vm);
  *slot_of (vm, 0) = s;
  vm->nshapes = 1;
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
  if (words > VM_MAX_WORDS)
    return NULL;
  struct shape *s = ARENA_NEW (&vm->arena, struct shape);
  give_number (vm->code, s, parent, component);
  make_room (vm);
  if (*slot_of (vm, s->number))
    return NULL;
  *slot_of (vm, s->number) = s;
  vm->nshapes++;
  s->component = component;
  s->parent = parent;
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
  assert (s->nproc <= VM_MAX_PROCS && s->nchan <= VM_MAX_CHANS && shape_find (vm, s->number) == s);
  s->sibling = parent->child;
  parent->child = s;
  return s;
}
