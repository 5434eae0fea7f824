/* A transition system small enough to know by heart, for tests of reports:
 * a counter x from 0 to 3 and a channel. Process Up (0) adds 1 (edge 0) and
 * fails an assertion at 3 (edge 2); Down (1) subtracts 1 (edge 1); at 2 they
 * may meet (edges 3 and 4), which sets x to 0; at 1 control may be given up. */
#ifndef TEST_REPORT_MOCK_H
#define TEST_REPORT_MOCK_H

#include <string.h>

#include "model/ts.h"

enum { MOCK_UP = 0, MOCK_DOWN = 1 | 1 << 8, MOCK_FAIL = 2 << 8 };
#define MOCK_MEET ((trans_id) 3 << 8 | (trans_id) 1 << 32 | (trans_id) 5 << 40)

static uint32_t
mock_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  (void) ts, (void) fault;
  out[0] = out[1] = 0;
  return 2;
}

static void
mock_enabled (struct ts *ts, const uint32_t *s, struct trans_list *list)
{
  (void) ts;
  VEC_PUSH (*list, s[1] < 3 ? MOCK_UP : MOCK_FAIL);
  if (s[1] == 1)
    VEC_PUSH (*list, TRANS_RELEASE);
  if (s[1])
    VEC_PUSH (*list, MOCK_DOWN);
  if (s[1] == 2)
    VEC_PUSH (*list, MOCK_MEET);
}

static uint32_t
mock_step (struct ts *ts, const uint32_t *s, trans_id id, uint32_t *out, struct fault *fault)
{
  (void) ts;
  out[0] = 0;
  out[1] = id == MOCK_UP ? s[1] + 1 : id == MOCK_DOWN ? s[1] - 1 : id == MOCK_MEET ? 0 : s[1];
  fault->kind = FAULT_NONE;
  if (id == MOCK_FAIL) {
    *fault = (struct fault) {.kind = FAULT_ASSERTION, .goes_on = true, .pos = {"mock.pml", 9, 0}};
    strcpy (fault->message, "assertion failed: x < 3");
  }
  return 2;
}

static uint32_t
mock_words (struct ts *ts, const uint32_t *s)
{
  (void) ts, (void) s;
  return 2;
}

static enum end_kind
mock_end (struct ts *ts, const uint32_t *s)
{
  (void) ts, (void) s;
  return END_INVALID;
}

static void
mock_describe (struct ts *ts, const uint32_t *s, trans_id id, struct step_info *i)
{
  (void) ts, (void) s;
  *i = (struct step_info) {.pid = id == MOCK_DOWN, .partner = UINT32_MAX, .op = "assign", .pos = {"dir/mock.pml", 5, 1}};
  strcpy (i->thread, id == MOCK_DOWN ? "Down (1)" : "Up (0)");
  i->text = id == MOCK_UP ? "x = x + 1" : id == MOCK_DOWN ? "x = x - 1" : id == MOCK_FAIL ? "assert(x < 3)" : "q!x";
  str_add (&i->object, id == MOCK_MEET ? "q" : "x");
  if (id == MOCK_UP)
    str_add (&i->output, "up\xff\033\n");
  if (id == MOCK_MEET) {
    i->op = "rendezvous";
    i->partner = 1;
    strcpy (i->partner_thread, "Down (1)");
    i->partner_pos = (struct pos) {"dir/mock.pml", 7, 1};
    i->partner_text = "q?y";
    str_add (&i->message, "q!2");
  }
}

static void
mock_cells (struct ts *ts, const uint32_t *s, ts_cell_fn *fn, void *context)
{
  char value[20];
  (void) ts;
  snprintf (value, sizeof value, "%u", s[1]);
  fn (context, "x", value, false);
  fn (context, "a[0]", "0", false);
  fn (context, "a[1]", value, false);
  fn (context, "Up(0):i", value, true);
}

static void
mock_where (struct ts *ts, const uint32_t *s, ts_where_fn *fn, void *context)
{
  (void) ts, (void) s;
  fn (context, 0, "Up (0)", (struct pos) {"dir/mock.pml", 5, 1}, "x = x + 1", false);
  fn (context, 1, "Down (1)", (struct pos) {"dir/mock.pml", 7, 1}, "q?y", true);
}

static const struct ts_class mock_class = {
  .initial = mock_initial, .enabled = mock_enabled, .step = mock_step, .words = mock_words, .end = mock_end,
  .describe = mock_describe, .cells = mock_cells, .where = mock_where};

static struct ts mock = {.class = &mock_class, .max_words = 2};

#endif
