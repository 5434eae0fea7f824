/* Models with a construct of the language in each of two processes. A pair decides
 * how the two are wrapped: what comes before and after them, whether a process
 * claims a channel, runs under a provided clause, whether a trace automaton
 * watches, what is in the channels and who is started first. */
#ifndef TEST_CONSTRUCTS_H
#define TEST_CONSTRUCTS_H

#include <stdbool.h>
#include <string.h>

#include "base/str.h"

/* % is the other process. */
static const char *const constructs[] = {
  "g = 1", "g = 1 - g", "h = g + 1", "y = h; x = g", "a[g & 1] = 2", "y = a[g & 1]",
  "b[1] = 3; y = b[g & 1]", "b[g & 1] = 2; y = b[1]", "k = 1; a[k] = 2; k = 0",
  "i = 0 - 3; u = a[i % 2]", "u = a[6 & (k - 1)]", "w = 0 - 1; u = a[w % 2]", "x = 1 / (1 - g)",
  "(a[1 + g] == 1 && h == 0) -> y = 1", "{ a[1 + g] == 1; y = 1 } unless { h == 1; y = 2 }",
  "g == 1 -> x = 2", "h == 2 -> g = 1", "h = 2; d_step { if :: g == 1 -> y = 1 :: x == 1 -> y = 2 fi }", "(g == 1 && h == 0) -> y = 1", "if :: g == 1 -> x = 1 :: else -> x = 2 fi",
  "do :: g == 1 -> break :: h == 1 -> y = 3; break :: y == 0 -> y = 1 od",
  "{ x = 2; y = 3 } unless { g == 1 }", "{ x = 2; y = 3; h = 1 } unless { s!1 }", "{ g == 1; y = 1 } unless { h == 1; y = 2 }",
  "{ h = 1 } unless { s!1 }; { h = 2 } unless { s!1 }", "s?y; x = y; s?y", "s?y", "s!2", "q!1", "q!!2; q!1", "q?x", "q?" "?1", "q?<x>", "p!1", "p?y",
  "if :: q?[1] -> y = 1 :: full (q) -> y = 2 :: else -> y = 3 fi",
  "atomic { y = 1; h = 2; x = g }", "atomic { q?x; h = x; q!2 }", "atomic { h = 1; p!2; h = 0 }", "atomic { h = 2; s!1; h = 3 }",
  "d_step { g == 0 -> g = 1; h++ }", "d_step { x = 2; if :: nempty (q) -> y = 1 :: else -> y = 2 fi }",
  "d_step { if :: g == 1 -> y = 1 :: x == 1 -> y = 2 fi }; x = 3",
  "d_step { x = 2; if :: q?[1] -> y = 1 :: x == 2 -> y = 2 fi }", "d_step { x = 2; if :: full (q) -> y = 1 :: x == 2 -> y = 2 fi }",
  "run T (q, 2)", "run X ()", "run N ()", "c!1; y = len (c)", "x = _nr_pr",
  "atomic { l == 0 -> l = 1 }; y = 1; l = 0", "l = 0", "q?l", "g = 0; q!0",
  "atomic { l == 0; again: l = 1 }; if :: y == 0 -> y = 1; goto again :: else fi; l = 0",
  "if :: %@here -> y = 1 :: else -> y = 2 fi", "y = %:x", "assert (g == 0); assert (h == 0)", "q!1; assert (g == 0)", "q!1; assert (x == 3)",
  "timeout -> y = 1",
};
enum { CONSTRUCTS = sizeof constructs / sizeof *constructs };

/* All pairs take minutes with sanitizers, which look for other mistakes: a share of them will do there. */
#ifdef __SANITIZE_ADDRESS__
enum { CONSTRUCTS_SHARE = 7 };
#else
enum { CONSTRUCTS_SHARE = 1 };
#endif

static inline void
construct_process (struct str *out, char name, char other, size_t i, size_t variant, bool claims)
{
  static const char *const before[] = {"", "here: x = 1; ", "x = g; here: ", "here: x = 1; y = 2; "};
  static const char *const after[] = {"", "; x++; x = 0", "; h = y", "; progress: x = y; y = 1"};
  str_printf (out, "proctype %c (byte v) %s{ byte x, y, u, b[2]; bit k; int i; short w; %s%s%s", name,
              variant % 7 == 3 ? "provided (len (q) < 2 && g < 3) " : variant % 7 == 4 ? "provided (h != 1) " : "", constructs[i][0] == 'c' ? "chan c = [1] of {byte}; " : "",
              claims && name == 'A' ? "xs q; " : "",
              variant % 4 ? before[variant % 4] : "skip; here: ");
  for (const char *c = constructs[i]; *c; c++)
    str_add_char (out, *c == '%' && c[1] != ' ' ? other : *c);
  str_printf (out, "%s; r%d = x + 4 * y } ", after[variant / 4 % 4], name == 'B');
}

/* On the heap; NULL: the two do not go together. `shift` chooses other wrappings. */
static inline char *
construct_model (size_t i, size_t j, bool third, size_t shift)
{
  struct str out = {0};
  if (strstr (constructs[i], ":x"))
    return NULL;                  /* only of a process that was declared before */
  str_add (&out, "byte g, h, r0, r1, a[2]; bit l; chan q = [2] of {byte}, p = [1] of {byte}, s = [0] of {byte}; ");
  if ((2 * i + j + shift) % 9 == 4)
    str_add (&out, "trace { do :: q!_ -> p!_ :: p!_ od } ");
  /* else beside a channel is not allowed with claims */
  bool claims = (i + j + shift) % 5 == 2 && !strstr (constructs[i], "else") && !strstr (constructs[j], "else");
  construct_process (&out, 'A', 'B', i, i + j + shift, claims);
  construct_process (&out, 'B', 'A', j, i + 3 * j + 1 + shift, claims);
  str_printf (&out, "proctype C () { byte c; c = g; assert (c <= g || h < 2) } proctype T (chan c; byte v) { c!v } "
              "proctype X () { byte z; %sz = 1; h = z } proctype N () { chan c = [1] of {byte}; c!1; g = len (c) } ",
              strstr (constructs[i], "else") || strstr (constructs[j], "else") ? "" : "xr q; ");
  /* sets are tried from the youngest process on */
  static const char *const order[] = {"A (1); run B (2)", "B (1); run A (2)"}, *const filling[] = {"", "q!2; ", "q!1; p!1; "};
  str_printf (&out, "init { atomic { %srun %s%s } }", filling[(i / 2 + j + shift) % 3], order[(i + j / 2 + shift) % 2], third ? "; run C ()" : "");
  return out.data;
}

#endif
