/* Label expressions of the Hanoi format, as disjunctions of cubes. */
#include "ltl/hoa_lex.h"

#include <string.h>

enum { MAX_CUBES = 4096, MAX_NESTING = 200 };

static void
add_cube (struct hoa *h, struct label *l, struct cube c)
{
  if (c.pos & c.neg)
    return;
  for (size_t i = 0; i < l->count; i++)
    if (cube_implies (c, l->data[i]))
      return;
  size_t kept = 0;
  for (size_t i = 0; i < l->count; i++)
    if (!cube_implies (l->data[i], c))
      l->data[kept++] = l->data[i];
  l->count = kept;
  if (kept == MAX_CUBES)
    hoa_fail (h, h->token_pos, "this label is too large");
  else
    VEC_PUSH (*l, c);
}

static struct label
both (struct hoa *h, struct label a, struct label b)
{
  struct label out = {0};
  for (size_t i = 0; i < a.count && !h->failed; i++)
    for (size_t j = 0; j < b.count && !h->failed; j++)
      if (!cube_disjoint (a.data[i], b.data[j]))
        add_cube (h, &out, cube_and (a.data[i], b.data[j]));
  VEC_FREE (a);
  VEC_FREE (b);
  return out;
}

static struct label
either (struct hoa *h, struct label a, struct label b)
{
  for (size_t i = 0; i < b.count && !h->failed; i++)
    add_cube (h, &a, b.data[i]);
  VEC_FREE (b);
  return a;
}

static struct label
everything (void)
{
  struct label out = {0};
  VEC_PUSH (out, (struct cube) {0});
  return out;
}

static struct label
none_of (struct hoa *h, struct label a)
{
  struct label out = everything ();
  for (size_t i = 0; i < a.count && !h->failed; i++) {
    struct label not_cube = {0};
    for (uint64_t atoms = a.data[i].pos; atoms; atoms &= atoms - 1)
      VEC_PUSH (not_cube, (struct cube) { 0, atoms & -atoms });
    for (uint64_t atoms = a.data[i].neg; atoms; atoms &= atoms - 1)
      VEC_PUSH (not_cube, (struct cube) { atoms & -atoms, 0 });
    out = both (h, out, not_cube);
  }
  VEC_FREE (a);
  return out;
}

static struct label parse_or (struct hoa *, int nesting);

static struct label
parse_alias (struct hoa *h)
{
  struct label out = {0};
  for (size_t i = 0; i < h->aliases.count; i++)
    if (strcmp (h->aliases.data[i].name, str_text (&h->text)) == 0) {
      for (size_t k = 0; k < h->aliases.data[i].label.count; k++)
        VEC_PUSH (out, h->aliases.data[i].label.data[k]);
      hoa_advance (h);
      return out;
    }
  hoa_error (h, "an alias that was defined before");
  return out;
}

static struct label
parse_primary (struct hoa *h, int nesting)
{
  struct label out = {0};
  if (nesting > MAX_NESTING)
    hoa_fail (h, h->token_pos, "this label is nested too deep");
  else if (hoa_take_char (h, '!'))
    return none_of (h, parse_primary (h, nesting + 1));
  else if (hoa_take_char (h, '(')) {
    out = parse_or (h, nesting + 1);
    hoa_expect_char (h, ')');
  } else if (h->kind == HOA_ALIAS)
    return parse_alias (h);
  else if (h->kind == HOA_INT && h->value < h->natoms) {
    VEC_PUSH (out, (struct cube) { (uint64_t) 1 << h->value, 0 });
    hoa_advance (h);
  } else if (h->kind == HOA_NAME && strcmp (str_text (&h->text), "t") == 0) {
    out = everything ();
    hoa_advance (h);
  } else if (h->kind == HOA_NAME && strcmp (str_text (&h->text), "f") == 0)
    hoa_advance (h);
  else
    hoa_error (h, h->kind == HOA_INT ? "a number below that of the propositions" : "a label expression");
  return out;
}

static struct label
parse_and (struct hoa *h, int nesting)
{
  struct label out = parse_primary (h, nesting);
  while (hoa_take_char (h, '&'))
    out = both (h, out, parse_primary (h, nesting));
  return out;
}

static struct label
parse_or (struct hoa *h, int nesting)
{
  struct label out = parse_and (h, nesting);
  while (hoa_take_char (h, '|'))
    out = either (h, out, parse_and (h, nesting));
  return out;
}

struct label
hoa_label (struct hoa *h)
{
  return parse_or (h, 0);
}
