/* Formulas as text, to be parsed again. F, G and W are recognised; everything else is printed as stored. Operands that do not bind more
 * strongly than their operator get parentheses, so that all readers of LTL agree on the structure. */
#ifndef TEST_LTL_PRINT_H
#define TEST_LTL_PRINT_H

#include <ctype.h>

#include "base/str.h"
#include "ltl/formula.h"

enum form_syntax { FORM_SPIN, FORM_LETTERS };

struct words {
  const char *next, *finally, *globally, *and, *or, *until, *release, *weak;
};

static const struct words words[] = {
  [FORM_SPIN] = { "X ", "<> ", "[] ", " && ", " || ", " U ", " V ", " W " },
  [FORM_LETTERS] = { "X ", "F ", "G ", " & ", " | ", " U ", " R ", " W " },
};

static bool
is_name (const char *text)
{
  for (const char *s = text; *s; s++)
    if (!isalnum ((unsigned char) *s) && *s != '_' && *s != '@' && *s != '.')
      return false;
  return true;
}

static void print (struct str *, const struct formulas *, formula_id, const struct words *);

static void
print_operand (struct str *out, const struct formulas *t, formula_id f, const struct words *w)
{
  const struct form *g = form_get (t, f);
  bool open = g->op == FORM_AND || g->op == FORM_OR || g->op == FORM_UNTIL || g->op == FORM_RELEASE;
  if (form_under_finally (t, f) != FORM_NONE || form_under_globally (t, f) != FORM_NONE)
    open = false;
  if (open)
    str_add_char (out, '(');
  print (out, t, f, w);
  if (open)
    str_add_char (out, ')');
}

static void
print_atom (struct str *out, const char *text)
{
  if (is_name (text))
    str_add (out, text);
  else
    str_printf (out, "(%s)", text);
}

/* For b R c: the f of f W b, if c is f || b. */
static formula_id
weak_left (const struct formulas *t, formula_id released, formula_id kept)
{
  const struct form *c = form_get (t, kept);
  if (c->op != FORM_OR || c->nkids != 2)
    return FORM_NONE;
  for (uint32_t i = 0; i < 2; i++)
    if (form_kid (t, kept, i) == released)
      return form_kid (t, kept, 1 - i);
  return FORM_NONE;
}

static void
print_binary (struct str *out, const struct formulas *t, formula_id a, const char *op, formula_id b, const struct words *w)
{
  print_operand (out, t, a, w);
  str_add (out, op);
  print_operand (out, t, b, w);
}

static void
print (struct str *out, const struct formulas *t, formula_id f, const struct words *w)
{
  const struct form *g = form_get (t, f);
  formula_id under;
  switch (g->op) {
  case FORM_CONST:
    str_add (out, f == FORM_TRUE ? "true" : "false");
    return;
  case FORM_ATOM:
  case FORM_NOT_ATOM:
    if (g->op == FORM_NOT_ATOM)
      str_add_char (out, '!');
    print_atom (out, formulas_atom_text (t, (int) g->atom));
    return;
  case FORM_NEXT:
    str_add (out, w->next);
    print_operand (out, t, form_kid (t, f, 0), w);
    return;
  case FORM_AND:
  case FORM_OR:
    for (uint32_t i = 0; i < g->nkids; i++) {
      if (i)
        str_add (out, g->op == FORM_AND ? w->and : w->or);
      print_operand (out, t, form_kid (t, f, i), w);
    }
    return;
  case FORM_UNTIL:
    if ((under = form_under_finally (t, f)) != FORM_NONE) {
      str_add (out, w->finally);
      print_operand (out, t, under, w);
    } else
      print_binary (out, t, form_kid (t, f, 0), w->until, form_kid (t, f, 1), w);
    return;
  case FORM_RELEASE:
    if ((under = form_under_globally (t, f)) != FORM_NONE) {
      str_add (out, w->globally);
      print_operand (out, t, under, w);
    } else if ((under = weak_left (t, form_kid (t, f, 0), form_kid (t, f, 1))) != FORM_NONE)
      print_binary (out, t, under, w->weak, form_kid (t, f, 0), w);
    else
      print_binary (out, t, form_kid (t, f, 0), w->release, form_kid (t, f, 1), w);
  }
}

static void
form_print (struct str *out, const struct formulas *t, formula_id f, enum form_syntax syntax)
{
  print (out, t, f, &words[syntax]);
}

#endif
