/* The library of stubborn sets as a static reduction.
 *
 * Idea. A transition name of the search is one alternative of a numbered transition of the library: a transition is in the
 * set with all its alternatives. */
#include "reduce/lpor_reduction.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "base/vec.h"

struct lpor_reduction {
  struct static_reduction reduction;
  struct relations *relations;
  struct mz_lpor *lpor;
  uint64_t *enabled, *set;
  VEC (trans_id) rest;
};

static struct lpor_reduction *
lpor_of (struct static_reduction *r)
{
  return (struct lpor_reduction *) r;
}

static uint32_t
lpor_number (struct static_reduction *r, trans_id id)
{
  struct relations *relations = lpor_of (r)->relations;
  return relations->class->number (relations, id);
}

static size_t
lpor_choose (struct static_reduction *base, const uint32_t *state, trans_id *list, size_t count)
{
  struct lpor_reduction *r = lpor_of (base);
  size_t words = relations_words (r->relations->count), n = 0;
  memset (r->enabled, 0, words * sizeof *r->enabled);
  for (size_t i = 0; i < count; i++)
    bits_add (r->enabled, lpor_number (base, list[i]));
  r->relations->class->look (r->relations, state);
  mz_lpor_choose (r->lpor, &(struct mz_lpor_state) {.state = state, .enabled = r->enabled}, r->set);
  r->rest.count = 0;
  for (size_t i = 0; i < count; i++)
    if (bits_has (r->set, lpor_number (base, list[i])))
      list[n++] = list[i];
    else
      VEC_PUSH (r->rest, list[i]);
  if (r->rest.count)
    memcpy (list + n, r->rest.data, r->rest.count * sizeof *list);
  assert (n && n + r->rest.count == count);
  return n;
}

static bool
lpor_necessary (void *context, const void *state, unsigned t, unsigned k, uint64_t *set)
{
  struct relations *r = context;
  (void) state;
  return r->class->necessary (r, t, k, set);
}

static bool
lpor_visible (void *context, unsigned t)
{
  return bits_has (((struct relations *) context)->visible, t);
}

static bool
lpor_optional (void *context, unsigned t)
{
  return bits_has (((struct relations *) context)->optional, t);
}

static void
lpor_plainly (struct static_reduction *r, bool on)
{
  lpor_of (r)->relations->class->plainly (lpor_of (r)->relations, on);
}

static void
lpor_free (struct static_reduction *base)
{
  struct lpor_reduction *r = lpor_of (base);
  mz_lpor_free (r->lpor);
  r->relations->class->free (r->relations);
  mem_free (r->enabled);
  mem_free (r->set);
  VEC_FREE (r->rest);
  mem_free (r);
}

static const struct static_reduction_class lpor_class = {"lpor", lpor_choose, lpor_free, lpor_number, .plainly = lpor_plainly};

struct static_reduction *
lpor_reduction_new (struct relations *relations, enum mz_lpor_keep keep, bool necessary, const char **why)
{
  struct mz_lpor_system system = {.ntransitions = relations->count, .context = relations, .can_enable_bits = relations->can_enable,
                                  .dependent_bits = relations->dependent, .sets_in = necessary ? lpor_necessary : NULL,
                                  .visible = lpor_visible, .optional = lpor_optional, .keep = keep};
  char said[200];
  struct mz_lpor *lpor = mz_lpor_new (&system, said, sizeof said);
  if (!lpor) {
    relations->class->free (relations);
    *why = "the relations of the protocol need too much memory";
    return NULL;
  }
  struct lpor_reduction *r = mem_zalloc (sizeof *r);
  size_t words = relations_words (relations->count);
  *r = (struct lpor_reduction) {.reduction.class = &lpor_class, .relations = relations, .lpor = lpor,
                                .enabled = mem_zalloc ((words + 1) * 8), .set = mem_zalloc ((words + 1) * 8)};
  return &r->reduction;
}
