/* States of a protocol: unpacking and packing. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "front/protocol/parts.h"

enum { GAP = 64, FORBIDDEN = 1 << 20 };

static size_t
pages (size_t bytes)
{
  return (bytes + 4095) & ~(size_t) 4095;
}

/* GAP bytes, a structure, GAP bytes, a structure, ... GAP bytes; inaccessible memory follows the last one. */
void
mp_open_init (struct protocol *p, struct mp_open *o)
{
  size_t bytes = GAP;
  for (uint32_t i = 0; i < p->nprocesses; i++)
    bytes += ((p->types.data[p->type_of[i]].source->size + 15) & ~(size_t) 15) + GAP;
  uint8_t *map = mmap (NULL, pages (bytes) + 2 * FORBIDDEN, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED || mprotect (map + FORBIDDEN, pages (bytes), PROT_READ | PROT_WRITE))
    mem_out (bytes);
  p->block_bytes = bytes;
  o->block = map + FORBIDDEN + (pages (bytes) - bytes);
  uint8_t *at = o->block + GAP;
  for (uint32_t i = 0; i < p->nprocesses; i++) {
    o->local[i] = at;
    at += ((p->types.data[p->type_of[i]].source->size + 15) & ~(size_t) 15) + GAP;
  }
  o->messages = mem_zalloc ((p->most_messages + 1) * sizeof *o->messages);
}

void
mp_open_release (const struct protocol *p, struct mp_open *o)
{
  munmap (o->block - (pages (p->block_bytes) - p->block_bytes) - FORBIDDEN, pages (p->block_bytes) + 2 * FORBIDDEN);
  mem_free (o->messages);
}

void
mp_keep_block (struct protocol *p, const struct mp_open *o)
{
  memcpy (p->scratch.block, o->block, p->block_bytes);
}

bool
mp_same_block (struct protocol *p, struct mp_open *o, uint32_t pid)
{
  size_t from = pid == UINT32_MAX ? 0 : (size_t) (o->local[pid] - o->block);
  size_t to = pid == UINT32_MAX ? 0 : from + p->types.data[p->type_of[pid]].source->size;
  if (!memcmp (o->block, p->scratch.block, from) && !memcmp (o->block + to, p->scratch.block + to, p->block_bytes - to))
    return true;
  memcpy (o->block, p->scratch.block, p->block_bytes);
  return false;
}

void
mp_open_state (const struct protocol *p, const uint32_t *state, struct mp_open *o)
{
  for (uint32_t i = 0; i < p->nprocesses; i++) {
    const struct mp_type *t = &p->types.data[p->type_of[i]];
    const uint32_t *at = state + p->at[i];
    o->fault[i] = p->has_faults ? *at++ : 0;
    memset (o->local[i], 0, t->source->size);
    for (size_t v = 0; v < t->variables.count; v++)
      memcpy (o->local[i] + t->variables.data[v].offset, (const uint8_t *) at + t->variables.data[v].at, t->variables.data[v].size);
  }
  const uint32_t *m = state + p->messages_at;
  o->nmessages = state[0];
  assert (o->nmessages <= p->most_messages);
  for (uint32_t i = 0; i < o->nmessages; i++) {
    struct mz_message *x = &o->messages[i];
    *x = (struct mz_message) {.type = (int) (*m >> 16), .from = (int) (*m >> 8 & 0xff), .to = (int) (*m & 0xff)};
    m++;
    for (uint32_t k = 0; k < p->messages.data[x->type].nfields; k++)
      x->value[k] = (int32_t) *m++;
  }
}

int
mp_compare_messages (const void *a, const void *b)
{
  const struct mz_message *x = a, *y = b;
  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  for (int i = 0; i < MZ_FIELDS; i++)
    if (x->value[i] != y->value[i])
      return x->value[i] < y->value[i] ? -1 : 1;
  return 0;
}

uint32_t
mp_close_state (const struct protocol *p, struct mp_open *o, uint32_t *out)
{
  assert (o->nmessages <= p->most_messages);
  qsort (o->messages, o->nmessages, sizeof *o->messages, mp_compare_messages);
  out[0] = o->nmessages;
  for (uint32_t i = 0; i < p->nprocesses; i++) {
    const struct mp_type *t = &p->types.data[p->type_of[i]];
    uint32_t *at = out + p->at[i];
    if (p->has_faults)
      *at++ = o->fault[i];
    memset (at, 0, (size_t) (t->words - p->has_faults) * sizeof *at);
    for (size_t v = 0; v < t->variables.count; v++)
      memcpy ((uint8_t *) at + t->variables.data[v].at, o->local[i] + t->variables.data[v].offset, t->variables.data[v].size);
  }
  uint32_t *m = out + p->messages_at;
  for (uint32_t i = 0; i < o->nmessages; i++) {
    const struct mz_message *x = &o->messages[i];
    *m++ = (uint32_t) x->type << 16 | (uint32_t) x->from << 8 | (uint32_t) x->to;
    for (uint32_t k = 0; k < p->messages.data[x->type].nfields; k++)
      *m++ = (uint32_t) x->value[k];
  }
  assert ((uint32_t) (m - out) <= p->ts.max_words);
  return (uint32_t) (m - out);
}
